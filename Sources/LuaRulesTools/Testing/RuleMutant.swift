import LuaBridge
import LuaRules

/// One change of one rule, such as a mistake of its author could cause.
struct RuleMutant: Sendable {
  /// The number of the rule among those of its model.
  let rule: Int
  /// The description of the change, to follow the location of the rule: `without the rule`.
  let text: String
  let change: Change

  /// The kinds of changes.
  enum Change: Sendable {
    case dropped
    case negated
    case predicate(Predicate)
    case constant(LuaValue)
    /// The rule is tried after the rule with this number, which was the next one.
    case after(Int)
  }

  private init(_ rule: Int, _ change: Change, _ text: String) {
    self.rule = rule
    self.change = change
    self.text = text
  }

  /// Returns all mutants of a rule.
  static func all(of number: Int, in rules: [Rule], schema: RuleSchema) -> [RuleMutant] {
    let rule = rules[number]
    var mutants = [RuleMutant(number, .dropped, "without the rule")]
    if rule.predicate.isConditional {
      mutants.append(RuleMutant(number, .negated, "with its condition negated"))
    }
    for (predicate, entry) in rule.predicate.lessOneEntry {
      mutants.append(
        RuleMutant(number, .predicate(predicate), "without its condition on `\(entry)`"))
    }
    if let constant = constant(of: rule, schema) {
      mutants.append(
        RuleMutant(number, .constant(constant.value), "with the value \(constant.text)"))
    }
    return mutants
  }

  /// Returns mutants that swap a candidate of a key with the next one.
  ///
  /// Two candidates with the same constant, or with patterns that exclude each other, are left out:
  /// they give the same answers in either order. So are the rules of keys whose hit policy does not
  /// depend on the order.
  static func orders(of rules: [Rule], schema: RuleSchema) -> [RuleMutant] {
    let candidates = CandidateTable(rules)
    return candidates.keys.flatMap { key -> [RuleMutant] in
      guard schema.hitPolicy(of: key).dependsOnOrder else { return [] }
      let ordered = candidates[key] ?? []
      return zip(ordered, ordered.dropFirst()).compactMap { first, next -> RuleMutant? in
        if first.givesSame(as: next) || first.predicate.excludes(next.predicate) { return nil }
        return RuleMutant(
          first.rank.declarationIndex, .after(next.rank.declarationIndex),
          "asked after the rule at \(next.location)")
      }
    }
  }

  /// The number of the rule that is tried first after the change; `nil` if the order stays the same.
  var next: Int? { if case .after(let next) = change { next } else { nil } }

  /// Whether the change removes a condition, so that the rule holds in more contexts.
  var weakensCondition: Bool { if case .predicate = change { true } else { false } }

  /// Whether the change can alter an evaluation in which the unchanged rule ended so.
  ///
  /// Conditions have no effects, so a rule that does not hold before and after the change is like no
  /// rule.
  ///
  /// - Parameters:
  ///   - counts: How the unchanged rule ended.
  ///   - isOnly: Whether its key has no other rule; without it the key is unknown.
  /// - Returns: Whether the evaluation has to be repeated.
  func mayMatter(after counts: CandidateLog.Counts, isOnly: Bool) -> Bool {
    switch change {
    case .negated: counts.tries > 0
    case .dropped where isOnly: counts.tries > 0
    case .predicate: counts.passed > 0 || counts.failed > 0
    case .constant: counts.won > 0
    case .dropped, .after: counts.won > 0 || counts.failed > 0
    }
  }

  /// Returns the candidates in which the changed rule is the only candidate for its key.
  func appliedAlone(to table: CandidateTable, of rules: [Rule]) -> CandidateTable {
    let changed = applied(to: table, of: rules)
    let key = rules[rule].key
    let position = table[key]?.firstIndex { $0 === rules[rule] }
    guard case .predicate = change, let position, let candidates = changed[key] else {
      return changed
    }
    return table.replacing(candidatesOf: key, with: [candidates[position]])
  }

  /// Returns the candidates after the change; only those of one key differ.
  ///
  /// - Complexity: O(*c*) for *c* candidates, and O(*k*) to copy the table of *k* keys.
  func applied(to table: CandidateTable, of rules: [Rule]) -> CandidateTable {
    let changed = rules[rule]
    guard var candidates = table[changed.key],
      let position = candidates.firstIndex(where: { $0 === changed })
    else { return table }
    switch change {
    case .dropped: candidates.remove(at: position)
    case .negated: return table  // the log of the variant does it
    case .predicate(let predicate): candidates[position] = changed.with(predicate: predicate)
    case .constant(let value): candidates[position] = changed.with(assignment: .constant(value))
    case .after(let next):
      candidates[position] = rules[next].with(rank: changed.rank)
      candidates[position + 1] = changed.with(rank: rules[next].rank)
    }
    return table.replacing(candidatesOf: changed.key, with: candidates)
  }

