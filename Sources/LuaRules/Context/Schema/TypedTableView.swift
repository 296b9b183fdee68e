import LuaBridge

/// A view of a list, a dictionary or an open object whose parts have a view of their own by their
/// declared types: they have secrets, or members that no other name may be read of.
///
/// Apart from that it shows the same as a view without a type: a list stays a
/// list, an open object stays open.
struct TypedTableView: LuaView {
  private let base: any LuaView
  private let type: ValueType

  /// Creates a view, or returns `nil` if no part of such a value has a view of its own.
  init?(_ table: LuaTable, type: ValueType) {
    guard
      type.withoutNull.hasTypedParts || type.hasSecrets,
      case .view(let base) = LuaRepresentation(of: LuaValue.table(table))
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
    guard case .table(let table)? = value as? LuaValue,
      let part = TypedPart(of: table, type: partType(of: key))
    else { return .value(value) }
    return .value(part)
  }

  private func partType(of key: LuaValue) -> ValueType {
    guard case .string(let name) = key else {
      if case .dictionary(let entry) = type { return entry }
      return type.elementType
    }
    return type.type(ofMember: name)
  }
}

extension ValueType {
  /// Whether some part of a value of this list, dictionary or open object is a closed object.
  fileprivate var hasTypedParts: Bool {
    switch self {
    case .list(let part), .dictionary(let part): part.withoutNull.hasView
    case .object(let object):
      object.isOpen && object.members.contains { $0.type.withoutNull.hasView }
    default: false
    }
  }

  private var hasView: Bool {
    switch self {
    case .object(let object) where !object.isOpen: true
    case .variant: true
    default: hasTypedParts
    }
  }
}

/// A part of a declared value that needs a view of its own because of its type.
struct TypedPart: LuaViewConvertible {
  let luaView: any LuaView

  /// Creates a part, or returns `nil` if the value needs no view of its own.
  init?(of table: LuaTable, type: ValueType) {
    if let view = DeclaredView(table, type: type) {
      luaView = view
    } else if let view = TypedTableView(table, type: type) {
      luaView = view
    } else {
      return nil
    }
  }
}
