import LuaRules

/// The keys whose rules, and all that they read, have the same texts on both sides.
struct UnchangedKeys {
  private let old: ProvedRules
  private let new: ProvedRules
  private let texts: (old: RuleTexts, new: RuleTexts)
  /// For each key whose rules have the same texts the keys that they may read.
  private var known: [String: Set<String>?] = [:]
  private let assigned: Set<String>
  /// The assigned keys by their first names.
  private let keys: [String: [String]]

  init(_ old: ProvedRules, _ new: ProvedRules) {
    self.old = old
    self.new = new
    texts = (RuleTexts(old.models), RuleTexts(new.models))
    assigned = Set(old.keys + new.keys)
    keys = Dictionary(grouping: assigned) { key in String(key.prefix { $0 != "." }) }
  }

  /// Whether all files are the same on both sides, and so all answers.
  var containsAll: Bool { texts.old.isSame(as: texts.new) }

  /// Returns whether no context can change the answer for a key, if it changes none for some others.
  mutating func contains(_ key: String, given same: Set<String> = []) -> Bool {
    // A key for a path gets values from the rules for the names in front of it, too.
    var seen = Set([key] + (keys[String(key.prefix { $0 != "." })] ?? []))
    var pending = Array(seen)
    while let next = pending.popLast() {
      guard let read = reads(of: next) else { return false }
      for key in read where !same.contains(key) && seen.insert(key).inserted { pending.append(key) }
    }
    return true
  }

  /// The keys that the rules of a key may read; `nil` if its rules are not the same.
  private mutating func reads(of key: String) -> Set<String>? {
    if let found = known[key] { return found }
    let found = compare(key)
    known[key] = .some(found)
    return found
  }

  private func compare(_ key: String) -> Set<String>? {
    let (left, right) = (old.candidates(for: key), new.candidates(for: key))
    guard left.count == right.count else { return nil }
    var read: Set<String> = []
    for (one, other) in zip(left, right) {
      guard one.model == other.model, isSameRank(one, other),
        let text = texts.old.text(of: one), text == texts.new.text(of: other)
      else { return nil }
      guard let names = text.names else {
        read = assigned
        continue
      }
      for name in names { read.formUnion(keys[name] ?? []) }
    }
    return read
  }

  private func isSameRank(_ one: ProvedRules.Candidate, _ other: ProvedRules.Candidate) -> Bool {
    one.rule.priority == other.rule.priority && one.rule.complexity == other.rule.complexity
  }
}
