/// A type of the standard library whose form in Lua depends on what it holds.
///
/// Apart from ``LuaConvertible`` because such a type cannot come back without a
/// ``LuaConverter``, which knows the objects of the evaluation.
protocol StandardRepresentable {
  /// What the value is in Lua.
  var standardRepresentation: LuaRepresentation { get }
}

extension Optional: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    switch self {
    case .none: .value(.nil)
    case .some(let wrapped): LuaRepresentation(of: wrapped)
    }
  }
}

extension AnyHashable: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { LuaRepresentation(of: base) }
}

extension StaticString: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .value(.string(description)) }
}

extension Array: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension ArraySlice: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension ContiguousArray: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .view(ListView(self, subject: self)) }
}

extension Set: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    .view(ListView(LuaOrder.sorted(self), subject: self))
  }
}

extension Dictionary: StandardRepresentable {
  var standardRepresentation: LuaRepresentation {
    guard DictionaryKeys.areVisible(Key.self) else { return .opaque(self) }
    return .view(DictionaryView(self))
  }
}

// An address says something about the process that rules must not know.

extension ObjectIdentifier: StandardRepresentable {
  var standardRepresentation: LuaRepresentation { .opaque(self) }
}
