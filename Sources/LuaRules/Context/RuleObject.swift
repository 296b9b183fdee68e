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
public protocol RuleObject: LuaViewConvertible, ValueTypeProviding, MemberListing {
  /// The type whose members are listed: the type itself, or a superclass of it.
  associatedtype RuleObjectRoot = Self

  /// What rules may read.
  static var ruleMembers: RuleMembers<RuleObjectRoot> { get }
}

extension RuleObject {
  /// What rules see of the value: the members that its type lists.
  ///
  /// A class may show something else, object by object. Structures are always shown by their listed
  /// members; where one is to hide some of its values, list members that do.
  public var luaView: any LuaView { defaultLayoutView }

  /// The members, as the layout of the type lists them.
  ///
  /// None when the type names a root that it is not.
  public static var layoutMembers: LayoutMembers {
    let members = ruleMembers
    if Self.self == RuleObjectRoot.self || Self.self is RuleObjectRoot.Type {
      return LayoutMembers(members.all.map(\.layoutMember))
    }
    return LayoutMembers(
      [], note: "`\(Self.self)` lists the members of `\(RuleObjectRoot.self)`")
  }
}
