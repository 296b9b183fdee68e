import LuaBridge
import LuaRules

/// Proves that conditions, rules and branches lead to nothing, by cases of the values that they read.
struct CaseProofs {
  /// What is shown of a rule.
  enum Shown {
    /// The condition never holds.
    case neverHolds
    /// Where it holds, others that are asked before always answer.
    case neverWins([Candidate])
    /// Tests of a function have one outcome.
    case function(Int, FunctionTyping)
  }

  /// By what something is proved.
  struct Grounds {
    /// The paths that the program sets, whose values were looked at.
    let set: [String]
    /// The keys whose rules take part.
    let given: [String]
    /// Whether some calculation may leave the range of integers.
    let mayOverflow: Bool
  }

  let analysis: TypeAnalysis
  let uses: FunctionUsers
  private let alone: RuleTyping
  let candidates: [ByteName: [Candidate]]
  private var variables: CaseVariables
  private var plain: PlainConditions
  let caches = CaseCaches()
  var stepsLeft: Int
  var random: UInt64 = 1

  /// How many earlier rules are looked at.
  private static let mostEarlier = 24
  /// How many cases are tried before anything is proved.
  private static let sampleCount = 8
  /// How many steps all proofs of a model may take for each rule, and those of one rule.
  private static let stepsPerRule = 1 << 9
  private static let mostSteps = 1 << 18
  /// What a case costs besides the steps in functions.
  static let stepsOfCase = 32
  private static let mostStepsOfRule = 1 << 12
  private static let mostStepsOfClaim = 1 << 11
  /// How many cases are looked at one by one for a claim.
  private static let mostCases = 64
  /// How many times a path is taken whose parts show nothing alone.
  static let mostBlindSteps = 1
  /// How many tests of one function are looked at.
  private static let mostEdges = 4

  init(_ rules: CheckedRules, _ types: KeyTypes) {
    analysis = TypeAnalysis(rules.model, types)
    uses = rules.uses
    alone = RuleTyping(analysis, uses)
    candidates = Dictionary(
      rules.keys.map { (ByteName($0.key), $0.candidates) }, uniquingKeysWith: { first, _ in first })
    variables = CaseVariables(rules, types)
    plain = PlainConditions(rules.model, types.names)
    stepsLeft = min(
      Self.mostSteps,
      TypeAnalysis.mostStepsOfOne + Self.stepsPerRule * rules.model.rules.count)
  }

  /// A rule that is looked at, in one of all cases.
  struct Question {
    let rule: InspectedRule
    let earlier: [Candidate]
    let variables: [CaseVariable]
    /// The variables, those first from which others follow.
    let byHeight: [CaseVariable]
    /// How many steps are left of the model when those for the rule are done.
    var end: Int
  }

  /// Something that may hold in all cases.
  enum Claim {
    case neverHolds
    case neverWins
    case never(Int, FunctionTyping.Edge)
  }

  /// What the cases of a proof have in common.
  struct Proof {
    var names: Set<String> = []
    var winners: Set<Int> = []
    /// Whether a test is reached in every case, and decided there without tests before it.
    var isDeclared = true
  }

  /// Whether nothing can be proved of any rule of a key, because each only compares what the program
  /// sets.
  mutating func areAllPlain(_ candidates: [Candidate]) -> Bool {
    candidates.allSatisfy { candidate in
      plain.areConditionsPlain(of: candidate.rule) && plain.isValuePlain(of: candidate.rule)
        && !plain.hasManyTests(candidate.rule)
    }
  }

  /// Returns what can be proved of a rule.
  ///
  /// - Parameters:
  ///   - candidates: The rules of the key.
  ///   - position: The position of the rule among them.
  ///   - isFirst: Whether only the first rule that holds gives a value.
  /// - Returns: What was proved first; `nil` for nothing.
  mutating func shown(
    _ candidates: [Candidate], _ position: Int, isFirst: Bool
  ) -> (shown: Shown, grounds: Grounds)? {
    let candidate = candidates[position]
    let rule = candidate.rule
    guard stepsLeft > 0 else { return nil }
    let earlier =
      isFirst && position <= Self.mostEarlier
      ? candidates[..<position].filter { !$0.isImpossible && !$0.rule.alwaysDeclines } : []
    let isPlain = plain.areConditionsPlain(of: rule)
    let areEarlierPlain = earlier.allSatisfy {
      plain.areConditionsPlain(of: $0.rule) && (!$0.canDecline || plain.isValuePlain(of: $0.rule))
    }
    guard !isPlain || !areEarlierPlain || !plain.isValuePlain(of: rule) || plain.hasManyTests(rule)
    else { return nil }
    var claims: [Claim] = []
    if !isPlain { claims.append(.neverHolds) }
    if !isPlain && !earlier.isEmpty || !areEarlierPlain { claims.append(.neverWins) }
    for function in rule.functions where uses.rules[function.number]?.count == 1 {
      guard let typing = alone.followForRules(function.number),
        !typing.faults.contains(where: \.isFatal)
      else { continue }
      claims += typing.edges.sorted { $0.position < $1.position }
        .map { .never(function.number, $0) }
    }
    guard !claims.isEmpty else { return nil }
    let variables = self.variables.variables(of: rule, behind: earlier)
    // Nothing is known of what follows from so many keys.
    guard variables.allSatisfy({ $0.height <= CaseTyping.mostDepth }) else { return nil }
    let question = Question(
      rule: rule, earlier: earlier, variables: variables,
      byHeight: variables.sorted { ($0.height, $0.name) < ($1.height, $1.name) },
      end: max(0, stepsLeft - Self.mostStepsOfRule))
    for _ in 0..<Self.sampleCount where !claims.isEmpty {
      guard stepsLeft > question.end else { return nil }
      let sample = sample(question)
      defer { stepsLeft -= sample.steps + Self.stepsOfCase }
      if !sample.isImpossible { claims.removeAll { !holds($0, in: sample, question) } }
    }
    return prove(claims, question)
  }

