import LuaBridge

/// A view of a table from JSON or from a rule that shows the members that a
/// schema declares.
///
/// A type that the host declares or exports as a closed object is closed here,
/// too: an undeclared member is the same error as with the host's own type.
struct DeclaredView: LuaView {
  let table: LuaTable
  let type: ObjectType

  private init(_ table: LuaTable, object type: ObjectType) {
    self.table = table
    self.type = type
  }

  /// Creates a view, or returns `nil` if the type is not a closed object.
  init?(_ table: LuaTable, type: ValueType) {
    guard let object = type.closedObject else { return nil }
    self.init(table, object: object)
  }

  var shape: LuaViewShape { .members }

  var count: Int {
    type.members.count { member in
      guard !member.type.isFunction else { return false }
      return switch table[member.name] {
      case nil, .nil, .null: false
      default: true
      }
    }
  }

  var keys: [LuaValue] {
    type.members.lazy.filter { !$0.type.isFunction }.map { .string($0.name) }
  }

  var subject: Any { LuaValue.table(table) }

  var identity: UInt64 { 0 }

  var isConstant: Bool { true }

  func isSecret(_ key: LuaValue) -> Bool {
    guard case .string(let name) = key else { return false }
    return type[name]?.isSecret == true
  }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard case .string(let name) = key, let member = type[name] else {
      return .unknown(members: type.members.map(\.name), note: nil)
    }
    if case .function(let function) = member.type {
      return .value(
        BoundMember(missing: name, parameterCount: function.parameters.count))
    }
    guard let value = table[name] else { return .absent }
    guard case .table(let table) = value, let part = TypedPart(of: table, type: member.type) else {
      return .value(value)
    }
    return .value(part)
  }
}
