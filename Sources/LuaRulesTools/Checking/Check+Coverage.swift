import LuaBridge
import LuaRules

// Checks for values that no rule of a key covers.

extension Check {
  /// Finds values, or combinations of values, that the rules of a key leave out.
  ///
  /// Rules that test the same listed keys belong together; rules that test other things stand beside
  /// them and cover nothing for certain.
  mutating func checkCoverage(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) {
    guard candidates.allSatisfy({ $0.cases != nil && !$0.isUnconditional }),
      schema.type(of: key)?.isOptional != true
    else { return }
    guard candidates.count > 1 else {
      reportUngiven(candidates, of: key, rules)
      return
    }
    var seen: Set<[Int]> = []
    for candidate in candidates {
      guard let situation = candidate.cases?.first, !situation.domains.isEmpty,
        situation.relations.isEmpty
      else { continue }
      let variables = situation.domains.keys.sorted()
      guard
        variables.allSatisfy({
          guard let domain = situation.domains[$0] else { return false }
          return domain.allowed.map { !$0.isEmpty } ?? (domain.isRange || domain == .truth)
        }),
        seen.insert(variables).inserted, reportGap(in: variables, candidates, of: key, rules)
      else { continue }
      return
    }
    if !reportRangeGap(candidates, of: key, rules) { reportUngiven(candidates, of: key, rules) }
  }

  /// Finds contexts in which no rule of a key holds, although one has to, as in a table.
  ///
  /// - Returns: Whether all gaps were looked for, so that no other search finds one.
  mutating func checkGaps(
    _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) -> Bool {
    let rows = candidates + (rules.emptyCells[key] ?? [])
    // A key with rules in a later model is not checked here.
    let isFirst = models[..<rules.number].allSatisfy { model in
      !model.keys.contains { $0.key.hasSameBytes(as: key) }
    }
    guard schema.type(of: key) != nil, !schema.hasDefault(key), isFirst,
      let last = rows.map(\.rule).max(by: { $0.declarationIndex < $1.declarationIndex })
    else { return false }
    var cases: [RuleCase] = []
    for row in rows {
      guard let known = row.cases else { return false }
      cases += known
    }
    let search = GapSearch(cases, share: rules.share(of: candidates)) { variable in
      let path = rules.model.variables[variable].path
      guard !path.isEmpty, !isAssigned(path), type(of: path) != .any else { return nil }
      return GapSearch.Values(
        type: rules.declared.type(of: variable), listed: type(of: path).listedValues)
    }
    let contexts = search.gaps.map { gap in
      gap.values.sorted { $0.key < $1.key }.map { variable, value in
        let path = rules.model.variables[variable].path
        return "`\(path.joined(separator: "."))` is \(text(of: value, as: type(of: path)))"
      }.joined(separator: " and ")
    }
    guard let first = contexts.first else { return search.isComplete }
    add(
      .uncoveredValue, .warning, "no rule for `\(key)` holds, for example, where \(first)",
      at: last.location, fix: "add a row for it, or give the key a default that is not null",
      related: contexts.dropFirst().map { RuleError.Note("nor where \($0)") }, rule: last)
    return true
  }

  /// Returns a value as the author of a rule writes it; a date is a number in Lua.
  private func text(of value: TestedValue, as type: ValueType) -> String {
    guard case .date = type.present, let seconds = value.number,
      let text = ISO8601.text(forDate: seconds)
    else { return value.literal }
    return LuaValue.string(text).literal
  }

  /// How many combinations of values are looked at.
  private static let mostCombinations = 256
  /// How many of them are tried, where that depends on other rules.
  private static let mostTried = 64

