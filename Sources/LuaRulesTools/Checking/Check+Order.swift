import LuaRules

// Checks for rules that can never win, and rules that only their position orders.

extension Check {
  /// Checks the order of the candidates of each key.
  mutating func checkOrder(of rules: CheckedRules, _ answers: AnswerCases) {
    var found: [(dead: Set<Int>, others: CoverIndex)?] = []
    var incomplete: [(key: String, candidates: [Candidate])] = []
    for ((key, candidates), dead) in zip(rules.keys, rules.deadRules) {
      if isStopped() { return }
      for candidate in candidates { checkConditions(of: candidate, rules, answers) }
      guard schema.hitPolicy(of: key).answersAlone else {
        found.append(nil)
        continue
      }
      let certain = rules.certain
      let known =
        dead
        ?? DeadRules(candidates, rules.declared, share: rules.share(of: candidates)) {
          certain.mayDecline($0) && certain.mayDeclineAsDeclared($0)
        }
      let others = reportDead(known, among: candidates, rules)
      found.append(others)
      if !others.dead.isEmpty { noteSeen(key, givenBy: candidates, without: others.dead) }
    }
    // What a rule gives that never wins, no other rule sees.
    for ((key, candidates), known) in zip(rules.keys, found) {
      if isStopped() { return }
      guard let (dead, index) = known else {
        checkOverlaps(candidates, of: key, rules)
        continue
      }
      // Rules of a file that does not load may keep two apart.
      if isWhole {
        var ties = TieSearch(candidates, index, rules, self)
        let tied = ties.find(leavingOut: dead)
        report(ties: tied, among: candidates)
        if ties.isExhausted || ties.isIncomplete && !tied.isEmpty {
          incomplete.append((key, candidates))
        }
      } else if index.isExhausted {
        incomplete.append((key, candidates))
      }
      checkCounting(candidates, rules, leavingOut: dead)
    }
    report(incomplete: incomplete)
  }

  // MARK: Rules that can never win

  /// Reports the candidates that can never win; returns their positions, and
  /// the cases of the others.
  private mutating func reportDead(
    _ found: DeadRules, among candidates: [Candidate], _ rules: CheckedRules
  ) -> (dead: Set<Int>, others: CoverIndex) {
    for (position, reason) in found.reasons {
      let candidate = candidates[position]
      switch reason {
      case .impossible: break
      case .behind(let first):
        if let rests = rests(of: candidate, behind: [candidates[first]], rules) {
          report(dead: candidate, after: candidates[first], rests, rules)
        }
      case .covered(let covers):
        let covers = covers.map { candidates[$0] }
        if ([candidate] + covers).allSatisfy({ rules.settings.deciding($0.rule) == nil }),
          !covers.contains(where: { isToldToHold($0.rule) }),
          let rests = rests(of: candidate, behind: covers, rules)
        {
          report(dead: candidate, behind: covers, rests)
        }
      }
    }
    return (Set(found.reasons.map(\.position)), found.others)
  }

  /// Returns what it rests on that a rule never wins, as the end of a message; `nil` if that cannot be
  /// said.
  private func rests(
    of candidate: Candidate, behind covers: [Candidate], _ rules: CheckedRules
  ) -> String? {
    let others = covers.map(\.rule)
    let declining = covers.filter { rules.certain.mayDecline($0) }
    let isCovered = rules.certain.isCovered(candidate.rule, by: others)
    if declining.isEmpty, isCovered { return "" }
    var conditions = isCovered ? [] : ([candidate.rule] + others).flatMap(\.conditions)
    for case .function(let function) in declining.map(\.rule.outcome) {
      conditions.append(.function(function))
    }
    let facts = facts(in: conditions, rules)
    if !facts.isEmpty { return facts.text }
    return declining.isEmpty ? nil : "; unless that has no value"
  }

  /// Whether the only condition of a rule is reported because it always holds.
  private func isToldToHold(_ rule: InspectedRule) -> Bool {
    rule.conditions.count == 1 && rulesThatAlwaysHold.contains(rule.location)
  }

  private mutating func report(
    dead candidate: Candidate, after first: Candidate, _ rests: String, _ rules: CheckedRules
  ) {
    // Another setting gives the rule its turn, and so does a change of a condition that always holds.
    guard rules.settings.deciding(first.rule) == nil,
      !isToldToHold(first.rule)
    else { return }
    let isSame = candidate.isUnconditional && candidate.givesSame(as: first)
    add(
      isSame ? .duplicateRule : .unreachableRule, .warning,
      isSame
        ? "the rule for `\(candidate.rule.key)` is there twice"
        : "\(neverWins(candidate.rule)): one that always holds is asked before it\(rests)",
      at: candidate.rule.location,
      fix: isSame
        ? "remove one of them" : "give it a higher `priority`, or the other one a condition",
      related: [first.note("this one always holds")], rule: candidate.rule)
  }

