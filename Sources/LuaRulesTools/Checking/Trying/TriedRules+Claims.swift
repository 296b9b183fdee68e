import LuaBridge
import LuaRules

// Claims about the order of rules and about missing answers.

extension TriedRules {
  /// How many contexts are tried first.
  private static let firstCount = 30

  /// Returns whether, in some context, one rule wins where another rule for the same key would, too.
  ///
  /// - Parameters:
  ///   - winner: The rule that wins.
  ///   - other: The other rule.
  ///   - settings: What half of the contexts have, because both rules probably hold there.
  /// - Returns: Whether there is such a context; `nil` if that is not known, because evaluations fail.
  func wins(
    _ winner: InspectedRule, where other: InspectedRule, settings: [Setting]
  ) -> Bool? {
    guard evaluationsLeft.claims > 0, let loaded = load(),
      let first = loaded.numbers[winner.location],
      let second = loaded.numbers[other.location]
    else { return nil }
    func gives(_ number: Int, in contexts: [LuaTable]) -> Bool? {
      guard !contexts.isEmpty else { return false }
      return try? loaded.trial.with(only: number) { model, takeCounts in
        contexts.contains { values in
          let ended = ended(model, values, winner.key, takeCounts, for: \.claims)
          return ended?.counts[number].map { $0.won > 0 } == true
        }
      }
    }
    var failures = 0
    let contexts = contexts(of: loaded, with: settings, every: 2)
    // Most ties show at once.
    for part in [contexts.prefix(Self.firstCount), contexts.dropFirst(Self.firstCount)] {
      var won: [LuaTable] = []
      for values in part {
        guard evaluationsLeft.claims > 0 else { return nil }
        let ended = ended(
          loaded.trial.model, values, winner.key, loaded.trial.takeCounts, for: \.claims)
        guard let counts = ended?.counts else {
          failures += 1
          continue
        }
        if counts.values.contains(where: { $0.failed > 0 }) { failures += 1 }
        if counts[first].map({ $0.won > 0 }) == true { won.append(values) }
      }
      guard let found = gives(second, in: won) else { return nil }
      if found { return true }
    }
    // A quarter of the contexts is enough to show a tie.
    return failures * 4 < contexts.count * 3 ? false : nil
  }

  /// How many contexts in which one rule wins are looked at for another rule.
  private static let mostWon = 12

  /// Shows that one rule wins in some context where another rule for the same key would give another value.
  ///
  /// - Parameters:
  ///   - winner: The rule that wins.
  ///   - other: The other rule.
  ///   - settings: What half of the contexts have, because both rules may hold there.
  /// - Returns: Whether there is such a context among those that were tried.
  func showsTie(_ winner: InspectedRule, _ other: InspectedRule, settings: [Setting]) -> Bool {
    guard evaluationsLeft.ties > 0, let loaded = load(),
      let first = loaded.numbers[winner.location],
      let second = loaded.numbers[other.location]
    else { return false }
    var won: [(values: LuaTable, answer: LuaValue)] = []
    for (index, values) in loaded.usualContexts(Self.tieCount).enumerated() {
      guard evaluationsLeft.ties > 0, won.count < Self.mostWon else { break }
      let values = index % 2 == 0 ? completed(values, settings) : values
      let ended = ended(
        loaded.trial.model, values, winner.key, loaded.trial.takeCounts, for: \.ties)
      if let answer = ended?.answer, let end = ended?.counts[first], end.won > 0 {
        won.append((values, answer))
      }
    }
    guard !won.isEmpty else { return false }
    let isShown = try? loaded.trial.with(only: second) { model, takeCounts in
      won.contains { values, answer in
        let ended = ended(model, values, winner.key, takeCounts, for: \.ties)
        guard let another = ended?.answer, let end = ended?.counts[second], end.won > 0 else {
          return false
        }
        return !another.isEqual(to: answer)
      }
    }
    return isShown == true
  }

  /// How many contexts may show a tie.
  private static let tieCount = 75

  /// Returns whether no rule answers for a key in some context.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - settings: What the context has.
  ///   - answers: What the rules answer there for other keys.
  ///   - isShown: Whether the contexts show all that other rules may answer.
  ///   - declining: A rule that declines there; `nil` for any.
  /// - Returns: Whether there is such a context; `nil` if that is not known, because evaluations fail, or
  ///   one of the answers is never given.
  func lacksAnswer(
    _ key: String, settings: [Setting] = [], answers: [Setting] = [], isShown: Bool = true,
    declining: InspectedRule? = nil
  ) -> Bool? {
    guard evaluationsLeft.claims > 0, let loaded = load() else { return nil }
    let rules = loaded.rules.indices.filter {
      loaded.rules[$0].reference.key.hasSameBytes(as: key)
    }
    let decliner = declining.map { loaded.numbers[$0.location] }
    if case .some(nil) = decliner { return nil }
    var failures = 0
    let contexts = contexts(of: loaded, with: settings, every: 1)
    for values in contexts {
      guard evaluationsLeft.claims > 0 else { return nil }
      let ended = ended(loaded.trial.model, values, key, loaded.trial.takeCounts, for: \.claims)
      guard let counts = ended?.counts else {
        failures += 1
        continue
      }
      if counts.values.contains(where: { $0.failed > 0 }) {
        failures += 1
      } else if !rules.contains(where: { counts[$0].map { $0.won > 0 } == true }),
        decliner.map({ $0.map { counts[$0].map { $0.declined > 0 } == true } ?? false }) ?? true,
        answers.allSatisfy({
          answer($0.path, in: values, of: loaded)?.isEqual(to: $0.value) == true
        })
      {
        return true
      }
    }
    let areGiven =
      isShown
      || answers.allSatisfy { path, value in
        loaded.contexts(Self.contextCount).contains {
          answer(path, in: $0, of: loaded)?.isEqual(to: value) == true
        }
      }
    return areGiven && failures * 4 < contexts.count ? false : nil
  }

  private func answer(_ path: [String], in values: LuaTable, of loaded: Loaded) -> LuaValue? {
    evaluationsLeft.claims -= costOfContext
    guard let context = try? loaded.trial.model.context(of: values) else { return nil }
    return try? context.plainAnswer(at: path.joined(separator: ".")).value
  }
}
