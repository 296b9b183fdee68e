import LuaRules

/// The decisions that differ between two sets of rules.
///
/// ```swift
/// var comparison = RuleSetDiff(of: old, with: new)
/// for context in contexts { try comparison.compare(json: context) }
/// print(comparison.text)
/// ```
public struct RuleSetDiff: Sendable {
  private let old: RuleModel
  private let new: RuleModel
  /// The keys to evaluate if a context does not name one.
  private let keys: [String]

  /// The number of contexts.
  public private(set) var contextCount = 0

  /// The number of compared decisions.
  public private(set) var decisionCount = 0

  /// The number of decisions that differ.
  public private(set) var differenceCount = 0

  /// The number of contexts with secrets that the log does not contain.
  public private(set) var maskedCount = 0

  private var groups: [Group.Identity: Group] = [:]

  /// The decision of one set of rules.
  public struct Decision: Sendable, Hashable {
    /// The value as JSON; `nil` after an error.
    public let value: String?
    /// The error in place of a value.
    public let error: RuleError?
    /// The rule that gave the value; `nil` if no rule gave it.
    public let rule: RuleID?
  }

  /// A decision that differs.
  public struct Difference: Sendable, Hashable {
    /// The location of the context; `nil` if it is unknown.
    public let location: SourceLocation?
    /// The key, or the path of names.
    public let key: String
    /// The decision of the old rules.
    public let old: Decision
    /// The decision of the new rules.
    public let new: Decision
  }

  /// Differences with the same text.
  private struct Group {
    struct Identity: Hashable {
      var key: String
      var old: String
      var new: String
    }

    var first: Difference
    var count = 0
  }

  /// Creates a diff without comparisons.
  ///
  /// - Parameters:
  ///   - old: The old rules.
  ///   - new: The new rules.
  ///   - keys: The keys to evaluate in each context; by default every key that
  ///     a rule of either set assigns.
  public init(of old: RuleModel, with new: RuleModel, keys: [String] = []) {
    self.old = old
    self.new = new
    let all = keys.isEmpty ? old.assignedKeys + new.assignedKeys : keys
    self.keys = Set(all).sortedByBytes()
    isLimited = !keys.isEmpty
  }

  /// Whether only some keys are compared, even if a log contains others.
  private let isLimited: Bool

  /// Compares the decisions for a context in JSON, or for a line of a decision
  /// log.
  ///
  /// - Parameters:
  ///   - json: The context, or the line, which names its key.
  ///   - location: The location of the text.
  /// - Returns: The decisions that differ.
  /// - Throws: `RuleError` with code `bad-context`.
  @discardableResult
  public mutating func compare(
    json: String, at location: SourceLocation? = nil
  ) throws(RuleError) -> [Difference] {
    let place = location ?? SourceLocation(file: "context")
    guard let question = try ComparedQuestion(json, at: place) else { return [] }
    if let key = question.key, isLimited, !keys.contains(key) { return [] }
    let contexts: (old: RuleContext, new: RuleContext)
    do throws(RuleError) {
      contexts = (try question.context(old), try question.context(new))
    } catch {
      var error = error
      error.location = place
      throw error
    }
    contextCount += 1
    if question.isMasked { maskedCount += 1 }
    let differences = (question.key.map { [$0] } ?? keys).compactMap { key -> Difference? in
      decisionCount += 1
      let (left, right) = (Self.answer(contexts.old, key), Self.answer(contexts.new, key))
      if Self.isSame(left, right) { return nil }
      return Difference(location: location, key: key, old: Decision(left), new: Decision(right))
    }
    for difference in differences { add(difference) }
    return differences
  }

  private mutating func add(_ difference: Difference) {
    differenceCount += 1
    let identity = Group.Identity(
      key: difference.key, old: difference.old.text, new: difference.new.text)
    groups[identity, default: Group(first: difference)].count += 1
  }

  private static func answer(
    _ context: RuleContext, _ key: String
  ) -> Result<PlainAnswer, RuleError> {
    Result { () throws(RuleError) in try context.plainAnswer(at: key) }
  }

  /// Returns whether two answers are equal; errors are compared without their
  /// locations.
  private static func isSame(
    _ left: Result<PlainAnswer, RuleError>, _ right: Result<PlainAnswer, RuleError>
  ) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left.value.isEqual(to: right.value)
    case (.failure(let left), .failure(let right)):
      left.code == right.code && left.message == right.message
    default: false
    }
  }
}

extension RuleSetDiff.Decision {
  init(_ answer: Result<PlainAnswer, RuleError>) {
    switch answer {
    case .success(let answer):
      self.init(value: answer.printed, error: nil, rule: answer.rule)
    case .failure(let error): self.init(value: nil, error: error, rule: nil)
    }
  }

  /// The decision in one line.
  var text: String { value ?? "error: \(error?.message ?? "")" }

  /// The origin of the decision in one line; `nil` if it is unknown.
  var origin: String? {
    if let error { return error.location.map { "the error is at \($0)" } }
    guard let rule else { return "no rule gives it" }
    return "the rule\(rule.name.map { " `\($0)`" } ?? "") at \(rule.location)"
  }
}

extension RuleSetDiff {
  /// The report for people; several lines, without a final line break.
  ///
  /// Differences with the same text are grouped, the most frequent first.
  public var text: String {
    let sorted = groups.sorted { left, right in
      left.value.count != right.value.count
        ? left.value.count > right.value.count
        : (left.key.key, left.key.old, left.key.new) < (right.key.key, right.key.old, right.key.new)
    }
    var lines = sorted.flatMap { identity, group in
      var place = group.first.location.map { ", first at \($0)" } ?? ""
      if group.count == 1 { place = group.first.location.map { " at \($0)" } ?? "" }
      let times = group.count == 1 ? "once" : "\(group.count) times"
      return ["\(identity.key): \(identity.old) → \(identity.new), \(times)\(place)"]
        + [("old", group.first.old), ("new", group.first.new)].compactMap { name, decision in
          decision.origin.map { "  \(name): \($0)" }
        }
    }
    lines.append(summary)
    return lines.joined(separator: "\n")
  }

  /// The counts in words.
  public var summary: String {
    let contexts = contextCount == 1 ? "1 context" : "\(contextCount) contexts"
    let verb = differenceCount == 1 ? "differs" : "differ"
    let masked = maskedCount > 0 ? "; \(maskedCount) of them had secrets that are not shown" : ""
    return "\(differenceCount) of \(decisionCount) decisions \(verb), in \(contexts)\(masked)"
  }

  /// The counts as one line of JSON.
  public var json: String {
    LuaValue.object([
      "contexts": .count(contextCount), "decisions": .count(decisionCount),
      "differences": .count(differenceCount), "masked": .count(maskedCount),
    ]).json
  }
}

extension RuleSetDiff.Difference {
  /// The difference as one line of JSON.
  public var json: String {
    LuaValue.object([
      "context": .place(location), "key": .string(key), "new": new.report, "old": old.report,
    ]).json
  }
}

extension RuleSetDiff.Decision {
  var report: LuaValue {
    .object([
      "code": .text(error?.code.rawValue), "error": .text(error?.message),
      "place": .place(rule?.location ?? error?.location), "rule": .text(rule?.name),
      "value": .parsed(value),
    ])
  }
}
