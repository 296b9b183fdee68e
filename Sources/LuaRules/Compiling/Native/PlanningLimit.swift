/// The maximum work of planning a model; Lua runs the functions that exceed it.
///
/// Work is counted in steps, never in time, so that a model is planned in the same way everywhere.
/// A step is the examination of an instruction, or an equal amount of work: about a fifth of a
/// microsecond, and some tens of bytes of memory.
package struct PlanningLimit: Sendable {
  /// The steps for all functions together.
  let steps: Int

  /// A limit for callers that analyze single functions.
  static let standard = PlanningLimit(steps: 1 << 21)

  init(steps: Int) { self.steps = max(0, steps) }

  /// Derives the limit from the loading budget; it is linear in the sizes of
  /// the sources and their rules.
  ///
  /// - Parameters:
  ///   - budget: The loading budget.
  ///   - bytes: The size of the sources.
  ///   - rules: The number of rules in the sources.
  init(_ budget: Budget, sourcesOf bytes: Int, rules: Int) {
    let needed = (1 << 17) + 4 * min(bytes, 1 << 40) + 64 * min(rules, 1 << 40)
    self.init(steps: min(needed, budget.instructions / 64, budget.memory / 24))
  }

  /// Returns the share of some of a model's rules.
  func share(of count: Int, among all: Int) -> Int {
    max(1, steps / max(1024, all) * count)
  }
}
