import LuaBridge

extension Explainer {
  /// The conditions of a candidate that did not hold.
  mutating func conditions(of attempt: EvaluationRecorder.Attempt) -> [Explanation.Condition] {
    let parts = DecisionBuilder.parts(of: attempt.rule.predicate)
    for (number, part) in parts.enumerated() {
      let isLast = number == (attempt.failingPart ?? parts.count - 1)
      switch part {
      case .always, .all: continue
      case .never:
        return [whole("false", attempt, at: attempt.rule.location)]
      case .pattern(let pattern):
        if let condition = condition(of: pattern, attempt) { return [condition] }
      case .host(let function):
        guard isLast else { continue }
        let functions = evaluation.links[attempt.modelIndex].host.functions
        let title = functions.indices.contains(function) ? functions[function].test : "host.…(c)"
        return [whole(title, attempt, at: attempt.rule.location)]
      case .function(let function):
        if let conditions = conditions(of: function, attempt, isLast: isLast) {
          return conditions
        }
      }
    }
    return [whole(nil, attempt, at: attempt.rule.location)]
  }

  /// Describes a condition as a whole, without its parts.
  private mutating func whole(
    _ text: String?, _ attempt: EvaluationRecorder.Attempt, at location: SourceLocation,
    parameter: String = "c"
  ) -> Explanation.Condition {
    // The rule's text may contain a constant with which a secret is compared.
    let hasSecret = attempt.reads.contains(where: \.isSecret)
    return Explanation.Condition(
      text: text, seen: attempt.reads.leaves.map { reading($0, parameter: parameter + ".") },
      location: location,
      excerpt: hasSecret
        ? nil : lines(of: attempt.modelIndex) { $0.excerpt(of: ["when"], at: location) })
  }

  // MARK: Patterns

  /// The first leaf of a pattern that does not hold; `nil` if all hold.
  private mutating func condition(
    of pattern: Pattern, _ attempt: EvaluationRecorder.Attempt
  ) -> Explanation.Condition? {
    for entry in pattern.entries {
      let path = entry.path.joined(separator: ".")
      let read =
        attempt.reads.first { $0.path.hasSameBytes(as: path) }
        ?? EvaluationRecorder.Read(path: path, push: .value(.nil), isSecret: false)
      if isFulfilled(entry, read, attempt) { continue }
      let wanted = read.isSecret ? Redaction.text : entry.condition.text
      let excerpt =
        read.isSecret
        ? nil
        : lines(of: attempt.modelIndex) {
          $0.excerpt(ofPattern: entry.path, near: pattern.location)
        }
      let requirement =
        entry.condition.listed == nil && !read.isSecret ? entry.condition.words : nil
      return Explanation.Condition(
        text: secrets.masking("\(path) = \(wanted)"), seen: [reading(read, parameter: "")],
        location: SourceLocation(
          file: pattern.location.file, line: excerpt?.number ?? pattern.location.line),
        excerpt: excerpt, requirement: requirement.map { secrets.masking($0) })
    }
    return nil
  }

  /// Whether the value that was read fulfills an entry; the elements of a list were read one by one.
  private func isFulfilled(
    _ entry: Pattern.Entry, _ read: EvaluationRecorder.Read, _ attempt: EvaluationRecorder.Attempt
  ) -> Bool {
    if case .value(let value) = read.push { return entry.condition.isFulfilled(by: value) ?? false }
    var elements: [NativeValue] = []
    for position in 1... {
      let path = "\(read.path).\(position)"
      guard
        let element = attempt.reads.first(where: {
          $0.path.hasSameBytes(as: path) || $0.path.hasSameBytes(as: "\(read.path)[\(position)]")
        }), case .value(let value) = element.push
      else { break }
      elements.append(NativeValue(read: value))
    }
    var work = 0
    return entry.condition.verdict(for: .view, elements: elements, work: &work) == .yes
  }

  // MARK: Functions

