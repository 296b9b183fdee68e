import LuaRules

/// The declared types of the variables in tests, against which cases are judged.
struct DeclaredDomains {
  private let types: [LuaType]
  /// The keys that a context may leave unset; only a condition that tests for that is judged so.
  private let unset: Set<Int>
  /// The variables that some condition compares with `nil`.
  private let comparedWithNothing: Set<Int>
  /// Whether only what the engine makes sure of counts.
  private let isStrict: Bool

  init(
    _ variables: [DecisionVariable], _ keys: KeyTypes, comparedWithNothing: Set<Int> = []
  ) {
    self.comparedWithNothing = comparedWithNothing
    isStrict = keys.isStrict
    unset = Set(
      variables.indices.filter { index in
        variables[index].path.count == 1 && keys.mayBeUnset(variables[index].path[0])
      })
    types = variables.map { variable in
      var type = keys.type(of: variable, among: variables)
      // A rule for all other texts is there for those to come.
      if keys.hasOpenTexts(variable.path) { type.texts = nil }
      return type
    }
  }

  /// Creates the domains of variables of which nothing is declared.
  init(ofAny count: Int) {
    isStrict = true
    unset = []
    comparedWithNothing = []
    types = Array(repeating: .any, count: count)
  }

  /// Returns the declared type of a variable.
  func type(of variable: Int) -> LuaType { types[variable] }

  /// Whether a variable may be the float that is no number, of which every comparison is false.
  func mayBeNaN(_ variable: Int) -> Bool { isStrict && types[variable].mayBe(.float) }

  /// Whether a variable may be a float.
  func mayBeFloat(_ variable: Int) -> Bool { types[variable].mayBe(.float) }

  /// Whether some value of a variable's type is in a domain.
  func allows(_ variable: Int, _ domain: ValueDomain) -> Bool {
    domain.isPossible(in: types[variable])
      || allowsNothing(variable, domain) && mayBeMeant(variable, domain)
  }

  /// Whether a domain holds only what a missing value is, and a context may leave it out.
  func allowsNothing(_ variable: Int, _ domain: ValueDomain) -> Bool {
    unset.contains(variable) && domain.isOfNothing
  }

  /// Whether a missing value may be meant: the truth of a Boolean is no test for that.
  private func mayBeMeant(_ variable: Int, _ domain: ValueDomain) -> Bool {
    comparedWithNothing.contains(variable) || !types[variable].mayBe(.no)
      || domain.contains(.boolean(false))
  }

  /// Whether a case can hold with values of the declared types.
  func allows(_ situation: RuleCase) -> Bool {
    situation.domains.allSatisfy { allows($0.key, $0.value) }
  }

  /// Whether a case can hold, of which only the variables of a test have changed.
  func allows(_ situation: RuleCase, after test: DecisionGraph.Test) -> Bool {
    [test.left, test.right].allSatisfy { operand in
      guard case .variable(let variable) = operand else { return true }
      return allows(situation, afterNarrowing: variable)
    }
  }

  /// Whether a case can hold, of which only one variable has changed.
  func allows(_ situation: RuleCase, afterNarrowing variable: Int) -> Bool {
    situation.domains[variable].map { allows(variable, $0) } ?? true
  }

  /// Returns a case without the requirements that every value of their types fulfils.
  func simplified(_ situation: RuleCase) -> RuleCase {
    var result = situation
    for (variable, domain) in situation.domains {
      guard let others = outside(domain, of: variable, isAlone: false), others.isEmpty else {
        continue
      }
      result.drop(variable)
    }
    return result
  }

  /// Whether a variable may have a value that is in none of some domains; true if that cannot be said.
  func mayBeOutside(of domains: [ValueDomain], _ variable: Int) -> Bool {
    var rest = [ValueDomain.everything]
    for domain in domains {
      guard let outside = outside(domain, of: variable, isAlone: false) else { return true }
      rest = rest.flatMap { one in outside.map { one.intersection($0) } }.filter {
        !$0.isEmpty && allows(variable, $0)
      }
    }
    return !rest.isEmpty
  }

