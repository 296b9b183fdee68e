/// The least number of conditions that make a predicate true, whatever the others are.
///
/// A condition is a comparison or a truth test, of the result too unless that
/// is a constant or a comparison; or its opposite. The number is the size of
/// the smallest implicant of the function's decision graph.
///
/// SOURCE: the design's section "Semantics".
enum Complexity {
  /// Returns the complexity of a predicate.
  ///
  /// With more than 16 conditions, a loop, or more steps than the searches may
  /// take it is the fewest tests on a way to a result that can be true.
  ///
  /// - Complexity: bounded by the steps that ``DecisionWays``,
  ///   ``SmallestImplicant`` and ``FewestTests`` allow, plus O(*n*) in the
  ///   number of instructions.
  static func of(_ function: CompiledFunction) -> Int {
    var steps = 0
    return of(function, steps: &steps)
  }

  /// The same; adds the steps that it took.
  static func of(_ function: CompiledFunction, steps: inout Int) -> Int {
    guard let ways = DecisionWays.explore(function, &steps) else {
      return FewestTests.of(function, &steps)
    }
    if !ways.canBeTrue { return 0 }
    return SmallestImplicant.size(excluding: ways.toFalse, &steps)
      ?? FewestTests.of(function, &steps)
  }
}
