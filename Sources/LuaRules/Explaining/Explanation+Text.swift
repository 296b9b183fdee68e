import LuaBridge

extension Explanation: CustomStringConvertible {
  /// The explanation as text for rule authors; see ``text(isColored:isWhole:)``.
  public var description: String { text() }

  /// The explanation as an indented tree, without a final line break.
  ///
  /// - Parameters:
  ///   - isColored: Whether the text is for a terminal with colors.
  ///   - isWhole: Whether each candidate has its own line, even in long rows of candidates with the
  ///     same outcome.
  /// - Returns: The lines.
  public func text(isColored: Bool = false, isWhole: Bool = false) -> String {
    var text = ExplanationText(self, isColored: isColored, isWhole: isWhole)
    return text.written()
  }
}

/// Writes an explanation for people.
private struct ExplanationText {
  private let explanation: Explanation
  private let isColored: Bool
  private let isWhole: Bool
  private let keys: [ByteName: Explanation.Key]
  private var lines: [String] = []
  private var told: Set<ByteName> = []

  /// Up to this many candidates in a row with the same outcome are listed one by one.
  private static let rowLength = 12
  /// The deepest indentation of keys.
  private static let depthLimit = 20
  /// The most characters of a line that are shown.
  private static let lineLength = 100

  init(_ explanation: Explanation, isColored: Bool, isWhole: Bool) {
    self.explanation = explanation
    self.isColored = isColored
    self.isWhole = isWhole
    keys = Dictionary(explanation.keys.map { (ByteName($0.name), $0) }) { first, _ in first }
  }

  mutating func written() -> String {
    if keys[explanation.path] == nil {
      lines.append(heading(explanation.path, explanation.answer))
      note(explanation.answer.error, 1, isWhole: true)
    }
    let depth = keys[explanation.path] == nil ? 1 : 0
    for key in explanation.keys where !told.contains(key.name) { tell(key, depth) }
    if let generation = explanation.generation { lines.append("generation \(generation)") }
    return lines.joined(separator: "\n")
  }

  // MARK: Keys

  private mutating func tell(_ key: Explanation.Key, _ depth: Int) {
    told.insert(key.name)
    add(heading(key.name, key.answer, of: key), depth)
    note(key.answer.error, depth + 1, isWhole: key.name == explanation.path)
    var model = 0
    for row in rows(of: key.candidates) {
      if let first = row.first, first.model != model {
        model = first.model
        add(faint("fallback \(model):"), depth + 1)
      }
      tell(row, depth + 1)
    }
    for plan in key.plans { tell(plan, depth + 1) }
    for name in key.reads {
      guard let read = keys[name] else { continue }
      if told.contains(name) {
        add(faint("\(PrintableText.of(name)): shown above"), depth + 1)
      } else {
        tell(read, depth + 1)
      }
    }
  }

  private func heading(
    _ name: String, _ answer: Explanation.Answer, of explained: Explanation.Key? = nil
  ) -> String {
    let key = name
    let name = bold(PrintableText.of(name))
    let value = PrintableText.of(shown(answer.json ?? "", of: key))
    if let words = explained.flatMap({ jointWords(for: $0, answer) }) {
      return "\(name) is \(value), \(words)"
    }
    switch answer.origin {
    case .set: return "\(name) is \(value), set on the context"
    case .default: return "\(name) is \(value), the default: no rule gave it"
    case .rule: return "\(name) is \(value), by \(words(for: answer.rule))"
    case .fallback: return "\(name) is \(value), by \(words(for: answer.rule)) of a fallback"
    case .error:
      let error = colored("an error", .red)
      return "\(name) is \(answer.json == nil ? error : "\(value), after \(error)")"
    }
  }

  /// How several rules together gave an answer; `nil` if one rule gave it, or none.
  private func jointWords(for key: Explanation.Key, _ answer: Explanation.Answer) -> String? {
    guard answer.origin == .rule || answer.origin == .fallback else { return nil }
    let count = key.candidates.count { $0.outcome == .won }
    let rules = count == 1 ? "1 rule" : "\(count) rules"
    return switch key.hitPolicy {
    case .first, .firstDeclared, .unique: nil
    case .collect, .collectDeclared, .outputOrder: "collected from \(rules)"
    case .priority: count == 1 ? nil : "the first in its enumeration of \(rules)"
    case .sum: "the sum of \(rules)"
    case .minimum: "the smallest value of \(rules)"
    case .maximum: "the greatest value of \(rules)"
    case .count: "the number of rules that gave a value"
    case .any: count == 1 ? nil : "on which \(rules) agree"
    }
  }