  private mutating func report(
    dead candidate: Candidate, behind covers: [Candidate], _ rests: String
  ) {
    let notes = covers.prefix(4).map { $0.note("asked before it") }
    if let only = covers.first, covers.count == 1, candidate.holdsExactly(when: only) {
      let isSame = candidate.givesSame(as: only)
      add(
        isSame ? .duplicateRule : .shadowedRule, .warning,
        isSame
          ? "the rule for `\(candidate.rule.key)` is there twice"
          : "\(neverWins(candidate.rule)): one with the same condition is asked before it\(rests)",
        at: candidate.rule.location,
        fix: isSame ? "remove one of them" : "change a condition, or remove one of them",
        related: notes, rule: candidate.rule)
      return
    }
    add(
      .subsumedRule, .warning,
      covers.count == 1
        ? "\(neverWins(candidate.rule)): one that always holds when it does is asked before it\(rests)"
        : "\(neverWins(candidate.rule)): one of those before it always holds when it does\(rests)",
      at: candidate.rule.location, fix: "give it a higher `priority`, or change a condition",
      related: notes, rule: candidate.rule)
  }

  // MARK: Ties

  /// Reports each later rule of a tie; if a rule ties with many later ones,
  /// reports only that rule.
  private mutating func report(
    ties: [(later: Int, partners: TieSearch.Partners)], among candidates: [Candidate]
  ) {
    // What is tested there is not what is meant.
    func isSound(_ candidate: Int) -> Bool {
      let rule = candidates[candidate].rule
      return !rule.readsInConditions(at: unknownMemberPlaces)
        && !rule.hasCondition(at: repeatedConditions)
    }
    let ties = ties.compactMap { later, partners -> (later: Int, partners: TieSearch.Partners)? in
      var partners = partners
      partners.earlier.removeAll { !isSound($0) }
      return isSound(later) && !partners.earlier.isEmpty ? (later, partners) : nil
    }
    let crossing = ties.filter { !$0.partners.isNested }
    let laters = Dictionary(grouping: crossing) { $0.partners.earlier[0] }
    for (later, partners) in ties {
      let isMany = laters[partners.earlier[0], default: []].count > Self.fewTies
      guard partners.isNested || !isMany else { continue }
      report(
        tie: candidates[later], with: partners.earlier.map { candidates[$0] }, partners.isNested)
    }
    for (earlier, laters) in laters where laters.count > Self.fewTies {
      report(tie: candidates[earlier], withLater: laters.map { candidates[$0.later] })
    }
  }

  /// Reports once that some rules were not compared, because there are too many.
  private mutating func report(incomplete keys: [(key: String, candidates: [Candidate])]) {
    guard let (key, candidates) = keys.first, let last = candidates.last else { return }
    let others = keys.count == 1 ? "" : ", and for \(keys.count - 1) other keys,"
    add(
      .tie, .info, "there are too many rules for `\(key)`\(others) to compare all pairs",
      at: last.rule.location, rule: last.rule)
  }

  /// The maximum number of later rules that are reported individually.
  private static let fewTies = 3
  /// The maximum number of rules that notes show.
  private static let mostNotes = 10

  private static let outOfTie =
    "a `priority`, another condition, or `complexity = n` beside `when`"

  private mutating func report(tie earlier: Candidate, withLater laters: [Candidate]) {
    let rule = earlier.rule
    var notes = laters.prefix(Self.mostNotes).map { $0.note("one of them") }
    if laters.count > notes.count {
      notes.append(RuleError.Note("and \(laters.count - notes.count) more", at: nil))
    }
    add(
      .tie, .warning,
      "\(laters.count) rules after this one have priority \(rule.priority.rawValue) and "
        + "complexity \(rule.complexity), too, and can hold when it does; it wins because it "
        + "comes first",
      at: rule.location, fix: "give this one \(Self.outOfTie)", related: notes, rule: rule)
  }

  private mutating func report(tie later: Candidate, with earlier: [Candidate], _ isNested: Bool) {
    let rule = later.rule
    let both = "priority \(rule.priority.rawValue) and complexity \(rule.complexity)"
    add(
      .tie, isNested ? .info : .warning,
      isNested
        ? "both this rule and a narrower one have \(both); the narrower one wins because it "
          + "comes first"
        : earlier.count == 1
          ? "both this rule and another one have \(both), and both can hold; the other one wins "
            + "because it comes first"
          : "this rule and \(earlier.count) others have \(both), and can hold together; the others win "
            + "because they come first",
      at: rule.location,
      fix: "give one of them \(Self.outOfTie)",
      related: earlier.map { $0.note("comes first") }, rule: rule)
  }
}

extension InspectedRule {
  /// Whether a condition reads something in one of some lines.
  func readsInConditions(at places: Set<SourceLocation>) -> Bool {
    !places.isEmpty
      && conditions.contains { condition in
        switch condition {
        case .pattern(let entries): entries.contains { places.contains($0.location) }
        case .function(let function): function.reads.contains { places.contains($0.location) }
        case .never, .host: false
        }
      }
  }
}

extension InspectedRule {
  /// Whether a condition is written in one of some lines.
  fileprivate func hasCondition(at places: Set<SourceLocation>) -> Bool {
    !places.isEmpty
      && conditions.contains { condition in
        switch condition {
        case .pattern(let entries): entries.contains { places.contains($0.location) }
        case .function(let function): places.contains(function.location)
        case .never, .host: false
        }
      }
  }
}

extension Candidate {
  /// Returns a note with the location of the rule.
  func note(_ text: String) -> RuleError.Note {
    RuleError.Note(rule.name.map { "\(text): \"\($0)\"" } ?? text, at: rule.location)
  }
}
