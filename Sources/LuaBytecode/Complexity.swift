/// The size of the smallest set of conditions that makes a predicate true,
/// whatever the others are.
///
/// A condition is a comparison, a truth test, or the opposite of one of them.
/// The result of the function is also tested, unless it is a constant or a
/// comparison. The size is that of the smallest implicant of the function's
/// decision graph.
///
/// SOURCE: the design's section "Semantics".
package enum Complexity {
  /// Returns the complexity of a predicate.
  ///
  /// With more than 16 conditions, a loop, or too many steps, it is the
  /// smallest number of tests on a branch to a result that can be true.
  ///
  /// - Complexity: bounded by the steps that ``DecisionWays``,
  ///   ``SmallestImplicant`` and ``FewestTests`` allow, plus O(*n*) in the
  ///   number of instructions.
  package static func of(_ function: CompiledFunction) -> Int {
    var steps = 0
    return of(function, steps: &steps)
  }

  /// Returns the complexity of a predicate, and adds the steps that were needed
  /// to `steps`.
  package static func of(_ function: CompiledFunction, steps: inout Int) -> Int {
    guard let ways = DecisionWays.explore(function, &steps) else {
      return FewestTests.of(function, &steps)
    }
    if !ways.canBeTrue { return 0 }
    return SmallestImplicant.size(excluding: ways.toFalse, &steps)
      ?? FewestTests.of(function, &steps)
  }
}
