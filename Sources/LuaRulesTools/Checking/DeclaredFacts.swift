import LuaBridge
import LuaRules

/// What a finding rests on that the engine does not make sure of.
///
/// The engine compares no float with `minimum`, no list with `minItems`, and no answer with its type that another rule
/// reads; a context may leave out what is required, or set any key to null; and a float may be no number (NaN).
struct DeclaredFacts {
  private var said: [String] = []
  private var given: [String] = []
  private var exceptions: [String] = []

  static let overflow = "a calculation leaves the range of integers"

  /// How many facts are told.
  private static let most = 3

  /// Adds what is declared of a value.
  ///
  /// - Parameters:
  ///   - name: The value in words of the source.
  ///   - type: Its declared type.
  ///   - isRequired: Whether the schema requires it, if it has a value.
  ///   - isAnswered: Whether a default or a rule answers where the context says nothing.
  ///   - isOrdered: Whether it was compared by `<` or the like.
  ///   - isCompared: Whether it was compared at all, and not only tested as a condition.
  mutating func add(
    _ name: String, _ type: LuaType, isRequired: Bool, isAnswered: Bool, isOrdered: Bool,
    isCompared: Bool = true
  ) {
    var type = type
    if !isCompared { type.range = .all }
    if let bounds = type.boundsText { say("`\(name)` is \(bounds)") }
    if !type.mayBe(.nothing) {
      if isRequired {
        if type.boundsText == nil { say("`\(name)` has a value") }
      } else {
        exceptions.append("`\(name)` is \(isAnswered ? "set to null" : "unset")")
      }
    }
    if isOrdered, type.mayBe(.float) { exceptions.append("`\(name)` is no number (NaN)") }
  }

  private mutating func say(_ fact: String) {
    // Two values may have one name in the source.
    if !said.contains(fact) { said.append(fact) }
  }

  /// Adds what the rules for a key give.
  mutating func add(given name: String, _ type: LuaType) {
    let fact = "the rules give `\(name)` \(type.boundsText ?? type.listed(by: type.text))"
    if !given.contains(fact) { given.append(fact) }
  }

  /// Adds that rules give a key what is declared.
  mutating func add(calculated name: String, _ type: LuaType) {
    if !type.isAny { say("`\(name)` is \(type.boundsText ?? type.text)") }
  }

  /// Adds that integers stay in their range where they are calculated.
  ///
  /// Without anything declared, nobody says that the numbers are small: only a proof that is known to need it
  /// says so then.
  mutating func addOverflow(isCertain: Bool = false) {
    guard isCertain || !said.isEmpty || !given.isEmpty, !exceptions.contains(Self.overflow) else {
      return
    }
    exceptions.append(Self.overflow)
  }

  var isEmpty: Bool { said.isEmpty && given.isEmpty && exceptions.isEmpty }

  /// Whether a context may well say otherwise.
  var hasExceptions: Bool { !exceptions.isEmpty }

  /// The facts as the end of a message.
  var text: String {
    func list(_ parts: [String], _ word: String) -> String {
      parts.prefix(Self.most).joined(separator: " \(word) ")
    }
    return (said.isEmpty ? "" : "; the schema says that \(list(said, "and"))")
      + (given.isEmpty ? "" : "; \(list(given, "and"))")
      + (exceptions.isEmpty ? "" : "; unless \(list(exceptions, "or"))")
  }
}

extension DecisionVariable {
  /// The variable in words of the source, without the context.
  var nameInSource: String {
    if text.hasPrefix("#c.") { return "#\(text.dropFirst(3))" }
    return text.hasPrefix("c.") ? String(text.dropFirst(2)) : text
  }
}

extension LuaType {
  /// The texts that the type lists, in words; other words if it lists none.
  fileprivate func listed(by words: String) -> String {
    isOnly(.text) && texts != nil ? listed : words
  }