  private mutating func prove(
    _ claims: [Claim], _ question: Question
  ) -> (shown: Shown, grounds: Grounds)? {
    var edges: [Int: [(edge: FunctionTyping.Edge, proof: Proof)]] = [:]
    for claim in claims {
      if case .never(let number, _) = claim, edges[number]?.count == Self.mostEdges { continue }
      var proof = Proof()
      guard isProved(claim, question, &proof) else { continue }
      // What no value decides, the author may have set.
      if proof.names.isEmpty, !holdsAnyway(claim, question), !comparesDeclared(claim) { continue }
      switch claim {
      case .neverHolds: return (.neverHolds, grounds(of: proof, question))
      case .neverWins:
        let winners = proof.winners.sorted().map { question.earlier[$0] }
        return (.neverWins(winners), grounds(of: proof, question))
      case .never(let number, let edge): edges[number, default: []].append((edge, proof))
      }
    }
    for (number, proved) in edges.sorted(by: { $0.key < $1.key }) {
      guard var typing = alone.followForRules(number) else { continue }
      typing.leaveOut(Set(proved.map(\.edge))) { edge in
        proved.contains { $0.edge == edge && $0.proof.isDeclared }
      }
      guard !typing.neverReached.isEmpty || !typing.decidedTests.isEmpty else { continue }
      return (.function(number, typing), grounds(of: proved[0].proof, question))
    }
    return nil
  }

  private mutating func grounds(of proof: Proof, _ question: Question) -> Grounds {
    var given = proof.names.filter { candidates[ByteName($0)] != nil }
    for rule in [question.rule] + question.earlier.map(\.rule) {
      for key in variables.keysRead(by: rule)
      where candidates[ByteName(key)] != nil && !given.contains(key) {
        let names = variables.names(behind: key)
        if proof.names.contains(where: names.concern) { given.insert(key) }
      }
    }
    if proof.names.isEmpty {
      given.formUnion(
        variables.keysRead(by: question.rule).filter { candidates[ByteName($0)] != nil })
    }
    return Grounds(
      set: proof.names.subtracting(given).sorted(), given: given.sorted(),
      mayOverflow: mayOverflow(question, given))
  }

  /// Whether a calculation of a rule, of those before it, or of the rules for some keys may leave the range of
  /// integers.
  private func mayOverflow(_ question: Question, _ keys: Set<String>) -> Bool {
    let given = keys.flatMap { candidates[ByteName($0)] ?? [] }
    let rules = [question.rule] + (question.earlier + given).map(\.rule)
    return rules.flatMap(\.functions).contains { caches.overflowing.contains($0.number) }
  }

  /// Whether a claim holds in all cases.
  private mutating func isProved(
    _ claim: Claim, _ question: Question, _ proof: inout Proof
  ) -> Bool {
    var casesLeft = Self.mostCases
    var found = Proof()
    if !question.variables.isEmpty,
      search(claim, in: [:], from: 0, question, &found, &casesLeft) == false
    {
      return false
    }
    var question = question
    question.end = max(question.end, stepsLeft - Self.mostStepsOfClaim)
    return prove(claim, in: [:], question, &proof)
  }

  /// Whether a claim is about a test of a declared number.
  private func comparesDeclared(_ claim: Claim) -> Bool {
    guard case .never(let number, let edge) = claim else { return false }
    return alone.followForRules(number)?.comparesDeclaredNumber(at: edge.position) == true
  }

  /// Whether a claim holds whatever the author has set in tables.
  private func holdsAnyway(_ claim: Claim, _ question: Question) -> Bool {
    let inCase = CaseTyping(
      [:], analysis, uses, candidates, CaseCaches(), countsEntries: false)
    return holds(claim, in: inCase, question)
  }
}

extension InspectedRule {
  /// Whether the rule never gives a value.
  fileprivate var alwaysDeclines: Bool { if case .constant(.nil) = outcome { true } else { false } }
}
