import LuaBytecode

// The complexity of Swift predicates, as the design's section "Semantics" defines it: the size of
// the smallest implicant.

extension RulePredicate.Form {
  /// The least number of conditions that make the predicate true.
  ///
  /// With more than sixteen conditions, or too many ways to be false, it is the
  /// number of tests on the shortest way to true.
  var complexity: Int {
    var numbers = ConditionNumbers()
    guard let toTrue = ways(to: true, &numbers), let toFalse = ways(to: false, &numbers) else {
      return fewestTests(for: true)
    }
    if toTrue.isEmpty { return 0 }
    var steps = 0
    return SmallestImplicant.size(excluding: toFalse, &steps) ?? fewestTests(for: true)
  }

  /// The conditions of a predicate, each with a number.
  fileprivate struct ConditionNumbers {
    private var numbers: [String: Int] = [:]
    private var closures = 0

    /// Returns the number of a test; `nil` if there are too many conditions.
    mutating func number(of test: RuleTest) -> Int? {
      let text =
        switch test.kind {
        case .compares: test.luaText ?? ""
        case .closure(let closure): "\(ObjectIdentifier(closure))"
        }
      if let known = numbers[text] { return known }
      guard numbers.count < Cube.conditionLimit else { return nil }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
  }

  private static let mostWays = 1 << 10

  /// Returns the conditions that lead to an outcome, one cube for each way;
  /// `nil` if there are too many.
  private func ways(to outcome: Bool, _ numbers: inout ConditionNumbers) -> [Cube]? {
    switch self {
    case .test(let test):
      return numbers.number(of: test).map { [Cube().deciding($0, as: outcome)] }
    case .not(let form): return form.ways(to: !outcome, &numbers)
    case .all(let forms), .any(let forms):
      let isEach = if case .all = self { outcome } else { !outcome }
      var result: [Cube] = isEach ? [Cube()] : []
      for form in forms {
        guard let ways = form.ways(to: outcome, &numbers) else { return nil }
        result =
          isEach
          ? result.flatMap { one in ways.compactMap { one.joined(with: $0) } } : result + ways
        if result.count > Self.mostWays { return nil }
      }
      return result
    }
  }

  private func fewestTests(for outcome: Bool) -> Int {
    switch self {
    case .test: return 1
    case .not(let form): return form.fewestTests(for: !outcome)
    case .all(let forms), .any(let forms):
      let counts = forms.map { $0.fewestTests(for: outcome) }
      let isEach = if case .all = self { outcome } else { !outcome }
      return isEach ? counts.reduce(0, +) : counts.min() ?? 0
    }
  }
}

extension Cube {
  /// Returns the decisions of both cubes; `nil` if they contradict each other.
  fileprivate func joined(with other: Cube) -> Cube? {
    if excludes(other) { return nil }
    var result = self
    other.forEachCondition { result = result.deciding($0, as: $1) }
    return result
  }
}
