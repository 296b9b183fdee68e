import LuaBridge

/// One rule that is written in Swift, or several rules.
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
    /// The conditions, which must all hold.
    var conditions: [RulePredicate.Form] = []
    var place: RulePlace
    var value: Value
    var priority: Int?
    var name: String?
    /// The line in the program, if it is known.
    var line: Int?
  }

  /// The value that a rule assigns.
  enum Value: Sendable {
    case constant(LuaValue)
    case path(RulePlace, [RulePlace.Step])
    /// Swift code, which receives its name for errors.
    case code(@Sendable (String) -> HostFunction, reading: [RulePlace])
  }

  private(set) var singles: [Single]
  /// Why no model can be made from the rules.
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

  /// Creates the rule with the line of its file at which it was written.
  ///
  /// If there are several rules, the line applies to those that have no line
  /// yet. ``RuleModel/init(_:file:)`` uses it.
  public init(line: Int, _ rule: SwiftRule) {
    self = rule.changingEach { $0.line = $0.line ?? line }
  }

  /// Creates a rule that puts the result of a closure into a box for a key;
  /// `nil` declines.
  public init<Key: RulePredicate.Operand, Value>(
    _ key: KeyPath<RulePath<RuleContext>, Key>,
    boxing value: @escaping @Sendable (RuleContext) throws -> Value?
  ) where Key.Compared: TypeErasingBox {
    self.init(key.path.place, .code(reading: []) { try value($0) as Any })
  }

  /// Creates a rule that gives one element of a list, for a key whose hit policy is
  /// ``HitPolicy/collect``.
  public init<Element: Sendable>(
    _ key: KeyPath<RulePath<RuleContext>, RulePath<[Element]>>, collecting element: Element
  ) {
    self.init(key.path.place, .constant(element))
  }

  /// Creates a rule that gives one element of a list, the result of a closure, for a key whose hit
  /// policy is ``HitPolicy/collect``; `nil` contributes nothing.
  public init<Element>(
    _ key: KeyPath<RulePath<RuleContext>, RulePath<[Element]>>,
    collecting element: @escaping @Sendable (RuleContext) throws -> Element?
  ) {
    self.init(key.path.place, .code(reading: []) { try element($0) as Any })
  }

  /// Creates a rule whose value is computed on the main actor, such as a view.
  ///
  /// An evaluation outside the main actor fails with an error when it reaches
  /// the rule.
  public init<Value>(
    _ key: KeyPath<RulePath<RuleContext>, RulePath<Value>>,
    onMainActor value: @escaping @MainActor @Sendable (RuleContext) throws -> Value?
  ) {
    let code: @Sendable (String) -> HostFunction = { name in
      HostFunction(swiftRule: name, onMainActor: value)
    }
    self.init(key.path.place, .code(code, reading: []))
  }

  /// Returns the rule with a priority; if there are several rules, it applies
  /// to those without one.
  public func priority(_ priority: Priority) -> SwiftRule { self.priority(priority.rawValue) }

  /// Returns the rule with a priority from −32768 to 32767.
  ///
  /// If there are several rules, the priority applies to those that have none
  /// yet. A number outside the range fails the load.
  public func priority(_ priority: Int) -> SwiftRule {
    changingEach { $0.priority = $0.priority ?? priority }
  }

  /// Returns the rule with a name, which explanations and checks show.
  ///
  /// If there are several rules, the name applies to those that have none yet.
  public func named(_ name: String) -> SwiftRule {
    changingEach { $0.name = $0.name ?? name }
  }

  /// Returns the rule with one more condition, which is evaluated first.
  func when(_ predicate: RulePredicate) -> SwiftRule {
    changingEach { $0.conditions = predicate.form.conjuncts + $0.conditions }
  }

  private func changingEach(_ change: (inout Single) -> Void) -> SwiftRule {
    var result = self
    for index in result.singles.indices { change(&result.singles[index]) }
    return result
  }
}
