import LuaBridge

/// Collects values that could be set to change the answer for a key.
struct CounterfactualFinder {
  private let evaluation: Evaluation
  private let recorder: EvaluationRecorder
  private var explainer: Explainer
  private(set) var moves: [CounterfactualMove] = []
  private(set) var notes: [String] = []
  private var visited: Set<ByteName> = []
  /// The remaining work of the search.
  private(set) var work: CounterfactualWork

  /// The most values of one path that are tried for one test.
  private static let valueLimit = 24
  /// The most values that are examined to find them.
  private static let constantLimit = 4 * valueLimit

  /// The wanted result of a value.
  enum Wanted {
    case one(LuaValue)
    case some([LuaValue])
    case different

    /// Whether a constant is wanted.
    func allows(_ value: LuaValue) -> Bool {
      switch self {
      case .one(let wanted): value.isEqual(to: wanted)
      case .some(let wanted): wanted.contains { value.isEqual(to: $0) }
      case .different: true
      }
    }

    var values: [LuaValue] {
      switch self {
      case .one(let wanted): [wanted]
      case .some(let wanted): wanted
      case .different: []
      }
    }
  }

  init(_ evaluation: Evaluation, _ recorder: EvaluationRecorder, work: CounterfactualWork) {
    self.evaluation = evaluation
    self.recorder = recorder
    self.work = work
    explainer = Explainer(evaluation, recorder, secretNames: [], wantsPlans: false)
  }

  /// Searches the candidates of a key.
  mutating func find(movesFor key: KeyID, _ wanted: Wanted) {
    guard visited.insert(key.name).inserted else { return }
    guard evaluation.values[key] == nil else {
      note("`\(key.name)` is set on the context")
      return
    }
    guard let trace = recorder.traces.first(where: { $0.key == key }) else { return }
    // Where rules answer together, each of them may change the answer, whatever it gives.
    let isAlone = evaluation.declaration(of: key)?.hitPolicy.answersAlone ?? true
    let wanted = isAlone ? wanted : .different
    let rules = evaluation.links.flatMap { $0.candidates[key.name] ?? [] }
    guard work.spend(rules.count) else { return }
    if !rules.contains(where: { mayGive($0, wanted) }) {
      note("no rule for `\(key.name)` gives that")
    }
    for attempt in trace.attempts {
      guard work.spend(1) else { return }
      switch attempt.end {
      case .passed:
        guard mayGive(attempt.rule, wanted) else { continue }
        change(attempt, wanted, toHold: true)
      case .won:
        change(attempt, wanted, toHold: false)
        changeValue(of: attempt, wanted)
      case .declined: changeValue(of: attempt, wanted)
      case .failed: change(attempt, wanted, toHold: true)
      }
    }
  }

  private func mayGive(_ rule: Rule, _ wanted: Wanted) -> Bool {
    if case .constant(let value) = rule.assignment { return wanted.allows(value) }
    return true
  }

  // MARK: Conditions

  /// Searches for values that make a candidate hold, or fail.
  private mutating func change(
    _ attempt: EvaluationRecorder.Attempt, _ wanted: Wanted, toHold: Bool
  ) {
    for part in DecisionBuilder.parts(of: attempt.rule.predicate) {
      switch part {
      case .always, .never, .all: continue
      case .host:
        note("the rule at \(attempt.rule.location) is decided by a host function")
      case .pattern(let pattern):
        let size = pattern.entries.reduce(0) { $0 + $1.condition.testCount }
        // Each entry searches the reads.
        guard work.spend(size + pattern.entries.count * attempt.reads.count) else { return }
        let entries = pattern.entries.filter { holds($0, attempt) != toHold }
        for entry in toHold ? Array(entries.prefix(1)) : entries {
          set(entry.path, to: values(for: entry, toHold: toHold, attempt.modelIndex))
        }
        if toHold, !entries.isEmpty { return }
      case .function(let number):
        if change(function: number, attempt, toHold: toHold), toHold { return }
      }
    }
  }

