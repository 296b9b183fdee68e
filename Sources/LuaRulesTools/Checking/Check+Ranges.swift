import LuaRules

// Checks for numbers between the ranges that the rules of a key test.

extension Check {
  /// The maximum number of cases of a key whose ranges are compared.
  private static let mostRangedCases = 512

  /// Reports the numbers that the ranges of a key's rules leave out.
  ///
  /// Ranges belong together where the rest of their cases is the same. Numbers are left out if rules answer
  /// for smaller and for greater ones, and the ranges meet elsewhere, or only one number is between them.
  ///
  /// - Returns: Whether there are any.
  mutating func reportRangeGap(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) -> Bool {
    let cases = candidates.flatMap { $0.cases ?? [] }
    guard cases.count <= Self.mostRangedCases else { return false }
    var seen: Set<RangedCase> = []
    for situation in cases {
      for variable in situation.domains.keys.sorted() {
        guard let ranged = RangedCase(situation, variable), seen.insert(ranged).inserted,
          report(ranged, cases, candidates, of: key, rules)
        else { continue }
        return true
      }
    }
    return false
  }

  /// Whether some listed text has a length that is left out; true for other values.
  private func isLength(
    of variable: DecisionVariable, in domain: ValueDomain, _ rules: CheckedRules
  ) -> Bool {
    guard variable.isLength, let measured = variable.parts.first,
      let texts = rules.declared.type(of: measured).texts
    else { return true }
    return texts.contains { domain.contains(.integer(Int64($0.count))) }
  }

  /// Reports what the ranges of one variable leave out beside the same other requirements; returns whether
  /// that is anything.
  private mutating func report(
    _ ranged: RangedCase, _ cases: [RuleCase], _ candidates: [Candidate], of key: String,
    _ rules: CheckedRules
  ) -> Bool {
    let variable = rules.model.variables[ranged.variable]
    let type = numbers(of: ranged.variable, rules)
    guard variable.isPath || variable.isLength, type.isOnly(.number) else { return false }
    let pieces = cases.filter {
      $0.relations.isEmpty && ranged.others.implies($0.without(ranged.variable))
    }
    let own = candidates.filter { candidate in
      (candidate.cases ?? []).contains { RangedCase($0, ranged.variable) == ranged }
    }
    guard own.count > 1,
      let ranges = CoveredRanges(pieces.map { $0.domains[ranged.variable] }, of: type),
      let gap = ranges.gap(isValueLeft: ungivenValues(candidates, of: key)?.isEmpty == false),
      case var situation = ranged.others, situation.narrow(ranged.variable, to: gap.domain),
      mayBeGiven(gap, variable.path, rules), isLength(of: variable, in: gap.domain, rules),
      let last = own.map(\.rule).max(by: { $0.declarationIndex < $1.declarationIndex })
    else { return false }
    var index = CoverIndex(
      counting: cases, rules.declared, share: rules.share(of: candidates))
    for (number, candidate) in candidates.enumerated() {
      for situation in candidate.cases ?? [] { index.add(situation, of: number) }
    }
    guard index.cover(situation).isEmpty else { return false }
    let hasOthers = cases.contains { situation.and($0) != nil }
    if hasOthers, rules.number == 0,
      lacksAnswer(key, in: gap, ranged, rules) == false
    {
      return false
    }
    let search = DecliningSearch(rules.declared)
    let place = search.text(of: ranged.others, rules.model.variables).map { " where \($0)" } ?? ""
    reportUncovered(
      "\(gap.text) of `\(variable.nameInSource)`\(place)", of: key, byTheseAlone: hasOthers,
      at: last, fix: "change a bound, or add a rule for it")
    return true
  }

  /// Whether rules may give a key a number of a gap, as far as they give constants.
  private func mayBeGiven(
    _ gap: CoveredRanges.Gap, _ path: [String], _ rules: CheckedRules
  ) -> Bool {
    guard path.count == 1, isAssigned(path), !types.isCalculated(path[0]) else { return true }
    return constants(seenFor: path[0]).contains { gap.domain.contains($0) }
  }