  /// A value in 80 characters; of a larger one the parts that rules have read.
  private func shown(_ json: String, of key: String) -> String {
    guard json.count > 80 else { return json }
    let parts = readParts(of: key)
    guard !parts.isEmpty else { return cut(json, to: 80) }
    return "{ \(parts.prefix(Self.rowLength).joined(separator: ", ")), … }"
  }

  /// What rules have read below a key, each part once, such as `total = 620`.
  private func readParts(of key: String) -> [String] {
    var parts: [String] = []
    for candidate in explanation.keys.lazy.flatMap(\.candidates) {
      for reading in candidate.reads {
        let isCount = reading.path.hasPrefix("#")
        let prefix = isCount ? "#c.\(key)" : "c.\(key)"
        guard reading.path.hasPrefix(prefix), let mark = reading.path.dropFirst(prefix.count).first,
          mark == "." || mark == "["
        else { continue }
        let rest = reading.path.dropFirst(prefix.count + (mark == "." ? 1 : 0))
        let part = "\(isCount ? "#" : "")\(rest) = \(cut(reading.text, to: 40))"
        if !parts.contains(part) { parts.append(part) }
      }
    }
    return parts
  }

  private func words(for rule: RuleID?) -> String {
    guard let rule else { return "a rule" }
    let name = rule.name.map { " `\(PrintableText.of($0))`" } ?? ""
    return "the rule\(name) at \(rule.location)"
  }

  private mutating func note(_ error: RuleError?, _ depth: Int, isWhole: Bool) {
    guard let error else { return }
    guard isWhole else {
      add("\(error.message) [\(error.code.rawValue)]", depth)
      return
    }
    for line in error.description.split(separator: "\n") { add(String(line), depth) }
  }

  // MARK: Candidates

  /// The candidates in groups: neighbors of one model with the same outcome.
  private func rows(of candidates: [Explanation.Candidate]) -> [[Explanation.Candidate]] {
    var rows: [[Explanation.Candidate]] = []
    for candidate in candidates {
      if let last = rows.last?.last, last.outcome == candidate.outcome,
        last.model == candidate.model
      {
        rows[rows.count - 1].append(candidate)
      } else {
        rows.append([candidate])
      }
    }
    return rows
  }

  private mutating func tell(_ row: [Explanation.Candidate], _ depth: Int) {
    guard !isWhole, row.count > Self.rowLength else {
      for candidate in row { tell(candidate, depth) }
      return
    }
    let end = 3
    for candidate in row.prefix(Self.rowLength - 2 * end) { tell(candidate, depth) }
    let hidden = row.count - (Self.rowLength - end)
    add(faint("… \(hidden) more: \(row[0].outcome.words)"), depth)
    for candidate in row.suffix(end) { tell(candidate, depth) }
  }

  private mutating func tell(_ candidate: Explanation.Candidate, _ depth: Int) {
    let name = candidate.rule.name.map { " `\(PrintableText.of($0))`" } ?? ""
    var rank = "priority \(candidate.priority.rawValue), complexity \(candidate.complexity)"
    if let precedence = candidate.precedence { rank += "; \(precedence.words)" }
    let contribution = candidate.contribution.map {
      ", contributed \(PrintableText.of(cut($0, to: 40)))"
    }
    add(
      "\(candidate.rule.location)\(name): \(words(for: candidate.outcome))\(contribution ?? "") "
        + faint("(\(rank))"),
      depth)
    for condition in candidate.conditions { tell(condition, depth + 1) }
    if candidate.outcome == .declined { note(candidate.reads, depth + 1) }
    show(candidate.excerpt, depth + 1)
  }

  private func words(for outcome: Explanation.Outcome) -> String {
    switch outcome {
    case .won: colored(outcome.words, .green)
    case .failed: colored(outcome.words, .red)
    case .notReached: faint(outcome.words)
    case .notMatched, .declined: colored(outcome.words, .yellow)
    }
  }

