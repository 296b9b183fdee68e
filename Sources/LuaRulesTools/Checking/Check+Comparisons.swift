import LuaBridge
import LuaRules

// Checks for comparisons with only one possible outcome, and for values that do not fit.

extension Check {
  /// Checks the comparisons in conditions and value functions, and their
  /// results.
  mutating func checkComparisons(of rules: CheckedRules) {
    var seen: Set<Int> = []
    var users: [OutcomePlace: [InspectedRule]] = [:]
    for rule in rules.model.rules {
      if let place = OutcomePlace(rule) { users[place, default: []].append(rule) }
    }
    for rule in rules.model.rules {
      for case .pattern(let entries) in rule.conditions {
        for entry in entries { check(entry, of: rule) }
      }
      for function in rule.functions where seen.insert(function.number).inserted {
        checkTests(of: function, of: rule, rules)
        checkTruth(of: function, of: rule, rules)
      }
      if case .function(let function) = rule.outcome, let place = OutcomePlace(rule),
        let users = users.removeValue(forKey: place)
      {
        checkResults(of: function, givenTo: users, rules)
      }
    }
  }

  /// Checks the tests of a function that some context reaches.
  ///
  /// One comparison of the source may be several tests of the graph, about what a local variable may be.
  /// It is a mistake only if all of them are.
  private mutating func checkTests(
    of function: InspectedFunction, of rule: InspectedRule, _ rules: CheckedRules
  ) {
    guard mayFindSomething(in: function, of: rule, rules) else { return }
    var places: [TestPlace: [Int]] = [:]
    var sound: [Comparison: [TestPlace]] = [:]
    var found: [(comparison: Comparison, test: TestPlace, findings: [RuleFinding])] = []
    for (node, end) in function.graph.nodes.enumerated() {
      guard case .test(let test, _, _, let place) = end else { continue }
      let compared = TestPlace(test: test, place: place)
      // One line of the source may occur in several ways of the graph.
      places[compared, default: []].append(node)
      guard places[compared]?.count == 1 else { continue }
      let before = findings.count
      check(test, at: place ?? function.location, of: rule, rules)
      let comparison = Comparison(test, place: place)
      if findings.count == before {
        sound[comparison, default: []].append(compared)
      } else {
        found.append((comparison, compared, takeFindings(since: before)))
      }
    }
    guard !found.isEmpty else { return }
    var ways = PossibleWays(function.graph)
    func isReached(_ compared: TestPlace) -> Bool {
      // A value that is nil or false may be equal to a constant that is.
      let isFalsy = compared.test.constant == .nothing || compared.test.constant == .boolean(false)
      let variables = compared.test.kind == .isTrue || isFalsy ? [] : compared.test.variables
      return (places[compared] ?? []).contains { ways.reach($0, with: variables) }
    }
    /// Whether a local variable is missing on some ways only, and the comparison is sound on others.
    func isMissingOnSomeWays(_ comparison: Comparison, _ compared: TestPlace) -> Bool {
      guard comparison.isOrder, compared.test.constant == .nothing else { return false }
      return sound.contains { other, tests in
        other.kind == comparison.kind && other.place == comparison.place
          && tests.contains {
            !Set($0.test.variables).isDisjoint(with: compared.test.variables) && isReached($0)
          }
      }
    }
    /// Whether the tested constant is only one of several values of a variable, and the comparison is sound
    /// for another one.
    func isAlternative(_ comparison: Comparison, _ compared: TestPlace) -> Bool {
      guard let constant = compared.test.constant else { return false }
      if rules.model.comparesConstant(of: compared.test, at: compared.place) { return false }
      func isOther(_ test: DecisionGraph.Test) -> Bool {
        test.kind == comparison.kind && test.constant != constant
      }
      return sound.contains { other, tests in
        other.kind == comparison.kind && other.place == comparison.place
          && tests.contains {
            isOther($0.test)
              && !Set($0.test.variables).isDisjoint(with: compared.test.variables) && isReached($0)
          }
      }
        || function.graph.constantTests.contains {
          $0.place == comparison.place && isOther($0.test)
            && !Set($0.test.variables).isDisjoint(with: compared.test.variables)
        }
    }
    let endsInLua = function.graph.nodes.contains { if case .lua = $0 { true } else { false } }
    for (comparison, compared, findings) in found where isReached(compared) {
      // A general function may look out for 0, before it divides.
      if compared.test.constant?.number == 0, let place = compared.place,
        !rules.model.holds(function, place)
      {
        continue
      }
      // A general function may give something for an empty text.
      if compared.test.constant == .text([]), let place = compared.place,
        !rules.model.holds(function, place)
      {
        continue
      }
      // Lua may come there on other ways, with another value; what it does is followed elsewhere.
      if endsInLua { continue }
      if isAlternative(comparison, compared) { continue }
      if isMissingOnSomeWays(comparison, compared) {
        for var finding in findings {
          finding.severity = .info
          add(finding)
        }
        continue
      }
      guard !(sound[comparison] ?? []).contains(where: isReached),
        !function.graph.constantTests.contains(where: {
          comparison.isSame(as: $0.test, at: $0.place)
        })
      else { continue }
      for finding in findings { add(finding) }
    }
  }

