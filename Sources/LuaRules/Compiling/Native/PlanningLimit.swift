/// How much work planning may be for a model; what does not fit is run by Lua.
///
/// It is counted in steps, never in time, so that a model is planned alike everywhere. A step is
/// an instruction that is looked at, or as much as that: about a fifth of a microsecond, and some
/// tens of bytes that are kept.
struct PlanningLimit: Sendable {
  /// The steps of all functions together.
  let steps: Int

  /// A limit for those who look at single functions.
  static let standard = PlanningLimit(steps: 1 << 21)

  init(steps: Int) { self.steps = max(0, steps) }

  /// The share of what loading may use: linear in the sources and their rules.
  ///
  /// - Parameters:
  ///   - budget: What loading may use.
  ///   - bytes: The size of the sources.
  ///   - rules: How many rules came of them.
  init(_ budget: Budget, sourcesOf bytes: Int, rules: Int) {
    let needed = (1 << 17) + 4 * min(bytes, 1 << 40) + 64 * min(rules, 1 << 40)
    self.init(steps: min(needed, budget.instructions / 64, budget.memory / 24))
  }

  /// The share of some of a model's rules.
  func share(of count: Int, among all: Int) -> Int {
    max(1, steps / max(1024, all) * count)
  }
}