  private static func constant(
    of rule: Rule, _ schema: RuleSchema
  ) -> (value: LuaValue, text: String)? {
    let type = schema.typeOfOneRule(for: rule.key)
    // What is only counted may have any value.
    guard schema.hitPolicy(of: rule.key) != .count,
      case .constant(let value) = rule.assignment, let other = value.changed(as: type)
    else { return nil }
    guard (try? schema[rule.key]?.check(other)) != nil || schema[rule.key] == nil else {
      return nil
    }
    if schema.isSecret(rule.key, inside: []) { return (other, "changed") }
    let text = try? JSON.write(other.masked(as: type))
    return (other, text ?? "changed")
  }
}

extension HitPolicy {
  fileprivate var dependsOnOrder: Bool {
    switch self {
    case .first, .firstDeclared, .collect, .collectDeclared: true
    case .priority, .outputOrder, .sum, .minimum, .maximum, .count, .unique, .any: false
    }
  }
}

extension PatternCondition {
  /// Whether two lists of values have none in common.
  fileprivate func excludes(_ other: PatternCondition) -> Bool {
    guard let mine = listed, let others = other.listed else { return false }
    return !mine.contains { value in others.contains { $0.isEqual(to: value) } }
  }
}

extension Rule {
  fileprivate func givesSame(as other: Rule) -> Bool {
    guard case .constant(let left) = assignment, case .constant(let right) = other.assignment
    else { return false }
    return left.isEqual(to: right)
  }

  fileprivate func with(
    predicate: Predicate? = nil, assignment: Assignment? = nil, rank: Rank? = nil
  ) -> Rule {
    Rule(
      key: key, predicate: predicate ?? self.predicate, assignment: assignment ?? self.assignment,
      rank: rank ?? self.rank, name: name, doc: doc, location: location,
      valueLocation: valueLocation, grantID: grantID)
  }
}

extension Predicate {
  /// Whether patterns alone show that both predicates cannot hold at once.
  fileprivate func excludes(_ other: Predicate) -> Bool {
    entries.contains { left in
      other.entries.contains { right in
        left.path == right.path
          && left.condition.excludes(right.condition)
      }
    }
  }

  /// The entries of patterns, all of which must hold.
  private var entries: [Pattern.Entry] {
    switch self {
    case .pattern(let pattern): pattern.entries
    case .all(let predicates): predicates.flatMap(\.entries)
    default: []
    }
  }

  /// The predicate with one entry of a pattern removed, for each entry; with the path of the entry.
  fileprivate var lessOneEntry: [(predicate: Predicate, entry: String)] {
    switch self {
    case .pattern(let pattern) where pattern.entries.count > 1:
      return pattern.entries.indices.map { index in
        var less = pattern
        let entry = less.entries.remove(at: index)
        return (.pattern(less), entry.path.joined(separator: "."))
      }
    case .all(let predicates):
      return predicates.indices.flatMap { index in
        predicates[index].lessOneEntry.map { less in
          var all = predicates
          all[index] = less.predicate
          return (.all(all), less.entry)
        }
      }
    default: return []
    }
  }
}

extension LuaValue {
  /// Another value of a type; `nil` if none is found.
  fileprivate func changed(as type: ValueType) -> LuaValue? {
    switch (self, type.withoutNull) {
    case (_, .enumeration(let scalars)):
      return scalars.map(\.value).first { !$0.isRawEqual(to: self) }
    case (.boolean(let flag), _): return .boolean(!flag)
    case (.integer(let number), .integer(let range?)) where number == range.upperBound:
      return number > range.lowerBound ? .integer(number - 1) : nil
    case (.integer(let number), _): return .integer(number == .max ? number - 1 : number + 1)
    case (.number(let number), _): return .number(number + 1)
    case (.string(let text), .string), (.string(let text), .any): return .string(text + "′")
    case (.null, .any): return .string("something")
    case (.null, .string): return .string("something")
    case (.null, .boolean): return .boolean(true)
    case (.table(let table), let type): return table.changed(as: type).map(LuaValue.table)
    default: return nil
    }
  }
}

extension LuaTable {
  /// The table with one part of it changed.
  fileprivate func changed(as type: ValueType) -> LuaTable? {
    var table = self
    for (index, element) in elements.enumerated() {
      guard let changed = element.changed(as: type.elementType) else { continue }
      table.elements[index] = changed
      return table
    }
    for (index, field) in fields.enumerated() {
      guard let changed = field.value.changed(as: type.type(ofMember: field.name)) else {
        continue
      }
      table.fields[index].value = changed
      return table
    }
    return nil
  }
}