  /// The bounds of a number in words, as in `at least 0`; `nil` if there are none.
  var boundsText: String? {
    guard mayBe(.number), range != .all else { return nil }
    func text(_ number: Double) -> String {
      (Int64(exactly: number).map { .integer($0) } ?? LuaValue.number(number)).literal
    }
    switch (range.lower.isFinite, range.upper.isFinite) {
    case (true, true) where range.lower == range.upper: return text(range.lower)
    case (true, true):
      guard range.isLowerOpen || range.isUpperOpen else {
        return "from \(text(range.lower)) to \(text(range.upper))"
      }
      return (range.isLowerOpen ? "more than" : "at least") + " \(text(range.lower)) and "
        + (range.isUpperOpen ? "less than" : "at most") + " \(text(range.upper))"
    case (true, false):
      return "\(range.isLowerOpen ? "more than" : "at least") \(text(range.lower))"
    case (false, true): return "\(range.isUpperOpen ? "less than" : "at most") \(text(range.upper))"
    default: return nil
    }
  }
}

extension Check {
  /// Returns what findings of conditions rest on: what is declared of the values in them.
  func facts(
    in conditions: [InspectedRule.Condition], _ rules: CheckedRules, nodes: Set<Int>? = nil
  ) -> DeclaredFacts {
    var facts = DeclaredFacts()
    var seen: Set<Int> = []
    var ordered: Set<Int> = []
    var compared: Set<Int> = []
    for condition in conditions {
      switch condition {
      case .never, .host: break
      case .pattern(let entries):
        seen.formUnion(entries.map(\.variable))
        compared.formUnion(entries.map(\.variable))
        ordered.formUnion(entries.filter { $0.allowed == nil }.map(\.variable))
      case .function(let function):
        for (number, node) in function.graph.nodes.enumerated()
        where nodes?.contains(number) ?? true {
          switch node {
          case .test(let test, _, _, _):
            for case .variable(let variable) in [test.left, test.right] {
              seen.insert(variable)
              if test.kind != .isTrue { compared.insert(variable) }
              if test.kind != .isTrue, test.kind != .isEqual || test.left == test.right {
                ordered.insert(variable)
              }
            }
          case .result(.variable(let variable), _): seen.insert(variable)
          default: break
          }
        }
      }
    }
    for number in seen.sorted() {
      add(
        number, isOrdered: ordered.contains(number), isCompared: compared.contains(number), rules,
        to: &facts)
    }
    return facts
  }

  /// Returns what a finding of one variable rests on that is a condition.
  func facts(of variable: Int, _ rules: CheckedRules) -> DeclaredFacts {
    var facts = DeclaredFacts()
    add(variable, isOrdered: false, isCompared: false, rules, to: &facts)
    return facts
  }

  private func add(
    _ number: Int, isOrdered: Bool, isCompared: Bool, _ rules: CheckedRules,
    to facts: inout DeclaredFacts
  ) {
    let variable = rules.model.variables[number]
    let declared = rules.declared.type(of: number)
    let certain = rules.certain.domains.type(of: number)
    guard declared != certain || isOrdered else { return }
    if isCompared || declared.mayBe(.boolean),
      add(given: variable.nameInSource, variable.path, to: &facts)
    {
      return
    }
    facts.add(
      variable.nameInSource, declared, isRequired: requires(variable.path),
      isAnswered: isAlwaysAnswered(variable.path), isOrdered: isOrdered, isCompared: isCompared)
  }

  /// Adds what rules give to a key, or to the text whose length is tested; returns whether that is less
  /// than what its type allows.
  func add(given name: String, _ path: [String], to facts: inout DeclaredFacts) -> Bool {
    let key = path.count == 1 ? path[0] : name.hasPrefix("#") ? String(name.dropFirst()) : ""
    guard !key.isEmpty, let answer = types.answer(for: key) else { return false }
    facts.add(given: key, answer)
    if types.overflowing.contains(ByteName(key)) { facts.addOverflow() }
    return true
  }

  /// Whether a path is a key that a default or a rule answers.
  func isAlwaysAnswered(_ path: [String]) -> Bool {
    guard path.count == 1, let name = path.first else { return false }
    return types.isAnswered(name)
  }

  /// Whether the schema requires the value at a path, or counts it.
  func requires(_ path: [String]) -> Bool {
    guard path.count == 1, let name = path.first else { return true }
    return schema.limits.requiredKeys?.contains(name) == true
  }
}