  /// Whether some test of a function may be a mistake; in most functions none is.
  private mutating func mayFindSomething(
    in function: InspectedFunction, of rule: InspectedRule, _ rules: CheckedRules
  ) -> Bool {
    let count = findings.count
    for case .test(let test, _, _, let place) in function.graph.nodes {
      check(test, at: place ?? function.location, of: rule, rules)
    }
    return !takeFindings(since: count).isEmpty
  }

  /// A comparison in the source, as far as it is known: others of the same kind in its line, with the same
  /// constant, count as the same one.
  private struct Comparison: Hashable {
    let kind: DecisionGraph.Test.Kind
    /// The constant, or what a condition tests.
    let operand: DecisionGraph.Operand?
    let place: SourceLocation?

    /// The lines tell the comparisons of a function apart; the name of the file takes longer to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(operand)
      hasher.combine(place?.line)
    }

    init(_ test: DecisionGraph.Test, place: SourceLocation?) {
      kind = test.kind
      operand = test.kind == .isTrue ? test.left : test.constant.map { .constant($0) }
      self.place = place
    }

    var isOrder: Bool { kind == .isLess || kind == .isLessOrEqual }

    /// Whether a comparison of constants is the same one, of another value of its variable.
    func isSame(as test: DecisionGraph.Test, at other: SourceLocation) -> Bool {
      kind == test.kind && place == other && [test.left, test.right].contains { $0 == operand }
    }
  }

  /// A function that may assign values to several keys.
  private struct OutcomePlace: Hashable {
    let key: String
    let function: Int

    /// Creates the place of a rule's value function; `nil` for another outcome.
    init?(_ rule: InspectedRule) {
      guard case .function(let function) = rule.outcome else { return nil }
      (key, self.function) = (rule.key, function.number)
    }
  }

  /// A test of a function, which may be on several ways of its graph.
  private struct TestPlace: Hashable {
    let test: DecisionGraph.Test
    let place: SourceLocation?

    /// The lines tell the tests of a function apart; the name of the file takes longer to hash.
    func hash(into hasher: inout Hasher) {
      hasher.combine(test)
      hasher.combine(place?.line)
    }
  }

  // MARK: Equality

  private mutating func check(_ entry: InspectedRule.Entry, of rule: InspectedRule) {
    let type = type(of: entry.path)
    let name = entry.path.joined(separator: ".")
    let constants = entry.condition.comparedConstants
    if entry.allowed == nil, constants.isEmpty { check(entry, type, name, of: rule) }
    for value in constants {
      if !type.admits(value) {
        report(value, neverIn: name, type, at: entry.location, rule, rests: rests(on: entry.path))
      } else {
        report(ungiven: value, name, entry.path, at: entry.location, rule)
      }
    }
    for (index, value) in constants.enumerated()
    where constants.prefix(min(index, Self.mostListed)).contains(value) {
      add(
        .decidedTest, .warning, "\(value.literal) appears twice in the list for `\(name)`",
        at: entry.location, fix: "one of them is probably meant to be another value",
        subject: value.literal, rule: rule)
      break
    }
  }

  /// Reports a condition that no value of a declared type fulfills, because of its kind.
  private mutating func check(
    _ entry: InspectedRule.Entry, _ type: ValueType, _ name: String, of rule: InspectedRule
  ) {
    let values = LuaType(DeclaredPlace(type: type, path: name), nil)
    guard !values.isNever, values.intersection(entry.condition.type).isNever else { return }
    add(
      .impossibleComparison, .warning,
      "`\(name)` is never \(entry.condition.words)"
        + rests(on: entry.path), at: entry.location, fix: "expected \(type.expectation)",
      subject: name, compared: name, rule: rule)
  }

  /// How many values of a list are compared with a later one.
  private static let mostListed = 64

  private mutating func check(
    _ test: DecisionGraph.Test, at place: SourceLocation, of rule: InspectedRule,
    _ rules: CheckedRules
  ) {
    let variables = rules.model.variables
    switch (test.kind, test.left, test.right) {
    case (.isTrue, .variable(let number), _):
      report(uncalled: variables[number], at: place, rule)
    case (.isTrue, _, _): return
    case (.isEqual, .variable(let number), .constant(let value)),
      (.isEqual, .constant(let value), .variable(let number)):
      let variable = variables[number]
      if value == .null {
        report(null: variable.text, at: place, rule)
      } else if variable.isPath {
        let type = type(of: variable.path)
        if !type.admits(value) {
          report(
            value, neverIn: String(variable.text.dropFirst(2)), type, at: place, rule,
            rests: rests(on: variable.path))
        } else {
          report(ungiven: value, variable.nameInSource, variable.path, at: place, rule)
        }
      } else if variable.isOpposite {
        if case .boolean = value { return }
        add(
          .impossibleComparison, .warning,
          "`\(variable.text)` is never \(value.literal): `not` comes before `==`", at: place,
          fix: "write `~=`, or put what comes after `not` in parentheses",
          subject: value.literal, compared: variable.text, rule: rule)
      } else if variable.text.hasPrefix("#"), !value.isNumber, value != .nothing {
        let name = variable.text.replacing("#c.", with: "#", maxReplacements: 1)
        report(value, neverIn: name, .integer(nil), at: place, rule)
      }
    case (.isEqual, .variable(let left), .variable(let right)):
      let types = [left, right].map { type(of: variables[$0].path) }
      let mayBeMissing = [left, right].map { self.types.mayBeMissing(variables[$0].path) }
      guard let one = types[0].equality, let other = types[1].equality, one != other,
        mayBeMissing.contains(false)
      else { return }
      let isCertain = [left, right].contains {
        !self.types.strict.mayBeMissing(variables[$0].path)
      }
      add(
        .impossibleComparison, .warning,
        "\(variables[left].text) is never equal to \(variables[right].text): one is "
          + "\(types[0].expectation), the other \(types[1].expectation)"
          + (isCertain ? "" : "; unless both are missing"),
        at: place, rule: rule)
    case (_, .variable(let number), .constant(let value)),
      (_, .constant(let value), .variable(let number)):
      let variable = variables[number]
      let type = variable.isOpposite ? .boolean : type(of: variable.path)
      let ordering: ValueType.Ordering =
        value.isNumber ? .number : value.isText ? .text : .none
      if ordering == .none || type.ordering != .unknown && type.ordering != ordering {
        let what = type.ordering == .unknown ? "" : ", which is \(type.expectation),"
        let rests = ordering == .none ? "" : rests(on: variable.path)
        let shown = variable.isPath ? String(variable.text.dropFirst(2)) : variable.text
        add(
          .impossibleComparison, rests.isEmpty ? .error : .warning,
          "`\(shown)`\(what) cannot be put in order with \(value.literal)\(rests)", at: place,
          fix: Self.fix(forText: value, comparedWith: shown, type),
          subject: value.literal, rule: rule)
      }
    default: return
    }
  }

  private mutating func report(
    _ value: TestedValue, neverIn name: String, _ type: ValueType, at place: SourceLocation,
    _ rule: InspectedRule, rests: String = ""
  ) {
    var fix = Self.fix(forText: value, comparedWith: name, type) ?? "expected \(type.expectation)"
    var replacement: String?
    if case .list(let element) = type.withoutNull, element.admits(value) {
      fix =
        "for one position write `[\"\(name).1\"]`; to look through the list, write a function with a loop"
    } else if case .string(let text) = value.value {
      let meant = RuleError.likelyName(for: text, among: type.listedTexts)
      if let meant {
        fix = "did you mean \(LuaValue.string(meant).literal)?"
        replacement = LuaValue.string(meant).literal
      } else if Int64(text) != nil || text == "true" || text == "false",
        type.admits(Int64(text).map { .integer($0) } ?? .boolean(text == "true"))
      {
        fix = "write \(text) without quotes"
        replacement = text
      }
    } else if value == .boolean(false), type.isOptional {
      fix = "compare it with `nil`: a missing value is not false"
    } else if type.admits(.text(Array(value.literal.utf8))) {
      fix = "write \"\(value.literal)\", in quotes"
      replacement = "\"\(value.literal)\""
    }
    add(
      .impossibleComparison, .warning, "`\(name)` is never \(value.literal)\(rests)", at: place,
      fix: fix,
      subject: value.literal, replacement: replacement, compared: name, rule: rule)
  }

  /// Returns on what findings about a path rest, as the end of a message: what functions of rules give is
  /// not compared with the type of their key when other rules read it.
  private func rests(on path: [String]) -> String {
    let key = key(of: path)
    guard types.isCalculated(key), let type = schema.type(of: key) else { return "" }
    return "; the schema says that `\(key)` is \(type.expectation)"
  }

  /// Reports a text that no rule gives to a key whose type lists none.
  private mutating func report(
    ungiven value: TestedValue, _ name: String, _ path: [String], at place: SourceLocation,
    _ rule: InspectedRule
  ) {
    guard case .text(let text) = value, types.hasOpenTexts(path),
      let given = types.answer(for: path[0])?.texts, !given.contains(text)
    else { return }
    let names = given.map { String(decoding: $0, as: UTF8.self) }.sorted()
    let meant = RuleError.likelyName(for: String(decoding: text, as: UTF8.self), among: names)
    add(
      .impossibleComparison, .warning, "`\(name)` is never \(value.literal): no rule gives it",
      at: place,
      fix: meant.map { "did you mean \(LuaValue.string($0).literal)?" }
        ?? "its rules give \(names.joined(separator: ", "))",
      subject: value.literal, compared: name, rule: rule)
  }

  private mutating func report(null text: String, at place: SourceLocation, _ rule: InspectedRule) {
    reportNull(text, at: place, rule.location)
  }

  /// Reports a comparison with `null`.
  mutating func reportNull(_ name: String, at place: SourceLocation, _ rule: SourceLocation?) {
    let finding = RuleFinding(
      .nullComparison, .warning, "`\(name)` is never equal to `null`: a missing value is `nil`",
      at: place, fix: "compare with `nil`", subject: "null", replacement: "nil", compared: name,
      rule: rule)
    add(finding)
  }
}
