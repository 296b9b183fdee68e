import LuaBridge
import LuaRules

/// A check in progress: the facts about the rules, and the findings so far.
struct Check {
  let schema: RuleSchema
  let models: [CheckedRules]
  /// Whether every file could be run, so that a missing name is certainly
  /// missing.
  let isWhole: Bool
  /// The declared names, and those that rules assign, including those of broken rules.
  let names: DeclaredNames
  let types: KeyTypes
  /// What only Lua can decide is tried with it; `nil` if nothing may be evaluated.
  let trials: TriedRules?
  /// Whether the findings are no longer wanted; asked between keys, and between kinds of checks.
  let isStopped: () -> Bool
  let dependencies: KeyDependencies
  /// The overlaps that were reported for one key, of rules for several keys, which have them for all.
  var reportedOverlaps: Set<OverlapFact> = []
  /// The lines of conditions that stand twice in their rules.
  let repeatedConditions: Set<SourceLocation>
  private(set) var findings: [RuleFinding] = []
  /// Where a comparison, or a method as a condition, was reported.
  private(set) var comparisonPlaces: Set<SourceLocation> = []
  /// Where a name was reported that an object does not have.
  private(set) var unknownMemberPlaces: Set<SourceLocation> = []
  /// The rules with a condition that can never hold, or behind a rule that always answers, by their places.
  var rulesThatNeverHold: Set<SourceLocation> = []
  /// The rules that were reported because their condition always holds, by their places.
  private(set) var rulesThatAlwaysHold: Set<SourceLocation> = []
  /// The places of rules for several keys, as `set` gives them.
  private lazy var placesOfSeveralKeys: Set<SourceLocation> = {
    var keys: [SourceLocation: ByteName] = [:]
    var found: Set<SourceLocation> = []
    for rule in models.lazy.flatMap(\.model.rules) {
      let key = ByteName(rule.key)
      if keys.updateValue(key, forKey: rule.location).map({ $0 != key }) == true {
        found.insert(rule.location)
      }
    }
    return found
  }()
  /// What a misspelt key may mean: the declared keys before those that rules assign.
  lazy var likelyKeys = [
    SpellingIndex(schema.names),
    SpellingIndex(names.assigned.lazy.map(\.text).filter { !$0.isPathKey }),
  ]
  private var outcomes: [ByteName: [TestedValue]] = [:]
  /// Those that rules give that may win, for keys of which some rules never do.
  private var livingOutcomes: [ByteName: [TestedValue]] = [:]
  /// The constants that functions give to keys, on some of their ways.
  private var results: [ByteName: Set<TestedValue>] = [:]

  init(
    _ models: [InspectedModel], schema: RuleSchema, trials: TriedRules?,
    isStopped: @escaping () -> Bool = { false }
  ) {
    self.schema = schema
    self.trials = trials
    self.isStopped = isStopped
    isWhole = models.allSatisfy(\.isWhole)
    let queue = ConcurrentQueue()
    let written = models.map { model in
      ConcurrentResult(in: queue) { WrittenFaults.all(in: model) }
    }
    var assigned: Set<ByteName> = []
    for model in models {
      assigned.formUnion(model.brokenKeys)
      for rule in model.rules { assigned.insert(rule.key) }
    }
    names = DeclaredNames(schema, assigned: assigned)
    let dependencies = KeyDependencies(models, names)
    self.dependencies = dependencies
    let types = KeyTypes(models, schema, names).narrowed(toAnswersOf: models, dependencies)
    self.types = types
    self.models = models.enumerated().map {
      CheckedRules($1, number: $0, types, written: written[$0], in: queue)
    }
    repeatedConditions = Set(
      written.flatMap(\.value).flatMap { faults in
        faults.repeatedFields.filter { $0.subject == "when" }.compactMap { fault in
          fault.related.map { faults.file.place(ofToken: $0.token) }
        }
      })
    for rule in models.lazy.flatMap(\.rules) {
      // The value of a key whose rules are joined is none of theirs.
      guard !schema.hitPolicy(of: rule.key).joinsValues else { continue }
      if case .constant(let value) = rule.outcome, let value = TestedValue(value) {
        outcomes[rule.key, default: []].append(value == .null ? .nothing : value)
      }
      if case .function(let function) = rule.outcome {
        for case .result(.constant(let value), _) in function.graph.nodes {
          results[rule.key, default: []].insert(value)
        }
      }
    }
  }

