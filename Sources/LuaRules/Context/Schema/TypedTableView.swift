import LuaBridge

/// A view of a table with secrets at some depth that uses the declared types to
/// know them.
///
/// Apart from that it shows the same as a view without a type: a list stays a
/// list, an open object stays open.
struct SecretTableView: LuaView {
  private let base: any LuaView
  private let type: ValueType

  /// Creates a view, or returns `nil` if values of the type contain no secrets.
  init?(_ table: LuaTable, type: ValueType) {
    guard type.hasSecrets, case .view(let base) = LuaRepresentation(of: LuaValue.table(table))
    else { return nil }
    self.base = base
    self.type = type.withoutNull
  }

  var shape: LuaViewShape { base.shape }
  var count: Int { base.count }
  var keys: [LuaValue] { base.keys }
  var subject: Any { base.subject }
  var identity: UInt64 { base.identity }
  var isConstant: Bool { base.isConstant }

  func isSecret(_ key: LuaValue) -> Bool {
    guard case .string(let name) = key else { return false }
    return type.isSecret(at: [name])
  }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard case .value(let value) = base.member(key) else { return base.member(key) }
    return .value(TypedPart(of: value, type: partType(of: key)) ?? value)
  }

  private func partType(of key: LuaValue) -> ValueType {
    guard case .string(let name) = key else {
      if case .dictionary(let entry) = type { return entry }
      return type.elementType
    }
    return type.type(ofMember: name)
  }
}

/// A part of a declared value that needs a view of its own because of its type.
struct TypedPart: LuaViewConvertible {
  let luaView: any LuaView

  /// Creates a part, or returns `nil` if the value needs no view of its own.
  init?(of value: Any, type: ValueType) {
    guard case .table(let table)? = value as? LuaValue,
      let view = SecretTableView(table, type: type)
    else { return nil }
    luaView = view
  }

  /// Creates a part of a declared object.
  init?(ofMember value: LuaValue, type: ValueType) {
    guard case .table(let table) = value else { return nil }
    if let view = DeclaredView(table, type: type) {
      luaView = view
    } else if let view = SecretTableView(table, type: type) {
      luaView = view
    } else {
      return nil
    }
  }
}
