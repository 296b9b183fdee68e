import LuaRules

/// The cases in which the rules for keys give certain values.
///
/// A case of a rule that tests such keys, and what their rules test too, may be impossible because of
/// these rules: `period == "night" and clock.hour == 12`.
final class AnswerCases {
  private let rules: CheckedRules
  private let types: KeyTypes
  /// The variables that are keys whose rules are all known, by the key.
  private let candidates: [Int: (key: String, candidates: [Candidate])]
  private var known: [Question: [Given]?] = [:]

  /// One case in which a rule gives one of the values.
  private struct Given {
    let situation: RuleCase
    let rule: InspectedRule
  }

  private struct Question: Hashable {
    let variable: Int
    let domain: ValueDomain
  }

  /// How many cases there may be of one question, and how many are looked at for one case.
  private static let mostCases = 32
  private static let mostSteps = 256
  /// How many cases are looked at for all of a model.
  private var stepsLeft = 1 << 16

  /// What is known of a case that no context has.
  struct Contradiction {
    /// The keys whose rules exclude it.
    var keys: Set<String> = []
    /// Rules that give what the case wants.
    var rules: [InspectedRule] = []

    private static let mostNotes = 4

    /// What excludes the case, in words.
    var text: String {
      let names = keys.sorted().map { "`\($0)`" }.joined(separator: " and ")
      return rules.isEmpty
        ? "no rule for \(names) gives such a value" : "that contradicts the rules for \(names)"
    }

    /// The places of the rules that give what the case wants.
    var notes: [RuleError.Note] {
      rules.prefix(Self.mostNotes).map { RuleError.Note("gives `\($0.key)`", at: $0.location) }
    }

    /// Adds what excludes another case.
    mutating func merge(_ other: Contradiction) {
      keys.formUnion(other.keys)
      for rule in other.rules where !rules.contains(where: { $0.location == rule.location }) {
        rules.append(rule)
      }
    }
  }

  /// Creates the cases of a model.
  ///
  /// - Parameters:
  ///   - rules: Its rules.
  ///   - types: The types of keys.
  ///   - areAll: Whether no other rules may answer.
  init(_ rules: CheckedRules, _ types: KeyTypes, areAll: Bool) {
    self.rules = rules
    self.types = types
    var candidates: [Int: (key: String, candidates: [Candidate])] = [:]
    if areAll, rules.model.brokenKeys.isEmpty {
      for (key, rulesOfKey) in rules.keys where !types.schema.hitPolicy(of: key).joinsValues {
        guard let variable = rules.variable(key.split(separator: ".").map(String.init)) else {
          continue
        }
        candidates[variable] = (key, rulesOfKey)
      }
    }
    self.candidates = candidates
  }

  /// Whether a variable is a key that rules answer.
  func isKey(_ variable: Int) -> Bool { candidates[variable] != nil }

  /// Whether some variable of a case is a key that rules answer.
  func concerns(_ situation: RuleCase) -> Bool {
    if situation.domains.count == 1, situation.relations.isEmpty {
      return situation.domains.keys.allSatisfy(isKnownAlone)
    }
    return situation.domains.keys.contains { candidates[$0] != nil }
  }

  /// Whether a test of a key alone is judged: one constant may be a default that the program replaces, and
  /// texts that no type lists are told elsewhere.
  private func isKnownAlone(_ variable: Int) -> Bool {
    guard let (key, candidates) = candidates[variable] else { return false }
    return (candidates.count > 1 || types.isCalculated(key))
      && !types.hasOpenTexts([key])
  }

  /// Returns what excludes a case; `nil` if it may be possible.
  ///
  /// - Complexity: O(1); what takes more than a fixed number of steps counts as possible.
  func contradiction(in situation: RuleCase) -> Contradiction? {
    guard concerns(situation) else { return nil }
    var found = Contradiction()
    var pending = [(situation: situation, done: Set<Int>())]
    var steps = 0
    defer { stepsLeft -= steps }
    while let next = pending.popLast() {
      let situation = next.situation
      var done = next.done
      steps += 1
      guard steps <= Self.mostSteps, steps <= stepsLeft else { return nil }
      let open = situation.domains.keys.filter { candidates[$0] != nil && !done.contains($0) }
      var isSplit = false
      for variable in open.sorted() {
        guard let domain = situation.domains[variable], done.insert(variable).inserted,
          let given = given(variable, domain)
        else { continue }
        isSplit = true
        if let key = candidates[variable]?.key { found.keys.insert(key) }
        for one in given {
          if !found.rules.contains(where: { $0.location == one.rule.location }) {
            found.rules.append(one.rule)
          }
          guard let both = situation.and(one.situation), rules.declared.allows(both) else {
            continue
          }
          pending.append((both, done))
        }
        break
      }
      if !isSplit { return nil }
    }
    return found
  }