  /// Whether any keys are declared.
  var hasSchema: Bool { !schema.names.isEmpty }

  // MARK: Keys

  /// Returns the key that a path reads: the longest assigned key, or else the
  /// first name.
  func key(of path: [String]) -> String { assignedKey(of: path) ?? path.first ?? "" }

  /// Returns the longest assigned key that the path begins with.
  func assignedKey(of path: [String]) -> String? {
    names.assignedKey(of: path)
  }

  /// Returns the declared type of a path; `any` if there is none.
  func type(of path: [String]) -> ValueType {
    guard let first = path.first else { return .any }
    let key = self.key(of: path)
    if key != first { return schema.type(of: path.joined(separator: ".")) ?? .any }
    // A rule may assign a member another type than the declared one.
    if names.prefixes.contains(first), path.count > 1, isAnswered(path) { return .any }
    var type = schema.type(of: first) ?? .any
    for name in path.dropFirst() { type = type.memberType(name) }
    return type
  }

  /// Whether rules may give the value at a path.
  func isAssigned(_ path: [String]) -> Bool {
    assignedKey(of: path) != nil || path.count > 1 && isAnswered(path)
  }

  private func isAnswered(_ path: [String]) -> Bool {
    (2...path.count).contains { names.assigned.contains(path.prefix($0).joined(separator: ".")) }
  }

  /// Returns the constants that rules assign to a key, and its default.
  func constants(givenTo key: String) -> [TestedValue] { outcomes[key] ?? [] }

  /// Returns the constants that rules assign to a key that may win, and its default.
  func constants(seenFor key: String) -> [TestedValue] {
    livingOutcomes[key] ?? constants(givenTo: key)
  }

  /// Returns the constants that rules give to a key, also in functions.
  func constants(writtenFor key: String) -> Set<TestedValue> {
    (results[key] ?? []).union(constants(givenTo: key))
  }

  /// Notes which constants of a key other rules see, of which some rules never win.
  mutating func noteSeen(_ key: String, givenBy candidates: [Candidate], without dead: Set<Int>) {
    guard models.count == 1, let known = outcomes[key] else { return }
    let living = candidates.indices.filter { !dead.contains($0) }.compactMap {
      index -> TestedValue? in
      guard case .constant(let value) = candidates[index].rule.outcome else { return nil }
      return TestedValue(value).map { $0 == .null ? .nothing : $0 }
    }
    let seen = Set(living)
    livingOutcomes[key] = known.filter { seen.contains($0) }
  }

  // MARK: Findings

  /// Takes back the findings since there were `count`.
  mutating func takeFindings(since count: Int) -> [RuleFinding] {
    defer { findings.removeSubrange(count...) }
    return Array(findings[count...])
  }

  /// Takes back findings for which a condition holds; returns whether there were any.
  mutating func takeBack(where isWrong: (RuleFinding) -> Bool) -> Bool {
    let count = findings.count
    findings.removeAll(where: isWrong)
    return findings.count < count
  }

  mutating func replaceFinding(_ index: Int, with finding: RuleFinding) {
    findings[index] = finding
  }

  mutating func removeFindings(_ indices: Set<Int>) {
    guard !indices.isEmpty else { return }
    findings = findings.indices.filter { !indices.contains($0) }.map { findings[$0] }
  }

  /// Makes warnings of the remarks with a code for which a condition holds.
  mutating func raise(_ code: RuleFinding.Code, where isMeant: (RuleFinding) -> Bool) {
    for index in findings.indices
    where findings[index].code == code && findings[index].severity == .info {
      if isMeant(findings[index]) { findings[index].severity = .warning }
    }
  }

  /// Adds a finding.
  mutating func add(_ finding: RuleFinding) {
    findings.append(finding)
    if [.impossibleComparison, .alwaysTrue, .nullComparison].contains(finding.code) {
      comparisonPlaces.insert(finding.location)
    }
    if finding.code == .alwaysTrue, finding.severity == .warning, let rule = finding.rule {
      rulesThatAlwaysHold.insert(rule)
    }
    if finding.code == .alwaysFalse, let rule = finding.rule { rulesThatNeverHold.insert(rule) }
    if finding.code == .unknownMember, finding.severity == .error {
      unknownMemberPlaces.insert(finding.location)
    }
  }

