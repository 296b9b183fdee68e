import LuaRules

/// One case in which the conditions of a rule hold: a domain for each variable.
///
/// A rule holds exactly if one of its cases holds.
struct RuleCase: Hashable {
  /// The allowed values of variables, by number; variables with any value are
  /// absent.
  private(set) var domains: [Int: ValueDomain] = [:]
  /// Other tests that must have a certain outcome.
  private(set) var relations: [Relation: Bool] = [:]

  /// A test about which only its outcome is known.
  enum Relation: Hashable {
    case test(DecisionGraph.Test)
    /// A Lua function as a whole, by its number.
    case function(Int)
    case host(Int)
    /// A condition on a variable that its domain cannot tell.
    case fulfills(Int, PatternCondition)
  }

  /// The case that always holds.
  static let always = RuleCase()

  var isAlways: Bool { domains.isEmpty && relations.isEmpty }

  /// Narrows a variable; returns whether the case can still hold.
  mutating func narrow(_ variable: Int, to domain: ValueDomain) -> Bool {
    let narrowed = domains[variable]?.intersection(domain) ?? domain
    domains[variable] = narrowed.isEverything ? nil : narrowed
    return !narrowed.isEmpty
  }

  /// Removes the requirement on a variable.
  mutating func drop(_ variable: Int) { domains[variable] = nil }

  /// Decides a relation; returns whether the case can still hold.
  mutating func decide(_ relation: Relation, as outcome: Bool) -> Bool {
    if let known = relations[relation] { return known == outcome }
    relations[relation] = outcome
    return true
  }

  /// Returns the case in which both cases hold; `nil` if they contradict each
  /// other.
  func and(_ other: RuleCase) -> RuleCase? {
    // Most cases differ in a listed value, which is seen without a copy.
    for (variable, domain) in other.domains {
      if let allowed = domain.allowed, let mine = domains[variable], mine.excludesAll(of: allowed) {
        return nil
      }
    }
    var result = self
    for (variable, domain) in other.domains where !result.narrow(variable, to: domain) {
      return nil
    }
    for (relation, outcome) in other.relations where !result.decide(relation, as: outcome) {
      return nil
    }
    return result
  }

  /// Returns whether another case holds whenever this one holds.
  func implies(_ other: RuleCase) -> Bool {
    other.domains.allSatisfy { variable, domain in
      domains[variable]?.isSubset(of: domain) ?? false
    } && other.relations.allSatisfy { relations[$0.key] == $0.value }
  }

  /// Returns the union of two cases that differ in the values of one variable;
  /// `nil` for other cases.
  func merged(with other: RuleCase) -> RuleCase? {
    guard relations == other.relations, domains.count == other.domains.count else { return nil }
    var different: Int?
    for (variable, domain) in domains where other.domains[variable] != domain {
      guard different == nil else { return nil }
      different = variable
    }
    guard let different else { return self }
    guard let domain = other.domains[different],
      let union = domains[different]?.union(domain)
    else { return nil }
    var result = self
    result.domains[different] = union
    return result
  }
}

extension RuleCase {
  /// Adds the outcome of a test.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - outcome: Its outcome.
  ///   - declared: The declared types. Where a variable may be no number, a comparison that does not
  ///     hold tells nothing of its value.
  /// - Returns: Whether the case can still hold.
  mutating func add(
    _ test: DecisionGraph.Test, _ outcome: Bool, _ declared: DeclaredDomains
  ) -> Bool {
    // `x ~= x` is how one tests for NaN.
    if test.kind == .isEqual, test.left == test.right, case .variable(let variable) = test.left,
      declared.mayBeFloat(variable)
    {
      return decide(.test(test), as: outcome)
    }
    if !outcome, test.kind == .isLess || test.kind == .isLessOrEqual,
      [test.left, test.right].contains(where: { operand in
        if case .variable(let variable) = operand { declared.mayBeNaN(variable) } else { false }
      })
    {
      return decide(.test(test), as: outcome)
    }
    switch (test.kind, test.left, test.right) {
    case (.isTrue, .constant(let value), _): return value.isTrue == outcome
    case (.isTrue, .variable(let variable), _):
      return narrow(variable, to: outcome ? .truth : .falsehood)
    case (_, .constant, .constant): return decide(.test(test), as: outcome)
    case (.isEqual, .variable(let variable), .constant(let value)),
      (.isEqual, .constant(let value), .variable(let variable)):
      return narrow(
        variable, to: outcome ? ValueDomain(oneOf: [value]) : ValueDomain(noneOf: [value]))
    case (.isEqual, .variable(let left), .variable(let right)):
      if left == right { return outcome }
      let sides = left < right ? (test.left, test.right) : (test.right, test.left)
      return decide(.test(.init(kind: .isEqual, left: sides.0, right: sides.1)), as: outcome)
    case (_, .variable(let variable), .constant(let value)):
      guard let number = value.number else { return decide(.test(test), as: outcome) }
      // `not (x < 3)` is `x >= 3`, because a value that is not a number raises an error.
      let isInside = (test.kind == .isLessOrEqual) == outcome
      let bound = ValueDomain.Bound(number: number, isInside: isInside)
      return narrow(variable, to: outcome ? ValueDomain(to: bound) : ValueDomain(from: bound))
    case (_, .constant(let value), .variable(let variable)):
      guard let number = value.number else { return decide(.test(test), as: outcome) }
      let isInside = (test.kind == .isLessOrEqual) == outcome
      let bound = ValueDomain.Bound(number: number, isInside: isInside)
      return narrow(variable, to: outcome ? ValueDomain(from: bound) : ValueDomain(to: bound))
    case (_, .variable, .variable): return decide(.test(test), as: outcome)
    }
  }
}
