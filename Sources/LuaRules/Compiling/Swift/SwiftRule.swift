import LuaBridge

/// A rule that is written in Swift, or several with something in common.
///
/// ```swift
/// let defaults: RuleModel = [
///   \.todo?.priority == .low => \.fancyColor <= .gray,
///   \.title <= \.todo?.title,
/// ]
/// ```
public struct SwiftRule: Sendable, ExpressibleByArrayLiteral {
  /// One predicate with one assignment.
  struct Single: Sendable {
    /// All of them have to hold.
    var conditions: [RulePredicate.Form] = []
    var place: RulePlace
    var value: Value
    var priority: Int?
    var name: String?
    /// Where it was written in the program, if that was said.
    var line: Int?
  }

  /// What a rule gives.
  enum Value: Sendable {
    case constant(LuaValue)
    case path(RulePlace, [RulePlace.Step])
    /// Swift code, which gets the name that it has in errors.
    case code(@Sendable (String) -> HostFunction, reading: [RulePlace])
  }

  private(set) var singles: [Single]
  /// Why they make no model.
  private(set) var problem: RuleError?

  init(_ place: RulePlace, _ value: Value) {
    singles = [Single(place: place, value: value)]
  }

  /// Creates several rules, in their order of declaration.
  public init(arrayLiteral elements: SwiftRule...) { self.init(all: elements) }

  init(all rules: [SwiftRule]) {
    singles = rules.flatMap(\.singles)
    problem = rules.lazy.compactMap(\.problem).first
  }

  /// Creates the rules of a list, without their lines.
  init(_ list: SwiftRuleList) {
    singles = list.rules
    problem = list.problem
    self = changingEach { $0.line = nil }
  }

  /// Creates the same rule as one that was written at a line of its file.
  ///
  /// Of several, those that have none get it. It is used by
  /// ``RuleModel/init(_:file:)``.
  public init(line: Int, _ rule: SwiftRule) {
    self = rule.changingEach { $0.line = $0.line ?? line }
  }

  /// Creates a rule for a key that holds what a closure returns in a box; `nil` declines.
  public init<Key: ComparablePath, Value>(
    _ key: KeyPath<KeyPathRoot, Key>,
    boxing value: @escaping @Sendable (RuleContext) throws -> Value?
  ) where Key.Compared: TypeErasingBox {
    self.init(key.path.place, .code(reading: []) { try value($0) as Any })
  }

  /// Creates a rule whose value is made on the main actor, such as a view.
  ///
  /// A question elsewhere that comes to the rule fails with an error.
  public init<Value>(
    _ key: KeyPath<KeyPathRoot, RulePath<Value>>,
    onMainActor value: @escaping @MainActor @Sendable (RuleContext) throws -> Value?
  ) {
    let code: @Sendable (String) -> HostFunction = { name in
      HostFunction(swiftRule: name, onMainActor: value)
    }
    self.init(key.path.place, .code(code, reading: []))
  }

  /// Returns the rule with a priority; of several, those that have none get it.
  public func priority(_ priority: Priority) -> SwiftRule { self.priority(priority.rawValue) }

  /// Returns the rule with a priority from −32768 to 32767.
  ///
  /// Of several, those that have none get it. Another number fails the load.
  public func priority(_ priority: Int) -> SwiftRule {
    changingEach { $0.priority = $0.priority ?? priority }
  }

  /// Returns the rule with a name, which explanations and checks show.
  ///
  /// Of several, those that have none get it.
  public func named(_ name: String) -> SwiftRule {
    changingEach { $0.name = $0.name ?? name }
  }

  /// Returns the rule with one more condition, which is asked first.
  func when(_ predicate: RulePredicate) -> SwiftRule {
    changingEach { $0.conditions = predicate.form.conjuncts + $0.conditions }
  }

  private func changingEach(_ change: (inout Single) -> Void) -> SwiftRule {
    var result = self
    for index in result.singles.indices { change(&result.singles[index]) }
    return result
  }
}