  /// Adds a finding about a rule.
  mutating func add(
    _ code: RuleFinding.Code, _ severity: RuleFinding.Severity, _ message: String,
    at place: SourceLocation, fix: String? = nil, related: [RuleError.Note] = [],
    subject: String? = nil, replacement: String? = nil, compared: String? = nil,
    rule: InspectedRule? = nil, isOfAllKeys: Bool = false
  ) {
    var finding = RuleFinding(
      code, severity, message, at: place, fix: fix, related: related, subject: subject,
      replacement: replacement, compared: compared, rule: rule?.location)
    finding.key = isOfAllKeys ? nil : rule?.key
    add(finding)
  }

  /// Returns the start of a sentence about a rule that never wins, with its key if it has several.
  mutating func neverWins(_ rule: InspectedRule) -> String {
    "the rule can never win"
      + (placesOfSeveralKeys.contains(rule.location) ? " for `\(rule.key)`" : "")
  }

  /// Runs the checks of single rules, which take a small part of the time that all take.
  mutating func runFirst() {
    for rules in models {
      checkDeclarations(of: rules)
      checkCode(of: rules)
      checkTypes(of: rules)
    }
    joinFindingsOfConditions()
  }

  /// Runs all checks.
  mutating func run() {
    for rules in models {
      let answers = AnswerCases(rules, types, areAll: isWhole && models.count == 1)
      run([
        { $0.checkDeclarations(of: rules) }, { $0.checkOrder(of: rules, answers) },
        { $0.checkAnswers(of: rules) }, { $0.checkCode(of: rules) }, { $0.checkTypes(of: rules) },
        { $0.checkWays(of: rules, answers) },
        { $0.checkTakenBranches(of: rules, answers) },
        { $0.checkErrorValues(of: rules) },
      ])
    }
    for rules in models { run([{ $0.checkCases(of: rules) }]) }
    run([
      { $0.joinFindingsOfConditions() }, { $0.removeTiesOfRulesThatNeverHold() },
      { $0.checkCircles() },
    ])
    for rules in models {
      run([{ $0.takeBackMissing(in: rules) }, { $0.checkFailures(of: rules) }])
    }
    for rules in models { run([{ $0.checkWritten(in: rules) }]) }
  }

  /// Runs kinds of checks, until they are no longer wanted.
  private mutating func run(_ checks: [(inout Check) -> Void]) {
    for check in checks where !isStopped() { check(&self) }
  }

  /// Checks what rules read, compare and call against what is declared.
  private mutating func checkDeclarations(of rules: CheckedRules) {
    for error in rules.model.errors { add(RuleFinding(error)) }
    checkNames(of: rules)
    if hasSchema { checkPathKeys(of: rules) }
    checkComparisons(of: rules)
    checkBounds(of: rules)
    checkHostResults(of: rules)
    checkHostParameters(of: rules)
  }
}

extension InspectedRule {
  /// The paths that the conditions and the value of the rule probably read.
  var probablePaths: [[String]] {
    var paths: [[String]] = []
    forEachProbablePath { paths.append($0) }
    return paths
  }

  /// Calls a body with each path that the conditions and the value of the rule probably read; one may
  /// come several times.
  func forEachProbablePath(_ body: ([String]) -> Void) {
    for condition in conditions {
      switch condition {
      case .pattern(let entries): for entry in entries { body(entry.path) }
      case .function(let function): function.forEachProbablePath(body)
      case .never, .host: break
      }
    }
    if case .function(let function) = outcome { function.forEachProbablePath(body) }
  }
}

extension InspectedFunction {
  /// The paths that the function reads, as far as they are visible.
  var probablePaths: [[String]] { probableReads + reads.map(\.path) }

  fileprivate func forEachProbablePath(_ body: ([String]) -> Void) {
    for path in probableReads { body(path) }
    for read in reads { body(read.path) }
  }
}
