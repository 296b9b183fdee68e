import LuaRules

/// The keys whose rules, and all that they read, do the same on both sides.
struct UnchangedKeys {
  private let old: ProvedRules
  private let new: ProvedRules
  /// For each key whose rules do the same the keys that they may read.
  private var known: [String: Set<String>?] = [:]
  private let assigned: Set<String>
  /// The assigned keys by their first names.
  private let keys: [String: [String]]

  init(_ old: ProvedRules, _ new: ProvedRules) {
    self.old = old
    self.new = new
    assigned = Set(old.keys + new.keys)
    keys = Dictionary(grouping: assigned) { key in String(key.prefix { $0 != "." }) }
  }

  /// Whether all files are the same on both sides, and so all answers.
  var containsAll: Bool { RuleFiles.areSame(old.models, new.models) }

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
        let found = names(readBy: one, sameAs: other)
      else { return nil }
      guard let names = found.known else {
        read = assigned
        continue
      }
      for name in names { read.formUnion(keys[String(name.prefix { $0 != "." })] ?? []) }
    }
    return read
  }

  private func isSameRank(_ one: ProvedRules.Candidate, _ other: ProvedRules.Candidate) -> Bool {
    one.rule.priority == other.rule.priority && one.rule.complexity == other.rule.complexity
  }

  // MARK: Rules

  /// The names of keys that a rule may read; `nil` for any.
  private struct Names {
    var known: Set<String>? = []

    mutating func formUnion(_ names: [String]?) {
      known = names.flatMap { known?.union($0) }
    }
  }

  /// Returns the names that two rules may read; `nil` if they may do different things.
  private func names(
    readBy one: ProvedRules.Candidate, sameAs other: ProvedRules.Candidate
  ) -> Names? {
    guard one.rule.conditions.count == other.rule.conditions.count else { return nil }
    var names = Names()
    func addFunction(_ left: InspectedFunction, _ right: InspectedFunction) -> Bool {
      guard let known = old.fingerprints.fingerprint(of: left, ofModel: one.model),
        let match = new.fingerprints.fingerprint(of: right, ofModel: other.model),
        known.fingerprint == match.fingerprint
      else { return false }
      names.formUnion(known.keys)
      return true
    }
    func isSameHost(_ left: Int, _ right: Int) -> Bool {
      names.formUnion(nil)
      return left == right
        && old.models[one.model].hostFunctions == new.models[other.model].hostFunctions
    }
    for (left, right) in zip(one.rule.conditions, other.rule.conditions) {
      switch (left, right) {
      case (.never, .never): break
      case (.pattern(let some), .pattern(let others)):
        guard some.count == others.count,
          zip(some, others).allSatisfy({ $0.path == $1.path && $0.condition == $1.condition })
        else { return nil }
        names.formUnion(some.compactMap(\.path.first))
      case (.function(let left), .function(let right)):
        guard addFunction(left, right) else { return nil }
      case (.host(let left), .host(let right)):
        guard isSameHost(left, right) else { return nil }
      default: return nil
      }
    }
    let isSame =
      switch (one.rule.outcome, other.rule.outcome) {
      case (.constant(let left), .constant(let right)): left.isIdentical(to: right)
      case (.function(let left), .function(let right)): addFunction(left, right)
      case (.host(let left), .host(let right)): isSameHost(left, right)
      default: false
      }
    return isSame ? names : nil
  }
}
