/// Counts how recorded decisions change from one model to another.
struct DecisionChanges {
  /// One change, in printed form.
  private struct Change: Hashable {
    let key: String
    let before: String
    let after: String

    var text: String { "\(key) \(before) → \(after)" }
  }

  let timeLimit: Duration
  /// How many decisions change.
  private(set) var count = 0
  private var judged = 0
  private var skipped = 0
  private var frequencies: [Change: Int] = [:]

  init(timeLimit: Duration) {
    self.timeLimit = timeLimit
  }

  /// Compares the decisions of both models for a key.
  mutating func note(_ key: String, _ before: Decision, _ after: Decision) {
    judged += 1
    guard !before.isSame(as: after) else { return }
    count += 1
    frequencies[Change(key: key, before: before.text, after: after.text), default: 0] += 1
  }

  /// Counts a decision that was skipped because the time was over.
  mutating func noteSkipped() { skipped += 1 }

  /// The most different changes that the text lists.
  private static let longestList = 8

  /// The report: the count and the most frequent changes; `nil` if nothing
  /// changes and nothing was skipped.
  var text: String? {
    guard count > 0 || skipped > 0 else { return nil }
    let decisions = judged == 1 ? "decision" : "decisions"
    let verb = count == 1 ? "changes" : "change"
    var text = "\(count.grouped) of \(judged.grouped) recorded \(decisions) \(verb)"
    if count > 0 { text += ": \(list)" }
    if skipped > 0 { text += "; \(skipped.grouped) more were not judged within \(timeLimit)" }
    return text
  }

  private var list: String {
    let sorted = frequencies.sorted { left, right in
      left.value != right.value ? left.value > right.value : left.key.text < right.key.text
    }
    let named = sorted.prefix(Self.longestList).map { "\($0.key.text) (\($0.value.grouped))" }
    let rest = sorted.count - named.count
    return named.joined(separator: ", ") + (rest > 0 ? ", and \(rest.grouped) other changes" : "")
  }
}

extension Int {
  /// The digits in groups of three: 4,096.
  fileprivate var grouped: String {
    var text = ""
    for (index, digit) in String(self).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
