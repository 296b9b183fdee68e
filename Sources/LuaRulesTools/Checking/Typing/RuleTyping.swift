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
  private let earlier: EarlierRules?
  /// The functions that rules do not have themselves, and that only ever get the context.
  var helpers: Set<Int> = []
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
    /// Where it reads tables made while loading by declared values.
    var lookups: [Int: FunctionTyping.Lookup]
    /// The calls from which no way goes on.
    var ends: Set<Int>
    var tests: TestedPlaces
    /// The functions whose results it gives back.
    var givenCallees: Set<Int>
    /// Whether it may end by an error on purpose.
    var mayRaise: Bool
    /// Whether some calculation may leave the range of integers.
    var mayOverflow: Bool
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

  /// Creates what functions do.
  ///
  /// - Parameters:
  ///   - analysis: The analysis of the model.
  ///   - uses: The rules that use functions.
  ///   - earlier: The rules that are asked before others; `nil` if these do not count.
  init(_ analysis: TypeAnalysis, _ uses: FunctionUsers, behind earlier: EarlierRules? = nil) {
    self.analysis = analysis
    self.uses = uses
    self.earlier = earlier
  }

  /// Returns the rules with one test that are asked before the only rule with a function as its value, and
  /// that test what the function reads.
  func rules(before number: Int) -> [EarlierRules.Simple] {
    guard let earlier, uses.rules[number]?.count == 1, let rule = uses.outcomes[number]?.first,
      case .function(let function) = rule.outcome
    else { return [] }
    let simple = earlier(than: rule)
    guard !simple.isEmpty else { return [] }
    let paths = Set(function.probablePaths)
    return simple.filter { paths.contains($0.path) }
  }

  /// What a function does, found when somebody asks.
  final class Once {
    private let typing: RuleTyping
    private let number: Int
    /// What holds for every call; `nil` if it was too much work.
    private(set) lazy var result: Result? = typing.follow(number)

    init(_ typing: RuleTyping, _ number: Int) {
      self.typing = typing
      self.number = number
    }
  }

  /// Follows a function in all the ways in which it is called.
  ///
  /// - Parameter number: The number of the function.
  /// - Returns: What holds for every call; `nil` if it was too much work.
  func follow(_ number: Int) -> Result? {
    let isRule = uses.owners[number] != nil
    let before = facts(before: number)
    let isHelper = helpers.contains(number)
    let followed = analysis.follow(
      number, hasContext: isRule || isHelper, hasMore: isHelper, facts: before.facts,
      tests: before.tests)
    if isRule, before.isEmpty { analysis.learn(number, from: followed) }
    guard var typing = followed else { return nil }
    let tables = typing.givenTables.compactMap { given in
      typing.givenTable(at: given.table, by: given.position).map { (given.position, $0) }
    }
    var result = Result(
      faults: typing.faults, calledFaults: typing.calledFaults, calledTests: typing.calledTests,
      neverReached: typing.neverReached, decidedTests: typing.decidedTests,
      results: typing.results,
      tables: tables + typing.tablesOfCalls, quotients: typing.quotients,
      lookups: typing.lookups, ends: typing.ends,
      tests: typing.tests, givenCallees: typing.givenCallees,
      mayRaise: typing.raises || typing.mayRaise, mayOverflow: typing.mayOverflow,
      origin: typing.givenOrigin)
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

  /// Follows a function of a rule, as rules call it.
  ///
  /// - Parameter number: The number of the function.
  /// - Returns: What it does; `nil` if it was too much work.
  func followForRules(_ number: Int) -> FunctionTyping? {
    let before = facts(before: number)
    return analysis.follow(number, hasContext: true, facts: before.facts, tests: before.tests)
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
    var known = common ?? [:]
    for simple in rules(before: number) {
      let place = simple.path.reduce(TypePlaces.context) { analysis.place(.name($1), from: $0) }
      guard place != 0 else { continue }
      let left = simple.excluding(known[place] ?? analysis.places[place].declared ?? .any)
      // That the rule never wins is told elsewhere.
      guard !left.isNever, left != known[place] ?? analysis.places[place].declared ?? .any else {
        continue
      }
      known[place] = left
      tests.note(earlier: place)
    }
    return (known, tests, isEmpty)
  }
}

extension InspectedRule.Condition {
  /// Whether the condition is the function with a number.
  fileprivate func isFunction(_ number: Int) -> Bool {
    if case .function(let function) = self { function.number == number } else { false }
  }
}
