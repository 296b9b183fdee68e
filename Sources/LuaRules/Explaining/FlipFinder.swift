import LuaBridge

/// Collects what could be set to change what a key is.
struct FlipFinder {
  private let evaluation: Evaluation
  private let recorder: EvaluationRecorder
  private var explainer: Explainer
  private(set) var moves: [FlipMove] = []
  private(set) var notes: [String] = []
  private var visited: Set<ByteName> = []
  /// What the search may still take.
  private(set) var work: FlipWork

  /// How many values of one path are tried for one test.
  private static let valueLimit = 24
  /// How many values are looked at for that.
  private static let constantLimit = 4 * valueLimit

  /// What a value is to become.
  enum Wish {
    case one(LuaValue)
    case some([LuaValue])
    case different

    /// Whether a constant grants it.
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

  init(_ evaluation: Evaluation, _ recorder: EvaluationRecorder, work: FlipWork) {
    self.evaluation = evaluation
    self.recorder = recorder
    self.work = work
    explainer = Explainer(evaluation, recorder, secretNames: [], wantsPlans: false)
  }

  /// Looks at the candidates of a key.
  mutating func find(movesFor key: KeyID, _ wish: Wish) {
    guard visited.insert(key.name).inserted else { return }
    guard evaluation.values[key] == nil else {
      note("`\(key.name)` is set on the context")
      return
    }
    guard let testimony = recorder.testimonies.first(where: { $0.key == key }) else { return }
    let rules = evaluation.links.flatMap { $0.plan.candidates[key.name] ?? [] }
    guard work.spend(rules.count) else { return }
    if !rules.contains(where: { mayGive($0, wish) }) {
      note("no rule for `\(key.name)` gives that")
    }
    for attempt in testimony.attempts {
      guard work.spend(1) else { return }
      switch attempt.end {
      case .passed:
        guard mayGive(attempt.rule, wish) else { continue }
        change(attempt, wish, toHold: true)
      case .won:
        change(attempt, wish, toHold: false)
        changeValue(of: attempt, wish)
      case .declined: changeValue(of: attempt, wish)
      case .failed: change(attempt, wish, toHold: true)
      }
    }
  }

  private func mayGive(_ rule: Rule, _ wish: Wish) -> Bool {
    if case .constant(let value) = rule.assignment { return wish.allows(value) }
    return true
  }

  // MARK: Conditions

