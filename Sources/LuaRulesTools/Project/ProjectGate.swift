import LuaRules

/// A gate that a project or a command line names.
public enum ProjectGate: String, Sendable, Hashable, CaseIterable {
  /// Errors of the check refuse; see `ReloadGate.checks(level:fallback:levels:timeLimit:)`.
  case checks
  /// Errors and warnings of the check refuse, as with `luarules check --strict`.
  case strictChecks = "strict-checks"
  /// Failing tests refuse; see `ReloadGate.tests(areRequired:timeLimit:_:)`.
  case tests

  /// Returns the gate.
  ///
  /// - Parameters:
  ///   - fallback: The rules that are asked where the judged ones have no answer.
  ///   - levels: The levels of what checks find.
  ///   - adjust: Changes the settings of the tests.
  /// - Returns: The gate.
  public func reloadGate(
    fallback: RuleModel = .empty, levels: FindingLevels = FindingLevels(),
    adjustingTests adjust: @escaping @Sendable (inout RuleTestSettings) -> Void = { _ in }
  ) -> ReloadGate {
    switch self {
    case .checks: .checks(fallback: fallback, levels: levels)
    case .strictChecks: .checks(level: .warning, fallback: fallback, levels: levels)
    case .tests: .tests(adjust)
    }
  }
}
