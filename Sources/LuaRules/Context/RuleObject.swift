import LuaBridge

/// A type whose members rules may read.
///
/// Rules see only the listed members, stored or computed. They call methods
/// with a dot, as in `c.todo.isVisible("ann")`. A class keeps its identity: an
/// object that comes back from Lua is the same object.
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

  /// The members that rules may read.
  static var ruleMembers: RuleMembers<RuleObjectRoot> { get }
}

extension RuleObject {
  /// The view that rules get of the value: the members that its type lists.
  ///
  /// A class may return another view for each object. A structure is always
  /// shown by its listed members; to hide a value, list a member that hides it.
  public var luaView: any LuaView { defaultLayoutView }

  /// The members, as the layout of the type lists them.
  ///
  /// Empty if `RuleObjectRoot` is neither the type itself nor a superclass of
  /// it.
  public static var layoutMembers: LayoutMembers {
    let members = ruleMembers
    if Self.self == RuleObjectRoot.self || Self.self is RuleObjectRoot.Type {
      return LayoutMembers(members.all.map(\.layoutMember))
    }
    return LayoutMembers(
      [], note: "`\(Self.self)` lists the members of `\(RuleObjectRoot.self)`")
  }
}
