import LuaBridge

/// Makes an explanation from a recorder's data, before the evaluation ends.
struct Explainer {
  let evaluation: Evaluation
  let recorder: EvaluationRecorder
  let wantsPlans: Bool
  let secrets: SecretTexts
  /// The names of keys that the caller knows to be secret.
  let secretNames: Set<ByteName>
  /// The text of an object, by number of the object.
  private let words = KnownWords()
  /// The caches of each model, filled on demand.
  var sources: [Int: SourceLines] = [:]
  /// How long the contributions are that were written.
  private var shownBytes = 0

  /// How long all contributions together may be.
  private static let mostShownBytes = 1 << 20
  var analyses: [Int: PredicateAnalysis] = [:]

  init(
    _ evaluation: Evaluation, _ recorder: EvaluationRecorder, secretNames: Set<ByteName>,
    wantsPlans: Bool
  ) {
    self.evaluation = evaluation
    self.recorder = recorder
    self.wantsPlans = wantsPlans
    self.secretNames = secretNames
    var secrets = evaluation.knownSecrets
    for trace in recorder.traces where secretNames.contains(trace.key.name) {
      guard let rawAnswer = trace.answer?.rawAnswer else { continue }
      secrets.note((try? LuaValue(copying: rawAnswer, opaque: { _ in .nil })) ?? .nil)
    }
    self.secrets = secrets
  }

  // MARK: Keys

  /// The requested keys, each followed by the keys that were read for it.
  mutating func keys(from roots: [KeyID]) -> [Explanation.Key] {
    var explained: [Explanation.Key] = []
    var pending = Array(roots.reversed())
    var seen: Set<ByteName> = []
    while let key = pending.popLast() {
      guard seen.insert(key.name).inserted else { continue }
      let trace = recorder.traces.first { $0.key == key }
      guard let answer = answer(of: key, trace) else { continue }
      let reads = trace?.reads ?? []
      explained.append(
        Explanation.Key(
          name: key.name, answer: answer, hitPolicy: hitPolicy(of: key, trace),
          candidates: trace.map { candidates(of: key, $0) } ?? [],
          reads: reads.map(\.name).filter(isKnown),
          plans: wantsPlans ? trace.map { plans(of: key, $0) } ?? [] : []))
      pending += reads.reversed()
    }
    return explained
  }

  /// The hit policy by which a key was answered.
  private func hitPolicy(
    of key: KeyID, _ trace: EvaluationRecorder.KeyTrace?
  ) -> HitPolicy {
    // An accessor may have a policy that no schema declares.
    if case .rules(_, let policy) = trace?.answer?.origin { return policy }
    return evaluation.declaration(of: key)?.hitPolicy ?? .first
  }

  /// Whether a key had a value that could be read.
  private func isKnown(_ name: String) -> Bool {
    let key = KeyID(asked: name)
    return evaluation.values[key] != nil || evaluation.known(key) != nil
      || recorder.traces.contains { $0.key == key }
  }

  private func answer(of key: KeyID, _ trace: EvaluationRecorder.KeyTrace?) -> Explanation
    .Answer?
  {
    if let set = evaluation.values[key] {
      return answer(.set, .set(set), named: key.name, rule: nil)
    }
    if let trace {
      if let error = trace.error {
        return failure(error, named: key.name, rule: (trace.attempts.last?.rule).map { RuleID($0) })
      }
      if let known = trace.answer, let first = known.origin.rules.first {
        let isOfFirst = known.origin.rules.contains { $0.modelIndex == 0 }
        return answer(
          isOfFirst ? .rule : .fallback, known.rawAnswer, named: key.name,
          rule: RuleID(first.rule))
      }
    }
    guard let known = evaluation.known(key) else {
      return trace.map { _ in answer(.default, .lua(.nil), named: key.name, rule: nil) }
    }
    return answer(.default, known.rawAnswer, named: key.name, rule: nil)
  }

