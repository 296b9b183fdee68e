import LuaBridge
import LuaRules

// What the contexts of a schema always have.

extension RuleSchema {
  /// Whether every context sets a key, or every object of a path has its last member.
  func requires(_ path: [String]) -> Bool {
    guard let first = path.first, var type = type(of: first) else { return false }
    if path.count == 1 { return limits.requiredKeys?.contains(first) == true }
    var isRequired = false
    for name in path.dropFirst() {
      guard case .object(let object) = type.withoutNull, let member = object[name] else {
        return false
      }
      (type, isRequired) = (member.type, member.isRequired)
    }
    return isRequired
  }

  /// Returns a context with some value for each key and each member that is required and not set.
  func completing(_ context: LuaTable) -> LuaTable {
    var context = context
    for name in names.sortedByBytes() {
      guard let type = type(of: name), context[name] != nil || requires([name]) else { continue }
      if let value = completed(context[name], type, [name], depth: 0) {
        context = context.setting(value, at: [name])
      }
    }
    return context
  }

  /// How deep objects are completed.
  private static let mostDepth = 8

  private func completed(
    _ value: LuaValue?, _ type: ValueType, _ path: [String], depth: Int
  ) -> LuaValue? {
    guard case .object(let object) = type.withoutNull else {
      if let value { return value }
      let values = try? WitnessValue.all(
        of: type, at: path, isRequired: true, comparedWith: [])
      return values?.first?.value
    }
    guard depth < Self.mostDepth else { return value }
    guard case .table(var table) = value ?? .table(LuaTable()) else { return value }
    for member in object.members where !member.type.isFunction {
      guard member.isRequired || table[member.name] != nil else { continue }
      if let value = completed(
        table[member.name], member.type, path + [member.name], depth: depth + 1)
      {
        table = table.setting(value, at: [member.name])
      }
    }
    return .table(table)
  }
}