  /// The tests because of which a function does not hold; `nil` if it holds, or if another part does
  /// not hold.
  private mutating func conditions(
    of number: Int, _ attempt: EvaluationRecorder.Attempt, isLast: Bool
  ) -> [Explanation.Condition]? {
    var analysis = analysis(of: attempt.modelIndex)
    // Two owners of its code would copy it for each function.
    analyses[attempt.modelIndex] = nil
    let function = analysis.function(number)
    analyses[attempt.modelIndex] = analysis
    var reader = analysis.replayed(attempt.reads, for: function)
    switch analysis.finding(function, reader) {
    case .holds: return nil
    case .fails(let turns):
      var conditions: [Explanation.Condition] = []
      for turn in turns {
        conditions.append(
          condition(turn, of: function, attempt, analysis.text(function), &reader))
      }
      return conditions
    case .unknown:
      guard isLast else { return nil }
      return [
        whole(
          nil, attempt, at: function.location ?? attempt.rule.location,
          parameter: function.parameter)
      ]
    }
  }

  private mutating func condition(
    _ turn: DecisionTurn, of function: PredicateAnalysis.Function,
    _ attempt: EvaluationRecorder.Attempt,
    _ words: ConditionText, _ reader: inout ReplayedReads
  ) -> Explanation.Condition {
    let operands = words.operands(of: turn.node)
    var seen: [Explanation.Reading] = []
    var hasSecret = false
    for operand in operands {
      let path = words.text(operand)
      let isSecret = attempt.reads.contains { read in
        read.isSecret
          && words.paths(of: operand).contains { $0 == read.path || "#\($0)" == read.path }
      }
      hasSecret = hasSecret || isSecret
      seen.append(reading(operand, path, isSecret: isSecret, attempt, words, &reader))
    }
    var text = words.text(ofOppositeOf: turn)
    let searched = [text] + operands.map { words.text($0) } + ["when"]
    if hasSecret { text = operands.map { words.text($0) }.joined(separator: ", ") }
    let place = function.location ?? attempt.rule.location
    var excerpt: Explanation.Excerpt?
    if !hasSecret, let line = place.line {
      excerpt = lines(of: attempt.modelIndex) {
        $0.excerpt(of: searched, in: place.file, line...max(line, function.lastLine))
      }
    }
    return Explanation.Condition(
      text: secrets.masking(text), seen: seen,
      location: SourceLocation(file: place.file, line: excerpt?.number ?? place.line),
      excerpt: excerpt)
  }

  private func reading(
    _ operand: DecisionOperand, _ path: String, isSecret: Bool,
    _ attempt: EvaluationRecorder.Attempt,
    _ words: ConditionText, _ reader: inout ReplayedReads
  ) -> Explanation.Reading {
    if isSecret {
      return Explanation.Reading(path: path, value: .string(Redaction.text), text: Redaction.text)
    }
    if operand.kind == .path,
      let read = attempt.reads.first(where: { [$0.path] == words.paths(of: operand) })
    {
      let known = reading(read, parameter: "")
      return Explanation.Reading(path: path, value: known.value, text: known.text)
    }
    let value = words.code.operandValue(operand, &reader).luaValue
    let text = secrets.masking(value?.literal ?? "an object")
    return Explanation.Reading(path: path, value: value, text: text)
  }

  /// The analysis of a model's functions.
  func analysis(of modelIndex: Int) -> PredicateAnalysis {
    analyses[modelIndex]
      ?? PredicateAnalysis(evaluation.links[modelIndex]) { [evaluation] in
        (try? evaluation.state(of: modelIndex))?.object
      }
  }
}

extension ConditionText {
  /// The paths that an operand reads, as written after the parameter.
  func paths(of operand: DecisionOperand) -> [String] {
    var found: [String] = []
    code.forEachRead(of: operand) { found.append(paths.text(of: $0)) }
    return found
  }
}