  private func holds(_ entry: Pattern.Entry, _ attempt: EvaluationRecorder.Attempt) -> Bool {
    let path = entry.path.joined(separator: ".")
    guard let read = attempt.reads.first(where: { $0.path == path }) else {
      return entry.condition.isFulfilled(by: .nil) ?? false
    }
    if case .value(let value) = read.push { return entry.condition.isFulfilled(by: value) ?? false }
    return false
  }

  /// Values with which an entry of a pattern holds, or does not.
  private mutating func values(
    for entry: Pattern.Entry, toHold: Bool, _ modelIndex: Int
  ) -> [LuaValue] {
    if let listed = entry.condition.listed {
      return toHold ? listed : others(of: entry.path, than: listed, modelIndex)
    }
    let values = entry.condition.probes(that: toHold)
    let mentioned = entry.condition.constants
    return values
      + others(of: entry.path, than: mentioned, modelIndex).filter {
        entry.condition.isFulfilled(by: $0) == toHold
      }
  }

  /// Searches for values that change the result of a function.
  ///
  /// - Returns: Whether the search should stop here: the function fails, only Lua can decide it, or the
  ///   limit of work is reached. The caller heeds it only if the candidate should hold.
  private mutating func change(
    function number: Int, _ attempt: EvaluationRecorder.Attempt, toHold: Bool
  ) -> Bool {
    var analysis = explainer.analysis(of: attempt.modelIndex)
    let function = analysis.function(number)
    explainer.analyses[attempt.modelIndex] = analysis
    let reader = analysis.replayed(attempt.reads, for: function)
    let turns: [DecisionTurn]
    // Each turn may visit the whole graph.
    let size = analysis.tests(of: function).count
    guard work.spend(size * size) else { return true }
    switch analysis.finding(function, reader) {
    case .unknown:
      if case .failed = attempt.end {
        // An absent value may have caused the error.
        for test in analysis.tests(of: function) {
          change(test, attempt, analysis.text(function), reader)
        }
        return true
      }
      let reason = function.native.obstacle?.description ?? "it reads what native code does not"
      note("only Lua can decide the rule at \(attempt.rule.location): \(reason)")
      return true
    case .holds(let way): turns = toHold ? [] : way
    case .fails(let way): turns = toHold ? way : []
    }
    for turn in turns { change(turn, attempt, analysis.text(function), reader) }
    return toHold && !turns.isEmpty
  }

  /// Searches for values that change the result of a test.
  private mutating func change(
    _ turn: DecisionTurn, _ attempt: EvaluationRecorder.Attempt, _ words: ConditionText,
    _ reader: ReplayedReads
  ) {
    let code = words.code
    var node = turn.node
    var wantsYes = !turn.isYes
    while node.left.kind == .expression {
      let expression = code.expressions[Int(node.left.number)]
      guard expression.operation == .not else { break }
      node.left = expression.left
      wantsYes.toggle()
    }
    let left = words.paths.wholeNames(of: node.left)
    let right = words.paths.wholeNames(of: node.right)
    if left == nil, right == nil {
      note("the rule at \(attempt.rule.location) compares what it calculates")
      return
    }
    switch node.kind {
    case .isTrue, .holds, .returns:
      guard let left else { return }
      let constants = constants(comparedWith: left, attempt.modelIndex)
      set(
        left,
        to: wantsYes ? [.boolean(true)] + constants.filter(\.isTrue) : [.boolean(false), .nil])
    case .isEqual:
      for (path, other) in [(left, node.right), (right, node.left)] {
        var reader = reader
        guard let path, let value = code.operandValue(other, &reader).luaValue else { continue }
        set(path, to: wantsYes ? [value] : others(of: path, than: [value], attempt.modelIndex))
      }
    case .isLess, .isLessOrEqual:
      for (path, other, isLeft) in [(left, node.right, true), (right, node.left, false)] {
        var reader = reader
        guard let path, let bound = code.operandValue(other, &reader).luaValue else { continue }
        set(path, to: bound.neighbors(isBelow: isLeft == wantsYes))
      }
    // Only patterns have conditions.
    case .fulfills, .touch, .leavesToLua: break
    }
  }

  // MARK: Values

