import LuaBridge
import LuaRules

// Contexts in which keys depend on themselves.

extension TriedRules {
  /// In how many contexts a circle is looked for.
  private static let mostTriesOfCircle = 120

  /// Finds a context of the schema in which a key depends on itself.
  ///
  /// - Parameter rule: A rule for the key that reads the next key of the circle.
  /// - Returns: How it does; `nil` if no trial shows that.
  func circle(from rule: InspectedRule) -> Failure? {
    guard let loaded = load() else { return nil }
    let attempt = Attempt(rule: rule, number: nil, loaded: loaded)
    for values in loaded.usualContexts(Self.mostTriesOfCircle) {
      guard evaluationsLeft.failures > 0 else { return nil }
      evaluationsLeft.failures -= costOfContext
      guard let context = try? loaded.trial.model.context(of: values) else { continue }
      let calls = loaded.round.hostCalls
      do throws(RuleError) {
        _ = try context.plainAnswer(at: rule.key)
      } catch {
        guard error.code == .cycle, loaded.round.hostCalls == calls else { continue }
        return described(error, of: attempt, in: values)
      }
    }
    return nil
  }
}