  /// Returns the declared numbers of a variable, also of a key that rules answer.
  private func numbers(of variable: Int, _ rules: CheckedRules) -> LuaType {
    let path = rules.model.variables[variable].path
    guard path.count == 1, isAssigned(path) else {
      return rules.declared.type(of: variable).present
    }
    return types.type(ofKey: path)?.present ?? .any
  }

  /// Returns whether no rule answers for a key where a number is in a gap; `nil` if that is not known.
  private func lacksAnswer(
    _ key: String, in gap: CoveredRanges.Gap, _ ranged: RangedCase, _ rules: CheckedRules
  ) -> Bool? {
    guard rules.model.variables[ranged.variable].isPath else { return nil }
    var all = [(path: rules.model.variables[ranged.variable].path, value: gap.example)]
    for (variable, domain) in ranged.others.domains.sorted(by: { $0.key < $1.key }) {
      let path = rules.model.variables[variable].path
      guard !path.isEmpty, let example = domain.example(in: type(of: path)) else { return nil }
      all.append((path, example.value))
    }
    return lacksAnswer(key, where: all, rules)
  }
}

extension DecisionVariable {
  /// Whether it is the length of a list or a text of the context.
  fileprivate var isLength: Bool { text.hasPrefix("#c.") && parts.count == 1 }
}

/// A case that tests a number against bounds, apart from these.
private struct RangedCase: Hashable {
  let variable: Int
  let others: RuleCase

  /// Creates the rest of a case; `nil` if it depends on more than values, or has no bound for the variable.
  init?(_ situation: RuleCase, _ variable: Int) {
    guard situation.relations.isEmpty, let domain = situation.domains[variable], domain.isRange,
      domain.allowed == nil
    else { return nil }
    self.variable = variable
    others = situation.without(variable)
  }
}

extension RuleCase {
  /// Returns the case without the requirement on a variable.
  fileprivate func without(_ variable: Int) -> RuleCase {
    var result = self
    result.drop(variable)
    return result
  }
}

/// The numbers for which rules answer, in pieces.
private struct CoveredRanges {
  /// Numbers between two pieces, or at an end.
  struct Gap {
    let range: NumberRange
    let isOfIntegers: Bool

    var domain: ValueDomain {
      ValueDomain(
        from: .init(number: range.lower, isInside: !range.isLowerOpen),
        to: .init(number: range.upper, isInside: !range.isUpperOpen))
    }

    /// A number of the gap.
    var example: LuaValue {
      if !range.isLowerOpen { return Self.value(range.lower) }
      if !range.isUpperOpen { return Self.value(range.upper) }
      return .number(range.lower + (range.upper - range.lower) / 2)
    }

    /// The numbers in words.
    var text: String {
      let (least, most) = (Self.value(range.lower).literal, Self.value(range.upper).literal)
      if range.lower == range.upper { return least }
      guard isOfIntegers else { return "what is between \(least) and \(most)" }
      return range.upper - range.lower == 1 ? "\(least), \(most)" : "\(least) to \(most)"
    }

    /// Whether only a bound can be missing here: there is one number, or none that is written without a fraction.
    var isSlip: Bool {
      if range.lower == range.upper { return true }
      return range.isLowerOpen && range.isUpperOpen && range.upper - range.lower == 1
        && range.lower.rounded() == range.lower
    }

    private static func value(_ number: Double) -> LuaValue {
      Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
  }

  private var pieces: [NumberRange] = []
  private let all: NumberRange
  private let isOfIntegers: Bool