  /// Searches for values that change the result of a value function that returns a path.
  private mutating func changeValue(of attempt: EvaluationRecorder.Attempt, _ wanted: Wanted) {
    guard case .function(let number) = attempt.rule.assignment else { return }
    var analysis = explainer.analysis(of: attempt.modelIndex)
    let function = analysis.function(number)
    explainer.analyses[attempt.modelIndex] = analysis
    let reader = analysis.replayed(attempt.reads, for: function)
    switch analysis.result(of: function, reader) {
    case .path(let path): set(path, to: wanted.values)
    case .constant: break
    case .calculated: note("the value of the rule at \(attempt.rule.location) is calculated")
    }
  }

  /// Other values to try at a path: for an enumeration its cases, otherwise the constants with which
  /// rules compare the path and values close to the given ones; and `nil`.
  private mutating func others(
    of path: [String], than values: [LuaValue], _ modelIndex: Int
  ) -> [LuaValue] {
    var found: [LuaValue] = []
    if case .enumeration(let scalars) = evaluation.declaredType(at: path.joined(separator: "."))
      .withoutNull
    {
      found = scalars.map(\.value)
    } else {
      found = constants(comparedWith: path, modelIndex)
      found += patternConstants(of: path, modelIndex)
      for value in values.prefix(Self.constantLimit) { found += value.another }
    }
    found.append(.nil)
    guard work.spend(found.count * values.count) else { return [] }
    return found.filter { other in !values.contains { $0.isEqual(to: other) } }
  }

  /// Constants with which functions compare a path, each once.
  private mutating func constants(comparedWith path: [String], _ modelIndex: Int) -> [LuaValue] {
    guard let analysis = explainer.analyses[modelIndex], work.spend(analysis.size) else {
      return []
    }
    return analysis.constants(comparedWith: path, atMost: Self.constantLimit)
  }

  /// The values that patterns allow at a path, each once.
  private mutating func patternConstants(of path: [String], _ modelIndex: Int) -> [LuaValue] {
    var found: [LuaValue] = []
    for rule in evaluation.links[modelIndex].rules {
      for case .pattern(let pattern) in DecisionBuilder.parts(of: rule.predicate) {
        guard work.spend(pattern.entries.count) else { return found }
        for entry in pattern.entries where entry.path == path {
          let constants = entry.condition.listed ?? entry.condition.probes
          for value in constants.prefix(2 * Self.constantLimit)
          where !found.contains(where: { $0.isSame(as: value) }) {
            guard work.spend(1), found.count < Self.constantLimit else { return found }
            found.append(value)
          }
        }
      }
    }
    return found
  }

  /// Adds a move for a path; if rules compute its value, searches these rules instead.
  private mutating func set(_ path: [String], to values: [LuaValue]) {
    for count in (1...path.count).reversed() {
      let key = KeyID(asked: path.prefix(count).joined(separator: "."))
      guard evaluation.values[key] == nil, evaluation.isAssigned(key) else { continue }
      find(movesFor: key, count == path.count ? .some(values) : .different)
      return
    }
    for value in values.prefix(Self.valueLimit) {
      moves.append(CounterfactualMove(path: path, value: value))
    }
  }

  private mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}

extension LuaValue {
  fileprivate var isTrue: Bool {
    switch self {
    case .nil, .null, .boolean(false): false
    default: true
    }
  }

  /// Other values of the same kind.
  fileprivate var another: [LuaValue] {
    switch self {
    case .boolean(let flag): [.boolean(!flag)]
    case .integer, .number: neighbors(isBelow: false) + neighbors(isBelow: true)
    case .string(let text): [.string(text.isEmpty ? "other" : "not \(text)")]
    case .nil, .null: [.boolean(true)]
    default: []
    }
  }

  /// The number, and the next lower number if `isBelow`, else the next higher one: one of the two is on
  /// the wanted side of a bound.
  func neighbors(isBelow: Bool) -> [LuaValue] {
    switch self {
    case .integer(let number):
      let next =
        isBelow ? number.subtractingReportingOverflow(1) : number.addingReportingOverflow(1)
      return [self] + (next.overflow ? [] : [.integer(next.partialValue)])
    case .number(let number): return [self, .number(isBelow ? number - 1 : number + 1)]
    default: return []
    }
  }
}