  /// Looks for what makes a candidate hold, or not.
  private mutating func change(_ attempt: EvaluationRecorder.Attempt, _ wish: Wish, toHold: Bool) {
    for part in NativeBuilder.parts(of: attempt.rule.predicate) {
      switch part {
      case .always, .never, .all: continue
      case .host:
        note("the rule at \(attempt.rule.location) is decided by a host function")
      case .pattern(let pattern):
        let size = pattern.entries.reduce(0) { $0 + $1.allowed.count }
        // Each entry looks for what was read.
        guard work.spend(size + pattern.entries.count * attempt.reads.count) else { return }
        let entries = pattern.entries.filter { holds($0, attempt) != toHold }
        for entry in toHold ? Array(entries.prefix(1)) : entries {
          let values =
            toHold ? entry.allowed : others(of: entry.path, than: entry.allowed, attempt.link)
          set(entry.path, to: values)
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
      return entry.allows(.nil)
    }
    if case .value(let value) = read.push { return entry.allows(value) }
    return false
  }

  /// Returns whether the function does not hold, so that what comes behind it does not matter.
  private mutating func change(
    function number: Int, _ attempt: EvaluationRecorder.Attempt, toHold: Bool
  ) -> Bool {
    var analysis = explainer.analysis(of: attempt.link)
    let function = analysis.function(number)
    explainer.analyses[attempt.link] = analysis
    let reader = analysis.replayed(attempt.reads, for: function)
    let turns: [NativeTurn]
    // Each turn may look at the whole graph.
    let size = analysis.tests(of: function).count
    guard work.spend(size * size) else { return true }
    switch analysis.finding(function, reader) {
    case .unknown:
      if case .failed = attempt.end {
        // What is not there may be what is missing.
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

  /// Looks for values that let a test go the other way.
  private mutating func change(
    _ turn: NativeTurn, _ attempt: EvaluationRecorder.Attempt, _ words: ConditionText,
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
      let constants = constants(comparedWith: left, attempt.link)
      set(
        left,
        to: wantsYes ? [.boolean(true)] + constants.filter(\.isTrue) : [.boolean(false), .nil])
    case .isEqual:
      for (path, other) in [(left, node.right), (right, node.left)] {
        var reader = reader
        guard let path, let value = code.operandValue(other, &reader).luaValue else { continue }
        set(path, to: wantsYes ? [value] : others(of: path, than: [value], attempt.link))
      }
    case .isLess, .isLessOrEqual:
      for (path, other, isLeft) in [(left, node.right, true), (right, node.left, false)] {
        var reader = reader
        guard let path, let bound = code.operandValue(other, &reader).luaValue else { continue }
        set(path, to: bound.neighbours(isBelow: isLeft == wantsYes))
      }
    case .touch, .leavesToLua: break
    }
  }

  // MARK: Values

  /// Looks for what lets a value function that returns a path give something else.
  private mutating func changeValue(of attempt: EvaluationRecorder.Attempt, _ wish: Wish) {
    guard case .function(let number) = attempt.rule.assignment else { return }
    var analysis = explainer.analysis(of: attempt.link)
    let function = analysis.function(number)
    explainer.analyses[attempt.link] = analysis
    let reader = analysis.replayed(attempt.reads, for: function)
    switch analysis.result(of: function, reader) {
    case .path(let path): set(path, to: wish.values)
    case .constant: break
    case .calculated: note("the value of the rule at \(attempt.rule.location) is calculated")
    }
  }

  /// Other values of a path: those that rules compare it with, and one more.
  private mutating func others(
    of path: [String], than values: [LuaValue], _ link: Int
  ) -> [LuaValue] {
    var found: [LuaValue] = []
    if case .enumeration(let scalars) = evaluation.declaredType(at: path.joined(separator: "."))
      .withoutNull
    {
      found = scalars.map(\.value)
    } else {
      found = constants(comparedWith: path, link)
      found += patternConstants(of: path, link)
      for value in values.prefix(Self.constantLimit) { found += value.another }
    }
    found.append(.nil)
    guard work.spend(found.count * values.count) else { return [] }
    return found.filter { other in !values.contains { $0.isEqual(to: other) } }
  }

  /// Constants with which functions compare a path, each once.
  private mutating func constants(comparedWith path: [String], _ link: Int) -> [LuaValue] {
    guard let analysis = explainer.analyses[link], work.spend(analysis.size) else { return [] }
    return analysis.constants(comparedWith: path, atMost: Self.constantLimit)
  }

  /// Values that patterns want of a path, each once.
  private mutating func patternConstants(of path: [String], _ link: Int) -> [LuaValue] {
    var found: [LuaValue] = []
    for rule in evaluation.links[link].rules {
      for case .pattern(let pattern) in NativeBuilder.parts(of: rule.predicate) {
        guard work.spend(pattern.entries.count) else { return found }
        for entry in pattern.entries where entry.path == path {
          for value in entry.allowed.prefix(2 * Self.constantLimit)
          where !found.contains(where: { $0.isSame(as: value) }) {
            guard work.spend(1), found.count < Self.constantLimit else { return found }
            found.append(value)
          }
        }
      }
    }
    return found
  }

  /// Notes that a path could be set, or what it is when rules compute it.
  private mutating func set(_ path: [String], to values: [LuaValue]) {
    for count in (1...path.count).reversed() {
      let key = KeyID(asked: path.prefix(count).joined(separator: "."))
      guard evaluation.values[key] == nil, evaluation.isAssigned(key) else { continue }
      find(movesFor: key, count == path.count ? .some(values) : .different)
      return
    }
    for value in values.prefix(Self.valueLimit) { moves.append(FlipMove(path: path, value: value)) }
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

  /// Values of the same kind that are not this one.
  fileprivate var another: [LuaValue] {
    switch self {
    case .boolean(let flag): [.boolean(!flag)]
    case .integer, .number: neighbours(isBelow: false) + neighbours(isBelow: true)
    case .string(let text): [.string(text.isEmpty ? "other" : "not \(text)")]
    case .nil, .null: [.boolean(true)]
    default: []
    }
  }

  /// The number, and those next to it, so that one of them is on the side of a bound.
  func neighbours(isBelow: Bool) -> [LuaValue] {
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
