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
    self.member(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }

  /// The path of a member that may be nothing, to go on with `?`.
  public subscript<Member>(
    dynamicMember member: any KeyPath<Value, Member?> & Sendable
  ) -> RulePath<Member>? {
    self.member(place.member(member)) { [read] in read($0)?[keyPath: member] }
  }

  /// Returns the path of a member, which rules may be for, too.
  private func member<Member>(
    _ place: RulePlace, _ read: @escaping @Sendable (RuleContext) -> Member?
  ) -> RulePath<Member> {
    guard let path = place.path else { return RulePath<Member>(place, read) }
    let key = KeyID(path)
    return RulePath<Member>(place) { context in
      guard context.mayAnswer(for: key) else { return read(context) }
      do throws(RuleError) {
        return try context.value(at: path, as: Member?.self)
      } catch {
        context.report(error)
        return nil
      }
    }
  }
}

extension RuleContext {
  /// Whether there is a value or a rule for the path itself, and not only a member.
  fileprivate func mayAnswer(for path: KeyID) -> Bool {
    values[path] != nil
      || model.links.contains { $0.current.contains { $0.plan.candidates[path.name] != nil } }
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
