import LuaBridge
import LuaRules

/// The search for two candidates of one key that hold at once, although only one may.
struct OverlapSearch {
  /// Two candidates, and what is known about them.
  struct Overlap {
    let earlier: Candidate
    let later: Candidate
    let proof: Proof
  }

  /// How certain an overlap is.
  enum Proof {
    /// Both hold in this context, in words.
    case context(String)
    /// Both answer in a context that was tried.
    case trial(TriedRules.Failure)
    /// Nothing excludes that both hold.
    case undecided
    /// There are too many pairs.
    case tooMany
  }

  private let candidates: [Candidate]
  private let policy: HitPolicy
  private let rules: CheckedRules
  private let check: Check
  private let independence: Independence

  init(_ candidates: [Candidate], _ policy: HitPolicy, _ rules: CheckedRules, _ check: Check) {
    self.candidates = candidates
    self.policy = policy
    self.rules = rules
    self.check = check
    independence = Independence(rules, check)
  }

  /// Returns one overlap for each later candidate, a certain one if there is one.
  func find() -> [Overlap] {
    var found: [Int: Overlap] = [:]
    var pairs = CandidatePairs(candidates, share: rules.share(of: candidates))
    let possible = candidates.indices.filter { !candidates[$0].isImpossible }
    pairs.visit(possible) { earlier, later in
      if let known = found[later], case .context = known.proof { return 0 }
      let (first, second) = (candidates[earlier], candidates[later])
      let work = max(1, (first.cases?.count ?? 1) * (second.cases?.count ?? 1))
      guard let proof = proof(first, second) else { return work }
      if case .undecided = proof, found[later] != nil { return work }
      found[later] = Overlap(earlier: first, later: second, proof: proof)
      return work
    }
    var overlaps = found.sorted { $0.key < $1.key }.map { tried($0.value) }
    if pairs.isIncomplete, let last = candidates.last {
      overlaps.append(Overlap(earlier: last, later: last, proof: .tooMany))
    }
    return overlaps
  }

  /// Returns what is known about two candidates; `nil` if they exclude one another, or agree.
  private func proof(_ first: Candidate, _ second: Candidate) -> Proof? {
    if policy == .any, first.givesSame(as: second) { return nil }
    if let left = first.cases, let right = second.cases, left.count * right.count <= 256,
      left.allSatisfy({ situation in right.allSatisfy { excludes(situation, $0) } })
    {
      return nil
    }
    // What a function gives is not known, nor whether it gives anything.
    guard !first.canDecline, !second.canDecline,
      policy == .unique || first.givesConstant && second.givesConstant
    else { return .undecided }
    var context: String?
    _ = independence.canBothHold(first, second) { situation in
      context = text(of: situation)
      return context != nil
    }
    return context.map { .context($0) } ?? .undecided
  }

  /// Returns an overlap of the later candidate that trials show; the same overlap if they show none.
  private func tried(_ overlap: Overlap) -> Overlap {
    guard case .undecided = overlap.proof, rules.number == 0, let trials = check.trials else {
      return overlap
    }
    var ways: [[TriedRules.Setting]] = []
    for situation in overlap.earlier.cases ?? [] {
      for other in overlap.later.cases ?? [] where ways.count < Self.mostWays {
        guard let both = situation.and(other), rules.declared.allows(both) else { continue }
        ways.append(check.settings(of: both, rules))
      }
    }
    guard let shown = trials.overlap(of: overlap.later.rule, ways: ways),
      let earlier = candidates.first(where: { $0.rule.location == shown.earlier })
    else { return overlap }
    return Overlap(earlier: earlier, later: overlap.later, proof: .trial(shown.failure))
  }

  /// How many cases of two candidates are tried.
  private static let mostWays = 16

  /// Whether two cases can never hold at once.
  private func excludes(_ left: RuleCase, _ right: RuleCase) -> Bool {
    guard let both = left.and(right) else { return true }
    return both.domains.contains { variable, domain in
      // A value that rules give is not compared with its type when other rules read it.
      let path = rules.model.variables[variable].path
      guard !path.isEmpty, !check.isAssigned(path) else { return false }
      return domain.isEmpty(for: check.type(of: path))
    }
  }

  /// A context of a case, as in `` `level` is 5 and `name` is "a" ``; `nil` if no such context is known.
  private func text(of situation: RuleCase) -> String? {
    guard situation.relations.isEmpty else { return nil }
    var parts: [String] = []
    for variable in situation.domains.keys.sorted() {
      let described = rules.model.variables[variable]
      let domain = situation.domains[variable] ?? .everything
      guard described.isPath, let example = domain.example(in: check.type(of: described.path))
      else { return nil }
      parts.append("`\(described.text)` is \(example.literal)")
    }
    return parts.joined(separator: " and ")
  }
}

extension Candidate {
  fileprivate var givesConstant: Bool {
    if case .constant = rule.outcome { true } else { false }
  }
}

extension ValueDomain {
  /// Returns a value of the domain that a type admits; `nil` if none is found.
  func example(in type: ValueType) -> TestedValue? {
    if let allowed {
      return allowed.filter { type.admits($0) }.min { $0.literal < $1.literal }
    }
    var tried = type.listedValues ?? []
    for bound in [lower, upper].compactMap(\.self) {
      tried += [0, 1, -1, 0.5, -0.5].map { TestedValue(number: bound.number + $0) }
    }
    if let lower, let upper { tried.append(TestedValue(number: (lower.number + upper.number) / 2)) }
    tried += [.integer(0), .integer(1), .integer(2), .boolean(true), .text(Array("a".utf8))]
    return tried.first { contains($0) && type.admits($0) && $0 != .nothing }
  }
}

extension TestedValue {
  fileprivate init(number: Double) {
    self = Int64(exactly: number).map { .integer($0) } ?? .float(number)
  }
}