  /// Finds the domains that together hold the values of a variable's type outside of a domain.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - variable: The variable.
  ///   - isAlone: Whether the domain is the only requirement of its case, so that a comparison was
  ///     certainly made: values that have no order have failed there.
  /// - Returns: The domains; `nil` if that cannot be said.
  func outside(_ domain: ValueDomain, of variable: Int, isAlone: Bool) -> [ValueDomain]? {
    let type = types[variable]
    var others: [ValueDomain] = []
    if let allowed = domain.allowed {
      others = [ValueDomain(noneOf: allowed)]
    } else {
      if !domain.excluded.isEmpty { others.append(ValueDomain(oneOf: domain.excluded)) }
      if domain.isRange {
        guard isAlone || domain.checksKind || type.isOnly(.number), !mayBeNaN(variable) else {
          return nil
        }
        if domain.checksKind, !type.isOnly(.number) {
          guard let values = type.without(.number).fewValues else { return nil }
          others.append(ValueDomain(oneOf: values))
        }
        if let lower = domain.lower {
          others.append(ValueDomain(to: .init(number: lower.number, isInside: !lower.isInside)))
        }
        if let upper = domain.upper {
          others.append(ValueDomain(from: .init(number: upper.number, isInside: !upper.isInside)))
        }
      }
    }
    return others.filter { allows(variable, $0) }
  }
}

extension ValueDomain {
  /// Whether some value of a type is in the domain.
  func isPossible(in type: LuaType) -> Bool {
    if isEmpty { return false }
    if let allowed { return allowed.contains { type.contains($0) } }
    if type.mayBe(.nothing), contains(.nothing) { return true }
    if type.mayBe(.no), contains(.boolean(false)) { return true }
    if type.mayBe(.yes), contains(.boolean(true)) { return true }
    if type.mayBe(.number), hasNumber(in: type) { return true }
    guard !isRange else { return false }
    if type.mayBe(.text) {
      guard let texts = type.texts else { return true }
      if texts.contains(where: { contains(.text($0)) }) { return true }
    }
    return type.mayBe([.table, .function, .other])
  }

  /// Whether the domain is what a test for a missing value leaves.
  fileprivate var isOfNothing: Bool {
    allowed?.contains(.nothing) == true && isSubset(of: .falsehood)
  }

  private func hasNumber(in type: LuaType) -> Bool {
    var range = type.range
    if let lower {
      range = range.intersection(NumberRange(lower: lower.number, isLowerOpen: !lower.isInside))
    }
    if let upper {
      range = range.intersection(NumberRange(upper: upper.number, isUpperOpen: !upper.isInside))
    }
    if !type.mayBe(.float) { range = range.ofIntegers }
    guard !range.isEmpty else { return false }
    if let only = range.only { return contains(TestedValue(only: only)) }
    guard !type.mayBe(.float), range.upper - range.lower <= 256 else { return true }
    return stride(from: range.lower, through: range.upper, by: 1).contains {
      contains(TestedValue(only: $0))
    }
  }
}

extension LuaType {
  /// Whether a constant may be a value of the type, by Lua's `==`.
  func contains(_ value: TestedValue) -> Bool {
    switch value {
    case .nothing: mayBe(.nothing)
    case .null: false
    case .boolean(let flag): mayBe(flag ? .yes : .no)
    case .integer, .float:
      mayBe(.number) && !intersection(LuaType(value: value.value)).isNever
    case .text(let bytes): mayBe(.text) && (texts?.contains(bytes) ?? true)
    }
  }
}

extension TestedValue {
  fileprivate init(only number: Double) {
    self = Int64(exactly: number).map { .integer($0) } ?? .float(number)
  }
}