  /// Reports the combinations of values that no rule covers, if most are covered; returns whether there
  /// are any.
  private mutating func reportGap(
    in variables: [Int], _ candidates: [Candidate], of key: String, _ rules: CheckedRules
  ) -> Bool {
    var combinations: [[TestedValue]] = [[]]
    var defaults: [Int: TestedValue] = [:]
    var hasEnumeration = false
    for variable in variables {
      let path = rules.model.variables[variable].path
      let type = type(of: path)
      let integers = rules.declared.type(of: variable).fewIntegers
      guard !path.isEmpty, assignedKey(of: path) == nil || path.count == 1,
        let listed = type.listedValues ?? integers
      else { return false }
      // Of what rules answer, only those values count that some rule gives, or the default. That default
      // answers default is usual.
      let tested = assignedKey(of: path)
      let given = tested.map { constants(writtenFor: $0) }
      let other = tested.flatMap { schema.hasDefault(key) ? nil : types.defaults[$0] }
        .flatMap { TestedValue($0) }
      if let other, given?.contains(other) == false { defaults[variable] = other }
      let values = listed.filter { given?.contains($0) ?? true || $0 == other }
      guard !values.isEmpty,
        combinations.count * values.count <= Self.mostCombinations
      else { return false }
      if case .enumeration = type.present { hasEnumeration = true }
      if integers != nil { hasEnumeration = true }
      combinations = combinations.flatMap { known in values.map { known + [$0] } }
    }
    guard hasEnumeration else { return false }
    let cases = candidates.flatMap { $0.cases ?? [] }
    var missing = combinations.filter { values in
      !cases.contains { $0.mentions(values, of: variables) }
    }
    let covered = combinations.count - missing.count
    if missing.isEmpty {
      return reportPartlyOpen(combinations, of: variables, candidates, of: key, rules)
    }
    guard covered > missing.count, covered > 1,
      let last = lastRule(of: candidates, testing: variables)
    else { return false }
    missing = withoutMisspelt(missing, of: variables, candidates, of: key, rules)
    if missing.isEmpty { return true }
    missing = withoutCovered(missing, of: variables, candidates, rules)
    let hasOthers = missing.contains { values in cases.contains { $0.allows(values, of: variables) }
    }
    let paths = variables.map { rules.model.variables[$0].path }
    if hasOthers || paths.contains(where: isAssigned), rules.number == 0,
      missing.count <= Self.mostTried
    {
      missing.removeAll { values in
        lacksAnswer(key, where: zip(paths, values).map { ($0, $1.value) }, rules) == false
      }
    }
    // Whether no rule gives a value, so that the default answers, only a trial shows.
    let mayBeTried = rules.number == 0 && missing.count <= Self.mostTried
    missing.removeAll { values in
      guard zip(variables, values).contains(where: { defaults[$0] == $1 }) else { return false }
      let values = zip(paths, values).map { ($0, $1.value) }
      return !mayBeTried || lacksAnswer(key, where: values, rules) != true
    }
    if missing.isEmpty { return false }
    let names = missing.prefix(8).map { $0.map(\.literal).joined(separator: " with ") }
    let more = missing.count > names.count ? " and \(missing.count - names.count) more" : ""
    reportUncovered(
      "\(names.joined(separator: ", "))\(more) of "
        + paths.map { "`\($0.joined(separator: "."))`" }.joined(separator: " with "),
      of: key, byTheseAlone: hasOthers, at: last,
      fix: "add a rule for it, or one without a condition")
    return true
  }

  /// Reports values that no rule of a key covers.
  ///
  /// - Parameters:
  ///   - values: The values in words, with the paths that have them.
  ///   - key: The key.
  ///   - byTheseAlone: Whether rules that test other things, too, may cover some of them.
  ///   - rule: The rule after which one is missing.
  ///   - fix: What to do.
  mutating func reportUncovered(
    _ values: String, of key: String, byTheseAlone: Bool, at rule: InspectedRule, fix: String
  ) {
    let hasDefault = schema.hasDefault(key)
    add(
      .uncoveredValue, hasDefault || schema.type(of: key) == nil ? .info : .warning,
      "no rule for `\(key)` covers \(values)" + (byTheseAlone ? " by these alone" : "")
        + (hasDefault ? "; the default answers" : ""),
      at: rule.location, fix: fix, rule: rule)
  }

  /// Returns whether no rule answers for a key in some context in which paths have some values; `nil` if that
  /// is not known.
  func lacksAnswer(
    _ key: String, where values: [TriedRules.Setting], _ rules: CheckedRules
  ) -> Bool? {
    trials?.lacksAnswer(
      key, settings: values.filter { !isAssigned($0.path) },
      answers: values.filter { isAssigned($0.path) },
      isShown: areShown(values.map(\.path), rules))
  }

  /// Returns the last declared rule that tests some variables and no others.
  private func lastRule(of candidates: [Candidate], testing variables: [Int]) -> InspectedRule? {
    candidates.filter { $0.tests(exactly: variables) }.map(\.rule)
      .max { $0.declarationIndex < $1.declarationIndex }
  }

  /// Returns combinations of values without those that rules cover together, which test other things, too.
  private func withoutCovered(
    _ missing: [[TestedValue]], of variables: [Int], _ candidates: [Candidate],
    _ rules: CheckedRules
  ) -> [[TestedValue]] {
    let cases = candidates.flatMap { $0.cases ?? [] }
    var index = CoverIndex(
      counting: cases, rules.declared, share: rules.share(of: candidates))
    for (number, candidate) in candidates.enumerated() {
      for situation in candidate.cases ?? [] { index.add(situation, of: number) }
    }
    /// Whether a case tests what is calculated from one of the values, as in `weekday % 2 == 1`.
    func calculates(_ situation: RuleCase) -> Bool {
      situation.domains.keys.contains { variable in
        rules.model.variables[variable].parts.contains(where: variables.contains)
      }
    }
    return missing.filter { values in
      if cases.contains(where: { calculates($0) && $0.allows(values, of: variables) }) {
        return false
      }
      var situation = RuleCase.always
      for (variable, value) in zip(variables, values) {
        guard situation.narrow(variable, to: ValueDomain(oneOf: [value])) else { return true }
      }
      return index.cover(situation).isEmpty
    }
  }

