import LuaBridge
import LuaRules

// Rules that win in none of all the contexts that they can tell apart.

extension TriedRules {
  /// All that a context may have at a path.
  typealias Domain = (path: [String], values: [DomainValue])

  /// What a context has at a path.
  enum DomainValue {
    case value(LuaValue)
    /// Nothing: neither it nor anything below a path.
    case missing(from: [String])
    /// `null` there, or at a path around it.
    case null(at: [String])
  }

  /// What all contexts show of a rule.
  enum Exhausted {
    /// Its condition never holds.
    case neverHolds
    /// Other rules always win where it holds.
    case neverWins
  }

  /// Whether a rule was tried, and has won in no context.
  func mayNeverWin(_ rule: InspectedRule) -> Bool {
    guard let loaded = load(), let number = loaded.numbers[rule.location] else { return false }
    return !winners.contains(number)
  }

  /// In how many contexts a rule is tried at most.
  static let mostCombinations = 4096

  /// Returns whether a rule holds, or wins, in none of the contexts that differ in some paths.
  ///
  /// - Parameters:
  ///   - rule: A rule of the first model.
  ///   - domains: All values of all paths that the rule, and those before it, can read.
  ///   - isFirst: Whether only the first rule that holds gives a value.
  /// - Returns: What was shown; `nil` if the rule wins in a context, or that is not known.
  func exhausted(_ rule: InspectedRule, _ domains: [Domain], isFirst: Bool) -> Exhausted? {
    let count = domains.reduce(1) {
      $0.multipliedReportingOverflow(by: $1.values.count).partialValue
    }
    guard count <= min(Self.mostCombinations, evaluationsLeft.failures / costOfContext),
      let loaded = load(),
      let number = loaded.numbers[rule.location], !winners.contains(number)
    else { return nil }
    let calls = loaded.round.hostCalls
    /// Whether the rule never gets to its value with a model.
    func isSilent(_ model: RuleModel, _ takeCounts: () -> [Int: CandidateLog.Counts]) -> Bool {
      var failures = 0
      for index in 0..<max(count, Self.leastCount) {
        evaluationsLeft.failures -= costOfContext
        let values = combination(index, of: domains, in: loaded)
        guard let context = try? model.context(of: values) else { return false }
        _ = takeCounts()
        do throws(RuleError) {
          _ = try context.plainAnswer(at: rule.key)
        } catch {
          if error.code == .budget { return false }
          failures += 1
        }
        // A rule that fails may hold there, and fail in its value.
        if let end = paid(takeCounts(), for: \.failures)[number],
          end.won + end.declined + end.failed > 0
        {
          return false
        }
      }
      return failures * 2 <= max(count, Self.leastCount)
    }
    if isFirst {
      guard isSilent(loaded.trial.model, loaded.trial.takeCounts) else { return nil }
    }
    let neverHolds = try? loaded.trial.with(only: number) { isSilent($0, $1) }
    guard loaded.round.hostCalls == calls else { return nil }
    if neverHolds == true { return .neverHolds }
    return isFirst ? .neverWins : nil
  }

  /// Returns a context with one of all combinations of values; the others are as in a usual context.
  private func combination(_ index: Int, of domains: [Domain], in loaded: Loaded) -> LuaTable {
    let usual = loaded.usualContexts(Self.mostUsual)
    var values = usual[index % usual.count]
    var rest = index
    for (path, all) in domains {
      switch all[rest % all.count] {
      case .value(let value): values = values.setting(value, at: path[...])
      case .missing(let outer): values = values.removing(outer[...])
      case .null(let outer): values = values.setting(.null, at: outer[...])
      }
      rest /= all.count
    }
    return schema.completing(values, only: domains.compactMap(\.path.first).uniqueByBytes())
  }

  private static let mostUsual = 60
  /// How many contexts are tried at least: what a function reads may not be visible.
  private static let leastCount = 300
}

extension LuaTable {
  /// Returns the table without the value at a path.
  fileprivate func removing(_ path: ArraySlice<String>) -> LuaTable {
    guard let name = path.first, let old = self[name] else { return self }
    var result = self
    if path.count > 1, case .table(let inner) = old {
      result.set(.table(inner.removing(path.dropFirst())), for: name)
    } else if path.count == 1 {
      result.fields.removeAll { $0.name.hasSameBytes(as: name) }
    }
    return result
  }
}
