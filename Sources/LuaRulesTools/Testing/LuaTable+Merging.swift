import LuaRules

extension LuaTable {
  /// Returns the table with the fields of another one over it; nested tables
  /// are merged.
  ///
  /// A list replaces the previous value.
  func overridden(by other: LuaTable) -> LuaTable {
    var result = self
    for field in other.fields {
      result = result.setting(field.name) { old in
        guard case .table(let old)? = old, case .table(let new) = field.value,
          old.elements.isEmpty, new.elements.isEmpty, !new.isEmpty
        else { return field.value }
        return .table(old.overridden(by: new))
      }
    }
    return result
  }

  /// Returns the table with a value at a path of names; missing tables are
  /// created.
  func setting(_ value: LuaValue, at path: ArraySlice<String>) -> LuaTable {
    guard let name = path.first else { return self }
    return setting(name) { old in
      guard path.count > 1 else { return value }
      let inner = if case .table(let table)? = old { table } else { LuaTable.emptyObject }
      return .table(inner.setting(value, at: path.dropFirst()))
    }
  }

  /// Returns the table with a field that is computed from its previous value.
  private func setting(_ name: String, _ value: (LuaValue?) -> LuaValue) -> LuaTable {
    var result = self
    result.set(value(self[name]), for: name)
    return result
  }
}
