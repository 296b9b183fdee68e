import LuaBridge

/// A type whose values rules may look into.
///
/// Rules see the members that are listed, stored or computed, and no other. They
/// call methods with a dot, as in `c.todo.isVisible("ann")`. A class keeps its
/// identity: what comes back from Lua is the same object.
///
/// ```swift
/// extension Todo: RuleObject {
///   static let ruleMembers: RuleMembers<Todo> = [
///     .init("title", \.title),
///     .init("isUrgent") { $0.priority == .high },
///     .init("note", \.note, isSecret: true),
///     .init("isVisible", calling: Todo.isVisible(to:)),
///   ]
/// }
/// ```
public protocol RuleObject: LuaViewConvertible, ValueTypeProviding {
  /// The type whose members are listed: the type itself, or a superclass of it.
  associatedtype RuleObjectRoot = Self

  /// What rules may read.
  static var ruleMembers: RuleMembers<RuleObjectRoot> { get }
}

extension RuleObject {
  /// What rules see of the value.
  public var luaView: any LuaView {
    RuleObjectView(self)
  }
}

/// A ``RuleObject`` as rules see it.
final class RuleObjectView<Object: RuleObject>: StoredScalars, LuaView, SharableView {
  private let object: Object
  /// Nothing when the type names a root that it is not.
  private let root: PlacedValue<Object.RuleObjectRoot>?
  private let place: ValuePlace?
  private let readers: [@Sendable (ValuePlace) -> LuaRepresentation]
  private let members: RuleMembers<Object.RuleObjectRoot>
  let identity: UInt64

  init(_ object: Object) {
    self.object = object
    let found = SameType.cast(object, to: Object.RuleObjectRoot.self)
    let root = (found ?? object as? Object.RuleObjectRoot).map { PlacedValue($0) }
    let members = Object.ruleMembers
    self.root = root
    self.members = members
    place = root?.place
    readers = members.readers
    identity =
      Object.self is AnyClass
      ? UInt64(UInt(bitPattern: ObjectIdentifier(object as AnyObject))) : 0
    super.init(
      of: root?.place, members.storedScalars, family: root == nil ? 0 : members.family)
  }

  var shape: LuaViewShape { .members }
  var count: Int { root == nil ? 0 : members.valueNames.count }
  var keys: [LuaValue] { root == nil ? [] : members.valueNames }
  var subject: Any { object }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard let root else {
      return .unknown(
        members: [],
        note: "`\(type(of: subject))` lists the members of `\(Object.RuleObjectRoot.self)`")
    }
    guard case .string(let name) = key, let member = members[name] else {
      return .unknown(members: members.names, note: nil)
    }
    return .value(member.value(in: root.value))
  }

  func position(of key: LuaValue) -> UInt32 {
    guard case .string(let name) = key, let offset = members.position(of: name) else { return 0 }
    return UInt32(clamping: offset + 1)
  }

  func representation(at position: UInt32) -> LuaRepresentation? {
    let index = Int(position) - 1
    guard let place, readers.indices.contains(index) else { return nil }
    return readers[index](place)
  }

  override func openPosition(of name: String) -> UInt32 {
    let name = LuaValue.string(name)
    return isSecret(name) ? 0 : position(of: name)
  }

  func isSecret(_ key: LuaValue) -> Bool {
    guard members.hasSecrets, case .string(let name) = key else { return false }
    return members[name]?.isSecret == true
  }
}
