import LuaRules

/// The rules that use functions, by the numbers of the functions.
struct FunctionUsers {
  /// All rules with a function, as a condition or as a value.
  private(set) var rules: [Int: [InspectedRule]] = [:]
  /// The first rule with a function.
  private(set) var owners: [Int: InspectedRule] = [:]
  /// The functions that are conditions of rules, and nothing else.
  private var conditions: Set<Int> = []
  /// The rules whose value a function gives.
  private(set) var outcomes: [Int: [InspectedRule]] = [:]

  init(_ rules: [InspectedRule]) {
    for rule in rules {
      for function in rule.functions {
        if owners[function.number] == nil { owners[function.number] = rule }
        self.rules[function.number, default: []].append(rule)
      }
      for case .function(let function) in rule.conditions { conditions.insert(function.number) }
      if case .function(let function) = rule.outcome {
        outcomes[function.number, default: []].append(rule)
      }
    }
  }

  /// Whether a function is only a condition of rules.
  func isCondition(_ number: Int) -> Bool {
    conditions.contains(number) && outcomes[number] == nil
  }
}

/// What functions do where rules, or other functions, call them.
final class RuleTyping {
  let analysis: TypeAnalysis
  private let uses: FunctionUsers
  /// Whether value functions may give nothing, as far as that was asked.
  private var declining: [Int: Bool] = [:]

  /// A result that a function gives back.
  typealias Returned = (position: Int, type: LuaType)

  /// What is known of a function.
  struct Result {
    var faults: [TypeFault]
    /// What goes wrong in the functions that it calls, and what their tests have looked at.
    var calledFaults: [TypeFault]
    var calledTests: TestedPlaces
    var neverReached: [FunctionTyping.NeverReached]
    var decidedTests: [FunctionTyping.DecidedTest]
    var results: [Returned]
    /// The tables that it gives back, with what it puts into them, by the instructions that do so.
    var tables: [(position: Int, table: MadeTable)]
    /// The divisions that it gives back, and that probably have a fraction at times.
    var quotients: Set<Int>
    /// The calls from which no way goes on.
    var ends: Set<Int>
    var tests: TestedPlaces
    /// The functions whose results it gives back.
    var givenCallees: Set<Int>
    /// Why it may give nothing, if a value that it gives back may be missing.
    var origin: TypePlaces.Origin?

    /// Whether all results count as true, or as false; `nil` if they may differ, and if there are none.
    var truth: Bool? {
      guard let first = results.first?.type.truth,
        results.allSatisfy({ $0.type.truth == first })
      else { return nil }
      return first
    }
  }

  init(_ analysis: TypeAnalysis, _ uses: FunctionUsers) {
    self.analysis = analysis
    self.uses = uses
  }

  /// Follows a function in all the ways in which it is called.
  ///
  /// - Parameter number: The number of the function.
  /// - Returns: What holds for every call; `nil` if it was too much work.
  func follow(_ number: Int) -> Result? {
    let isRule = uses.owners[number] != nil
    let before = facts(before: number)
    let followed = analysis.follow(
      number, hasContext: isRule, facts: before.facts, tests: before.tests)
    if isRule, before.isEmpty { analysis.learn(number, from: followed) }
    guard var typing = followed else { return nil }
    let tables = typing.givenTables.compactMap { given in
      typing.givenTable(at: given.table, by: given.position).map { (given.position, $0) }
    }
    var result = Result(
      faults: typing.faults, calledFaults: typing.calledFaults, calledTests: typing.calledTests,
      neverReached: typing.neverReached, decidedTests: typing.decidedTests,
      results: typing.results,
      tables: tables + typing.tablesOfCalls, quotients: typing.quotients, ends: typing.ends,
      tests: typing.tests, givenCallees: typing.givenCallees, origin: typing.givenOrigin)
    guard isRule, analysis.code.functions[number]?.mayBeShared == true else { return result }
    // What fails for a rule does so, whoever else calls the function; what is said of all outcomes has to
    // hold for all callers.
    let others = analysis.follow(number, hasContext: false)
    result.neverReached = others?.neverReached ?? []
    result.decidedTests = others?.decidedTests ?? []
    result.faults.removeAll { fault in
      !fault.isFatal && [.impossibleComparison, .endlessLoop].contains(fault.code)
        && others?.faults.contains {
          $0.code == fault.code && $0.position == fault.position && $0.line == fault.line
        } != true
    }
    return result
  }

  /// Whether a value function may give nothing.
  func mayDecline(_ function: InspectedFunction) -> Bool {
    guard function.canDecline else { return false }
    if let known = declining[function.number] { return known }
    let results = analysis.follow(function.number, hasContext: true)?.results
    let mayDecline = results?.contains { $0.type.mayBe(.nothing) } ?? true
    declining[function.number] = mayDecline
    return mayDecline
  }

  /// Returns what all rules with a function have tested before it is called.
  private func facts(
    before number: Int
  ) -> (facts: [TypePlaces.ID: LuaType], tests: TestedPlaces, isEmpty: Bool) {
    var isEmpty = true
    var common: [TypePlaces.ID: LuaType]?
    var tests = TestedPlaces()
    for rule in uses.rules[number] ?? [] {
      let position = rule.conditions.firstIndex { $0.isFunction(number) }
      let before = rule.conditions[..<(position ?? rule.conditions.endIndex)]
      let told = before.isEmpty ? ([:], TestedPlaces()) : analysis.facts(of: before)
      if !before.isEmpty {
        isEmpty = false
        tests.merge(earlier: told.1)
      }
      common =
        common.map { common in
          common.reduce(into: [:]) { all, fact in
            if let other = told.0[fact.key] { all[fact.key] = fact.value.union(other) }
          }
        } ?? told.0
    }
    return (common ?? [:], tests, isEmpty)
  }
}

extension InspectedRule.Condition {
  /// Whether the condition is the function with a number.
  fileprivate func isFunction(_ number: Int) -> Bool {
    if case .function(let function) = self { function.number == number } else { false }
  }
}