  /// Returns where the answer at a path came from: what no rule gave stands in the object that is set.
  func origin(
    of path: String, _ origin: Explanation.Origin, _ rawAnswer: RawAnswer
  ) -> Explanation.Origin {
    guard origin == .default, let end = path.firstIndex(of: "."), !rawAnswer.isDeclined,
      evaluation.values[KeyID(asked: String(path[..<end]))] != nil
    else { return origin }
    return .set
  }

  /// An answer with a copy of its value, in which secrets are masked.
  func answer(
    _ origin: Explanation.Origin, _ rawAnswer: RawAnswer, named name: String, rule: RuleID?
  ) -> Explanation.Answer {
    let (value, json) = copy(rawAnswer, named: name, as: evaluation.declaredType(at: name))
    return Explanation.Answer(origin: origin, value: value, json: json, rule: rule, error: nil)
  }

  /// An answer that is an error, with the value that its key declares for errors.
  func failure(_ error: RuleError, named name: String, rule: RuleID?) -> Explanation.Answer {
    let instead = (try? evaluation.answerOnError(at: name)).flatMap(\.self)
    let copied = instead.map {
      copy($0.rawAnswer, named: name, as: evaluation.declaredType(at: name))
    }
    return Explanation.Answer(
      origin: .error, value: copied?.0, json: copied?.1, rule: rule, error: error.masked(secrets))
  }

  private func copy(
    _ rawAnswer: RawAnswer, named name: String, as type: ValueType
  ) -> (LuaValue, String) {
    if evaluation.isSecret(name) || secretNames.contains(name) {
      return (.string(Redaction.text), JSON.quoted(Redaction.text))
    }
    var value: LuaValue
    var json: String
    do {
      evaluation.views.beginCopying()
      let masked = try evaluation.copy(rawAnswer, isMasked: true).masked(as: type)
      value = evaluation.describingObjects(in: masked)
      json = try JSON.write(value, as: type)
    } catch {
      value = .string(rawAnswer.swiftValue.map { "\(Swift.type(of: $0))" } ?? "\(error)")
      json = JSON.quoted(value.written)
    }
    let shown = secrets.masking(json)
    if shown != json {
      json = shown
      value = (try? JSON.read(shown)) ?? .string(shown)
    }
    return (value, json)
  }

  // MARK: Candidates

  private mutating func candidates(
    of key: KeyID, _ trace: EvaluationRecorder.KeyTrace
  ) -> [Explanation.Candidate] {
    var attempts: [ObjectIdentifier: EvaluationRecorder.Attempt] = [:]
    for attempt in trace.attempts { attempts[ObjectIdentifier(attempt.rule)] = attempt }
    var rules: [(rule: Rule, modelIndex: Int)] = []
    for modelIndex in evaluation.modelIndices {
      rules += (evaluation.links[modelIndex].candidates[key.name] ?? []).map { ($0, modelIndex) }
    }
    let type = evaluation.declaration(of: key).map { $0.hitPolicy.contributionType(for: $0.type) }
    return rules.indices.map { index in
      let (rule, modelIndex) = rules[index]
      let next = index + 1 < rules.count ? rules[index + 1] : nil
      return candidate(
        rule, of: modelIndex, attempts[ObjectIdentifier(rule)], type: type ?? .any,
        precedence: next.map {
          Self.precedence(of: rule, modelIndex, before: $0.rule, $0.modelIndex)
        })
    }
  }

  private static func precedence(
    of rule: Rule, _ modelIndex: Int, before next: Rule, _ nextIndex: Int
  ) -> Explanation.Precedence {
    if modelIndex != nextIndex { return .model }
    return switch rule.rank.criterion(comparedTo: next.rank) {
    case .priority: .priority
    case .complexity: .complexity
    case .declaration: .declaration
    }
  }