  /// Creates the numbers of domains; `nil` if one of them holds for all numbers, or for no range of them.
  init?(_ domains: [ValueDomain?], of type: LuaType) {
    isOfIntegers = !type.mayBe(.float)
    var all = type.range
    all.mayBeNaN = false
    self.all = isOfIntegers ? all.ofIntegers : all
    for domain in domains {
      guard let domain else { return nil }
      if let allowed = domain.allowed {
        add(allowed.compactMap(\.number).map { NumberRange(lower: $0, upper: $0) })
        continue
      }
      guard domain.isRange else { return nil }
      var range = NumberRange()
      if let lower = domain.lower {
        (range.lower, range.isLowerOpen) = (lower.number, !lower.isInside)
      }
      if let upper = domain.upper {
        (range.upper, range.isUpperOpen) = (upper.number, !upper.isInside)
      }
      add([range])
    }
    pieces.sort { ($0.lower, $0.isLowerOpen ? 1 : 0) < ($1.lower, $1.isLowerOpen ? 1 : 0) }
  }

  private mutating func add(_ ranges: [NumberRange]) {
    for range in ranges {
      var range = range.intersection(all)
      range.mayBeNaN = false
      if isOfIntegers { range = range.ofIntegers }
      if !range.isEmpty { pieces.append(range) }
    }
  }

  /// Returns the only gap, if the rules are meant to answer for it.
  ///
  /// - Parameter isValueLeft: Whether no rule gives some value that the key may have.
  /// - Returns: The gap; `nil` if there is none, or several.
  func gap(isValueLeft: Bool) -> Gap? {
    guard let first = pieces.first, pieces.count > 1 else { return nil }
    var gaps: [Gap] = []
    var meetings = 0
    var reached = first
    for piece in pieces.dropFirst() {
      if let range = between(reached, piece) {
        gaps.append(Gap(range: range, isOfIntegers: isOfIntegers))
      } else if meets(reached, piece) {
        meetings += 1
      }
      if (piece.upper, piece.isUpperOpen ? 0 : 1) > (reached.upper, reached.isUpperOpen ? 0 : 1) {
        (reached.upper, reached.isUpperOpen) = (piece.upper, piece.isUpperOpen)
      }
    }
    if let gap = gaps.first {
      guard gaps.count == 1 else { return nil }
      // Below and above zero, as with a balance.
      let isZero = gap.range.lower == 0 && gap.range.upper == 0 && pieces.count == 2
      return isValueLeft || meetings > 0 && pieces.count > 2 || gap.isSlip && !isZero ? gap : nil
    }
    guard meetings == pieces.count - 1, isValueLeft || pieces.count > 2 else { return nil }
    return gapAtEnd(first.lower, first.isLowerOpen, reached)
  }

  /// Returns what pieces that meet leave at one end, if that is the smaller part.
  private func gapAtEnd(_ lower: Double, _ isLowerOpen: Bool, _ reached: NumberRange) -> Gap? {
    var (below, above) = (all, all)
    (below.upper, below.isUpperOpen) = (lower, !isLowerOpen)
    (above.lower, above.isLowerOpen) = (reached.upper, !reached.isUpperOpen)
    let ends = [below, above].map { isOfIntegers ? $0.ofIntegers : $0 }.filter { !$0.isEmpty }
    guard ends.count == 1, ends[0].lower.isFinite, ends[0].upper.isFinite,
      reached.upper - lower > ends[0].upper - ends[0].lower
    else { return nil }
    return Gap(range: ends[0], isOfIntegers: isOfIntegers)
  }

  /// Returns the numbers between two pieces; `nil` if there are none.
  private func between(_ left: NumberRange, _ right: NumberRange) -> NumberRange? {
    let range = NumberRange(
      lower: left.upper, upper: right.lower, isLowerOpen: !left.isUpperOpen,
      isUpperOpen: !right.isLowerOpen)
    let found = isOfIntegers ? range.ofIntegers : range
    return found.isEmpty ? nil : found
  }

  /// Whether one piece ends where the next one begins.
  private func meets(_ left: NumberRange, _ right: NumberRange) -> Bool {
    isOfIntegers
      ? right.lower == left.upper + 1
      : right.lower == left.upper && left.isUpperOpen != right.isLowerOpen
  }
}
