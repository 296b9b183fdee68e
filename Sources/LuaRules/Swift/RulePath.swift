import LuaBridge

/// What the key paths of rules in Swift begin with.
///
/// A key path such as `\.todo?.title` is written as it would be for a
/// ``RuleContext``; here it leads to a ``RulePath``, which knows its steps.
@dynamicMemberLookup
public struct RulePaths: Sendable {
  /// The path of a key.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value> & Sendable
  ) -> RulePath<Value> {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }

  /// The path of a key that may hold nothing, to go on with `?`.
  public subscript<Value>(
    dynamicMember accessor: any KeyPath<RuleContext, Value?> & Sendable
  ) -> RulePath<Value>? {
    RulePath(RulePlace(accessor)) { $0[keyPath: accessor] }
  }
}

/// A key, or a member of what a key holds, as rules in Swift name it.
///
/// Nobody makes one by hand: the key paths in rules lead to them.
@dynamicMemberLookup
public struct RulePath<Value>: Sendable {
  let place: RulePlace
  /// Returns `nil` where a value on the way is missing.
  let read: @Sendable (RuleContext) -> Value?

  init(_ place: RulePlace, _ read: @escaping @Sendable (RuleContext) -> Value?) {
    self.place = place
    self.read = read
  }

  /// The path of a member.
  public subscript<Member>(
    dynamicMember member: any KeyPath<Value, Member> & Sendable
  ) -> RulePath<Member> {
    RulePath<Member>(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }

  /// The path of a member that may be nothing, to go on with `?`.
  public subscript<Member>(
    dynamicMember member: any KeyPath<Value, Member?> & Sendable
  ) -> RulePath<Member>? {
    RulePath<Member>(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }
}

/// What a key path in a rule leads to: a path, or a path behind something optional.
public protocol RuleOperand<Compared> {
  /// What is compared: the value, without the nothing that may be there.
  associatedtype Compared

  /// Returns the path; static, as members of a ``RulePath`` are those of its value.
  static func path(_ operand: Self) -> RulePath<Compared>
}

extension RulePath: RuleOperand {
  /// Returns the path.
  public static func path(_ operand: RulePath) -> RulePath { operand }
}

extension Optional: RuleOperand where Wrapped: RuleOperand {
  /// Returns the path; optional chaining always leads to one.
  public static func path(_ operand: Wrapped?) -> RulePath<Wrapped.Compared> {
    operand.map { Wrapped.path($0) } ?? RulePath(.nowhere) { _ in nil }
  }
}

extension KeyPath where Root == RulePaths, Value: RuleOperand {
  /// The path that it leads to.
  var path: RulePath<Value.Compared> { Value.path(RulePaths()[keyPath: self]) }
}

/// Where a path leads, as far as Lua has names for it.
struct RulePlace: Sendable {
  /// The key; `nil` for a path that does not begin with an accessor.
  let key: DeclaredKey?
  /// The steps; `nil` where one has no name in Lua.
  private(set) var steps: [Step]?

  /// A key or a member.
  struct Step: Sendable {
    let name: String
    /// Whether there may be nothing.
    let isOptional: Bool
  }

  /// The place of what is no path of a key.
  static let nowhere = RulePlace()

  private init() {
    key = nil
    steps = nil
  }

  fileprivate init<Value>(_ accessor: KeyPath<RuleContext, Value>) {
    key = try? RuleContext.key(of: accessor).key
    steps = key.map { [Step(name: $0.name, isOptional: OptionalType.wrapped(Value.self) != nil)] }
  }

  fileprivate func member<Object, Member>(
    _ member: any KeyPath<Object, Member> & Sendable
  ) -> RulePlace {
    var result = self
    if let name = MemberNames.name(of: member) {
      let isOptional = OptionalType.wrapped(Member.self) != nil
      result.steps?.append(Step(name: name, isOptional: isOptional))
    } else {
      result.steps = nil
    }
    return result
  }
}

/// What members are called in Lua, found by comparing key paths: they print no names.
private enum MemberNames {
  static func name<Object, Member>(
    of member: any KeyPath<Object, Member> & Sendable
  ) -> String? {
    if let type = Object.self as? any RuleObject.Type { return type.memberName(of: member) }
    // A struct that says nothing of itself shows what is stored in it.
    if Object.self is any LuaConvertible.Type || Object.self is any LuaViewConvertible.Type
      || Object.self is any RawRepresentable.Type || Object.self is any CustomReflectable.Type
    {
      return nil
    }
    guard let offset = MemoryLayout<Object>.offset(of: member) else { return nil }
    return StoredProperties.name(in: Object.self, at: offset, of: Member.self)
  }
}

extension RuleObject {
  fileprivate static func memberName(of path: AnyKeyPath) -> String? {
    ruleMembers.all.first { member in
      member.property.map { $0 as AnyKeyPath == path } ?? false
    }?.name
  }
}

/// What optionals wrap.
enum OptionalType {
  /// Returns the type that an optional is of; `nil` for what is no optional.
  static func wrapped(_ type: Any.Type) -> Any.Type? {
    (type as? any WrappingType.Type)?.wrappedType
  }
}

private protocol WrappingType {
  static var wrappedType: Any.Type { get }
}

extension Optional: WrappingType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