  private mutating func candidate(
    _ rule: Rule, of modelIndex: Int, _ attempt: EvaluationRecorder.Attempt?, type: ValueType,
    precedence: Explanation.Precedence?
  ) -> Explanation.Candidate {
    var outcome = Explanation.Outcome.notReached
    var conditions: [Explanation.Condition] = []
    var error: RuleError?
    switch attempt?.end {
    case nil: break
    case .won: outcome = .won
    case .declined: outcome = .declined
    case .passed:
      outcome = .notMatched
      conditions = attempt.map { self.conditions(of: $0) } ?? []
    case .failed(let raised):
      outcome = .failed
      error = raised?.masked(secrets)
    }
    return Explanation.Candidate(
      rule: RuleID(rule), doc: rule.doc, model: modelIndex, priority: rule.rank.priority,
      complexity: rule.rank.complexity, precedence: precedence, outcome: outcome,
      conditions: conditions, error: error,
      excerpt: error.flatMap { excerpt(of: $0, of: modelIndex) },
      reads: (attempt?.reads ?? []).leaves.map { reading($0) },
      contribution: attempt?.contribution.map { contribution($0, of: rule, as: type) })
  }

  /// A contribution as JSON; after many large ones a word.
  private mutating func contribution(
    _ given: RawAnswer, of rule: Rule, as type: ValueType
  ) -> String {
    guard shownBytes <= Self.mostShownBytes else {
      return JSON.quoted("a value that is too large to be shown with the others")
    }
    let (_, json) = copy(given, named: rule.key, as: type)
    shownBytes += json.utf8.count
    return json
  }

  private mutating func excerpt(of error: RuleError, of modelIndex: Int) -> Explanation.Excerpt? {
    guard let location = error.location else { return nil }
    // The names in the message, such as that of a member.
    let names = error.message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    return lines(of: modelIndex) { $0.excerpt(of: names, at: location) }
  }

  /// Finds an excerpt in the files of a model.
  mutating func lines(
    of modelIndex: Int, _ find: (SourceLines) -> Explanation.Excerpt?
  ) -> Explanation.Excerpt? {
    let lines = sources[modelIndex] ?? SourceLines(evaluation.links[modelIndex])
    sources[modelIndex] = lines
    guard var found = find(lines) else { return nil }
    // A constant in the rule may equal a secret.
    let masked = secrets.masking(found.line)
    if masked != found.line {
      found = Explanation.Excerpt(
        line: masked, number: found.number, column: 1, length: max(1, masked.count))
    }
    return found
  }

  // MARK: Readings

  /// The text of a value that was read.
  func reading(_ read: EvaluationRecorder.Read, parameter: String = "c.") -> Explanation.Reading {
    let path =
      read.path.hasPrefix("#") ? "#\(parameter)\(read.path.dropFirst())" : parameter + read.path
    if read.isSecret {
      return Explanation.Reading(path: path, value: .string(Redaction.text), text: Redaction.text)
    }
    guard case .value(let value) = read.push else {
      return Explanation.Reading(path: path, value: nil, text: words(for: read.push))
    }
    let text = secrets.masking(value.literal)
    return Explanation.Reading(
      path: path, value: text == value.literal ? value : .string(Redaction.text), text: text)
  }

  /// Shows a value with members as JSON if that is short.
  private func words(for push: LuaPush) -> String {
    guard case .view(let handle, let shape, _, _) = push else { return "the context" }
    if case .missing = evaluation.views.content(of: handle) { return "nil" }
    let word = shape == .list ? "a list" : shape == .function ? "a function" : "an object"
    guard shape.showsMembers, evaluation.views.contains(handle) else { return word }
    if let known = words.byObject[handle.index] { return known }
    let (_, json) = copy(.lua(.object(handle)), named: "", as: .any)
    let text = json.count <= 60 ? json : word
    words.byObject[handle.index] = text
    return text
  }

  /// Caches texts, so that a list that is read repeatedly is walked only once.
  private final class KnownWords {
    var byObject: [UInt32: String] = [:]
  }
}

extension [EvaluationRecorder.Read] {
  /// The reads that were not just a step on the path of another read.
  var leaves: [EvaluationRecorder.Read] {
    filter { read in
      guard case .view = read.push else { return true }
      return !contains {
        $0.path.hasPrefix("\(read.path).") || $0.path.hasPrefix("\(read.path)[")
          || $0.path == "#\(read.path)"
      }
    }
  }
}
