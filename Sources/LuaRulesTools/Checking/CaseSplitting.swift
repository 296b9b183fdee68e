import LuaRules

/// The search for several cases that together cover another one.
///
/// A case that some earlier case covers in part is split: the covered part is done, and the rest is
/// searched again, with the values of declared types only.
struct CaseSplitting {
  private let domains: DeclaredDomains
  /// The work for the last case: the requirements that were looked at.
  private(set) var steps = 0
  private var limit = 0
  private var used: Set<Int> = []
  /// The case that is to be covered.
  private var asked = RuleCase.always

  /// The most work for one case.
  private static let stepLimit = 1 << 16
  /// How many cases a key may have.
  static let entryLimit = 256

  init(_ domains: DeclaredDomains) { self.domains = domains }

  /// Returns the candidates that together hold whenever a case holds; `nil` if there is a gap, or
  /// the search would be too long.
  mutating func cover(
    _ situation: RuleCase, with entries: [CoverIndex.Entry], limit: Int
  ) -> Set<Int>? {
    steps = 0
    self.limit = min(Self.stepLimit, limit)
    used = []
    asked = situation
    guard isCovered(situation, entries[...]) else { return nil }
    return used
  }

  private mutating func isCovered(
    _ situation: RuleCase, _ entries: ArraySlice<CoverIndex.Entry>
  ) -> Bool {
    guard allows(situation) else { return true }
    for index in entries.indices {
      steps += 1 + entries[index].situation.domains.count + situation.domains.count
      guard steps < limit else { return false }
      guard let both = situation.and(entries[index].situation), allows(both) else {
        continue
      }
      guard let rest = remainder(of: situation, without: entries[index].situation) else { continue }
      used.insert(entries[index].candidate)
      let others = entries[(index + 1)...]
      return rest.allSatisfy { isCovered($0, others) }
    }
    return false
  }

  /// Whether a part can hold; a value that the case itself tests may be missing.
  private func allows(_ part: RuleCase) -> Bool {
    part.domains.allSatisfy { variable, domain in
      domains.allows(variable, domain)
        || asked.domains[variable] != nil && domains.allowsNothing(variable, domain)
    }
  }

  /// Returns the parts of a case that another case does not cover; `nil` if that cannot be said.
  private mutating func remainder(of situation: RuleCase, without other: RuleCase) -> [RuleCase]? {
    var rest: [RuleCase] = []
    var inside = situation
    let isAlone = other.domains.count == 1 && other.relations.isEmpty
    for (variable, domain) in other.domains.sorted(by: { $0.key < $1.key }) {
      if inside.domains[variable]?.isSubset(of: domain) ?? false { continue }
      guard let outside = domains.outside(domain, of: variable, isAlone: isAlone) else {
        return nil
      }
      for part in outside {
        var piece = inside
        steps += 1 + piece.domains.count
        if piece.narrow(variable, to: part), allows(piece) { rest.append(piece) }
      }
      guard inside.narrow(variable, to: domain) else { return rest }
    }
    for (relation, outcome) in other.relations {
      var piece = inside
      if piece.decide(relation, as: !outcome) { rest.append(piece) }
      guard inside.decide(relation, as: outcome) else { return rest }
    }
    return rest
  }
}