  private mutating func tell(_ condition: Explanation.Condition, _ depth: Int) {
    if let requirement = condition.requirement, let seen = condition.seen.first {
      add(
        "`\(PrintableText.of(seen.path))` was \(shown(seen)); \(PrintableText.of(requirement)) is required",
        depth)
    } else if let text = condition.text, condition.seen.count == 1, let seen = condition.seen.first
    {
      let name = text.contains(seen.path) ? "" : "\(PrintableText.of(seen.path)) "
      add("`\(PrintableText.of(text))`: \(name)was \(shown(seen))", depth)
    } else if let text = condition.text {
      let seen = condition.seen.map { "\(PrintableText.of($0.path)) was \(shown($0))" }
      add(
        "`\(PrintableText.of(text))` did not hold"
          + (seen.isEmpty ? "" : ": \(seen.joined(separator: ", "))"), depth)
    } else {
      add("the predicate at \(condition.location) gave false", depth)
      note(condition.seen, depth + 1)
    }
    show(condition.excerpt, depth)
  }

  private func shown(_ reading: Explanation.Reading) -> String {
    colored(PrintableText.of(reading.text), .yellow)
  }

  private mutating func note(_ reads: [Explanation.Reading], _ depth: Int) {
    let shown = reads.prefix(Self.rowLength)
    for read in shown {
      add("it read \(PrintableText.of(read.path)): \(PrintableText.of(read.text))", depth)
    }
    if reads.count > shown.count { add(faint("… \(reads.count - shown.count) more"), depth) }
  }

  private mutating func show(_ excerpt: Explanation.Excerpt?, _ depth: Int) {
    guard let excerpt else { return }
    let margin = String(excerpt.number)
    let space = String(repeating: " ", count: margin.count)
    // If the excerpt is far to the right, the beginning of the line is cut off.
    let indentation = excerpt.line.prefix { $0.isWhitespace }.count
    let isShort = excerpt.line.count - indentation <= Self.lineLength
    let start = min(
      excerpt.column - 1,
      isShort ? indentation : max(indentation, excerpt.column - Self.lineLength / 2))
    let rest = excerpt.line.dropFirst(start)
    let shown = PrintableText.of(rest.prefix(Self.lineLength).withoutTabs)
    let marks = String(
      repeating: "^",
      count: max(1, min(excerpt.length, Self.lineLength - excerpt.column + 1 + start)))
    let dots = start > indentation ? "…" : ""
    let tail = rest.count > Self.lineLength ? "…" : ""
    add(faint("\(margin) | ") + dots + shown + tail, depth)
    let blank = String(repeating: " ", count: excerpt.column - 1 - start + dots.count)
    add(faint("\(space) | ") + blank + colored(marks, .yellow), depth)
  }

  // MARK: Plans

  private mutating func tell(_ plan: Explanation.Plan, _ depth: Int) {
    for step in plan.steps.prefix(Self.rowLength) {
      switch step.kind {
      case .attempt:
        let place = step.location.map(\.description) ?? ""
        let who = step.obstacle.map { "by Lua: \($0)" } ?? "natively"
        add("plan: tries \(place) \(who)", depth)
      case .switch, .range:
        let kind = step.kind == .switch ? "switch" : "search"
        let path = PrintableText.of(step.path ?? "")
        let seen =
          step.seen.map { ", which was \(PrintableText.of($0.text))" } ?? ", which was not read"
        add(
          "plan: \(kind) on \(path)\(seen): \(step.left) of \(step.count) candidates are tried",
          depth)
      }
    }
    if plan.steps.count > Self.rowLength {
      add(faint("plan: … \(plan.steps.count - Self.rowLength) more"), depth)
    }
  }

  // MARK: Lines

  private mutating func add(_ line: String, _ depth: Int) {
    lines.append(String(repeating: "  ", count: min(depth, Self.depthLimit)) + line)
  }

  private func cut(_ text: String, to length: Int) -> String {
    text.count <= length ? text : text.prefix(length) + "…"
  }

  private enum Color: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private func colored(_ text: String, _ color: Color) -> String { style(text, color.rawValue) }
  private func bold(_ text: String) -> String { style(text, "1") }
  private func faint(_ text: String) -> String { style(text, "2") }

  private func style(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Substring {
  /// The text with a space for each tab.
  fileprivate var withoutTabs: String {
    utf8.contains(UInt8(ascii: "\t")) ? String(map { $0 == "\t" ? " " : $0 }) : String(self)
  }
}

extension Explanation.Outcome {
  fileprivate var words: String {
    switch self {
    case .won: "won"
    case .notMatched: "not matched"
    case .declined: "declined"
    case .failed: "failed"
    case .notReached: "not reached"
    }
  }
}

extension Explanation.Precedence {
  fileprivate var words: String {
    switch self {
    case .priority: "before the next by priority"
    case .complexity: "before the next by complexity"
    case .declaration: "declared before the next"
    case .model: "the next is of a fallback"
    }
  }
}
