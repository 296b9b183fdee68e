import LuaBridge

/// A type whose values rules may look into.
///
/// Rules see the members that are listed, stored or computed, and no other. A
/// class keeps its identity: what comes back from Lua is the same object.
///
/// ```swift
/// extension Todo: RuleObject {
///   static let ruleMembers: RuleMembers<Todo> = [
///     .init("title", \.title),
///     .init("isUrgent") { $0.priority == .high },
///     .init("note", \.note, isSecret: true),
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
    RuleObjectView(root: self as? RuleObjectRoot, members: Self.ruleMembers, subject: self)
  }
}

/// A ``RuleObject`` as rules see it.
struct RuleObjectView<Root>: LuaView {
  /// Nothing when the type names a root that it is not.
  let root: Root?
  let members: RuleMembers<Root>
  let subject: Any

  var shape: LuaViewShape { .members }
  var count: Int { root == nil ? 0 : members.count }
  var keys: [LuaValue] { root == nil ? [] : members.names.map { .string($0) } }

  func member(_ key: LuaValue) -> LuaViewMember {
    guard let root else {
      return .unknown(
        members: [], note: "`\(type(of: subject))` lists the members of `\(Root.self)`")
    }
    guard case .string(let name) = key, let member = members[name] else {
      return .unknown(members: members.names, note: nil)
    }
    return .value(member.value(in: root))
  }

  func isSecret(_ key: LuaValue) -> Bool {
    guard members.hasSecrets, case .string(let name) = key else { return false }
    return members[name]?.isSecret == true
  }
}