  /// Returns the cases in which a key has one of some values; `nil` if that is not known.
  private func given(_ variable: Int, _ domain: ValueDomain) -> [Given]? {
    let question = Question(variable: variable, domain: domain)
    if let answer = known[question] { return answer }
    let answer = search(variable, domain)
    known[question] = .some(answer)
    return answer
  }

  private func search(_ variable: Int, _ domain: ValueDomain) -> [Given]? {
    guard let (key, candidates) = candidates[variable] else { return nil }
    // No rule may answer, and what the default is for. A member has the value then that the object has.
    let mayHaveOther = domain.contains(.nothing) || key.isPathKey
    if mayHaveOther, !types.isAnswered(key) { return nil }
    if !types.isAnsweredByRules(key),
      let value = types.defaults[key].flatMap({ TestedValue($0) }),
      domain.contains(value)
    {
      return nil
    }
    var found: [Given] = []
    // The cases that no candidate has answered so far.
    var left = [RuleCase.always]
    for candidate in candidates {
      guard let cases = candidate.cases else { return nil }
      for before in left {
        for situation in cases {
          guard let both = before.and(situation), rules.declared.allows(both) else { continue }
          guard let given = self.cases(of: candidate.rule.outcome, giving: domain, in: both) else {
            return nil
          }
          found += given.map { Given(situation: $0, rule: candidate.rule) }
          guard found.count <= Self.mostCases else { return nil }
        }
      }
      guard !candidate.canDecline else { continue }
      if candidate.isUnconditional { break }
      left = outside(candidate, in: left)
    }
    return found
  }

  /// Returns the cases in which an outcome may be one of some values; `nil` for too many.
  private func cases(
    of outcome: InspectedRule.Outcome, giving domain: ValueDomain, in situation: RuleCase
  ) -> [RuleCase]? {
    switch outcome {
    case .host: return [situation]
    case .constant(let value):
      guard let value = TestedValue(value), !value.isNaN else { return [situation] }
      return domain.contains(value == .null ? .nothing : value) ? [situation] : []
    case .function(let function):
      guard !function.graph.nodes.isEmpty else { return [situation] }
      return cases(of: function.graph, giving: domain, in: situation)
    }
  }

  private func cases(
    of graph: DecisionGraph, giving domain: ValueDomain, in situation: RuleCase
  ) -> [RuleCase]? {
    var found: [RuleCase] = []
    var pending = [(node: 0, situation: situation)]
    var steps = 0
    while let (number, situation) = pending.popLast() {
      steps += 1
      guard steps <= Self.mostSteps, found.count <= Self.mostCases else { return nil }
      switch graph.nodes[number] {
      case .lua: found.append(situation)
      case .result(.constant(let value), _):
        if value.isNaN || domain.contains(value == .null ? .nothing : value) {
          found.append(situation)
        }
      case .result(.variable(let result), _):
        var way = situation
        if way.narrow(result, to: domain), rules.declared.allows(result, domain) {
          found.append(way)
        }
      case .test(let test, let yes, let no, _):
        for (outcome, next) in [(true, yes), (false, no)] {
          var way = situation
          guard way.add(test, outcome, rules.declared),
            rules.declared.allows(way, after: test)
          else { continue }
          pending.append((next, way))
        }
      }
    }
    return found
  }

  /// Returns the parts of some cases in which a candidate does not hold, as far as that can be said.
  func outside(_ candidate: Candidate, in left: [RuleCase]) -> [RuleCase] {
    guard let cases = candidate.cases else { return left }
    var left = left
    for situation in cases where situation.relations.isEmpty {
      var others: [RuleCase] = []
      for (variable, domain) in situation.domains.sorted(by: { $0.key < $1.key }) {
        guard
          let domains = rules.declared.outside(
            domain, of: variable, isAlone: situation.domains.count == 1)
        else { return left }
        for domain in domains {
          var other = RuleCase.always
          if other.narrow(variable, to: domain) { others.append(other) }
        }
      }
      let parts = left.flatMap { before in others.compactMap { before.and($0) } }
      if parts.count <= Self.mostCases { left = parts }
    }
    return left
  }
}

extension TestedValue {
  /// Whether it is the float that is no number, of which every comparison is false.
  fileprivate var isNaN: Bool { number?.isNaN == true }
}