  /// Reports a combination of values that one rule covers in part, as with a bound of another key, where the
  /// others are covered as a whole; returns whether there is one.
  private mutating func reportPartlyOpen(
    _ combinations: [[TestedValue]], of variables: [Int], _ candidates: [Candidate],
    of key: String, _ rules: CheckedRules
  ) -> Bool {
    let cases = candidates.flatMap { $0.cases ?? [] }
    let open = combinations.filter { values in
      !cases.contains {
        $0.relations.isEmpty && $0.domains.keys.allSatisfy(variables.contains)
          && $0.allows(values, of: variables)
      }
    }
    guard open.count == 1, combinations.count > 2, schema.type(of: key) != nil,
      !schema.hasDefault(key),
      let last = lastRule(of: candidates, testing: variables)
    else { return false }
    let parts = cases.filter { $0.allows(open[0], of: variables) }
    guard parts.count == 1, parts[0].relations.isEmpty else { return false }
    let others = parts[0].domains.filter { !variables.contains($0.key) }
    guard others.count == 1, let (variable, domain) = others.first,
      case let path = rules.model.variables[variable].path, !path.isEmpty,
      assignedKey(of: path) == nil || isNumber(path),
      rules.certain.domains.outside(domain, of: variable, isAlone: true)?.isEmpty != true,
      rules.declared.outside(domain, of: variable, isAlone: true)?.isEmpty == false
    else { return false }
    let names = variables.map { "`\(rules.model.variables[$0].path.joined(separator: "."))`" }
    add(
      .uncoveredValue, .warning,
      "no rule for `\(key)` covers \(open[0].map(\.literal).joined(separator: " with ")) of "
        + names.joined(separator: " with ") + " with every value of "
        + "`\(path.joined(separator: "."))`",
      at: last.location, fix: "add a rule for it, or one without a condition", rule: last)
    return true
  }

  /// Whether a path is a key that has a number.
  private func isNumber(_ path: [String]) -> Bool {
    switch schema.type(of: path[0])?.present {
    case .integer, .number: path.count == 1
    default: false
    }
  }

  /// Returns combinations of values without those that a rule probably means whose value is told as one
  /// that never occurs, and says so there.
  private mutating func withoutMisspelt(
    _ missing: [[TestedValue]], of variables: [Int], _ candidates: [Candidate], of key: String,
    _ rules: CheckedRules
  ) -> [[TestedValue]] {
    let told = Dictionary(
      grouping: findings.indices.filter { findings[$0].code == .impossibleComparison }
    ) { findings[$0].rule }
    let misspelt = candidates.flatMap { candidate in
      (told[candidate.rule.location] ?? []).filter {
        candidate.rule.readsInConditions(at: [findings[$0].location])
      }
    }.sorted()
    var missing = missing
    for (position, variable) in variables.enumerated() {
      let path = rules.model.variables[variable].path.joined(separator: ".")
      for index in misspelt where findings[index].compared == path {
        let values = Set(missing.map { $0[position] })
        let likely = findings[index].replacement
        guard
          let meant = likely == nil
            ? values.count == 1 ? values.first : nil : values.first(where: { $0.literal == likely })
        else { continue }
        missing.removeAll { $0[position] == meant }
        var finding = findings[index]
        finding.related.append(
          RuleError.Note("so no rule for `\(key)` covers \(meant.literal)"))
        replaceFinding(index, with: finding)
      }
    }
    return missing
  }
}

extension LuaType {
  /// All values, if they are a few integers.
  fileprivate var fewIntegers: [TestedValue]? {
    let type = present
    guard type.isOnly(.integer), type.range.upper - type.range.lower < 32 else { return nil }
    return stride(from: type.range.lower, through: type.range.upper, by: 1).map {
      .integer(Int64($0))
    }
  }
}

extension Candidate {
  /// Whether some case tests these variables and no others.
  fileprivate func tests(exactly variables: [Int]) -> Bool {
    (cases ?? []).contains { $0.domains.keys.sorted() == variables }
  }
}

extension RuleCase {
  /// Whether the case may hold for some values of variables.
  fileprivate func allows(_ values: [TestedValue], of variables: [Int]) -> Bool {
    zip(variables, values).allSatisfy { variable, value in
      domains[variable]?.contains(value) ?? true
    }
  }

  /// Whether the case holds for some values of variables whatever others are, or names such a value.
  fileprivate func mentions(_ values: [TestedValue], of variables: [Int]) -> Bool {
    var names = false
    for (variable, value) in zip(variables, values) {
      guard let domain = domains[variable] else { continue }
      guard domain.contains(value) else { return false }
      if domain.allowed != nil { names = true }
    }
    return names || relations.isEmpty && domains.keys.allSatisfy { variables.contains($0) }
  }
}
