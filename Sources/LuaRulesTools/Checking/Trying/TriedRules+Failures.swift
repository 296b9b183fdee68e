import LuaBridge
import LuaRules

// Contexts of the schema in which rules fail.

extension TriedRules {
  /// A failure of a rule in a context of the schema.
  struct Failure {
    let error: RuleError
    /// The values without which the rule does not fail there.
    var values: [Setting] = []
    /// The paths that have no value, and with one of which the rule does not fail there.
    var missing: [[String]] = []

    /// How many of the values are named.
    static let mostNamed = 4
  }

  /// A key whose rules are tried.
  struct TriedKey {
    let key: String
    var rules: [TriedRule]
  }

  /// A rule of the first model that is tried.
  struct TriedRule {
    let rule: InspectedRule
    /// The values that a context has on each way in which the rule holds.
    let ways: [[Setting]]
  }

  /// How many contexts a key is tried in; fewer, if there are many keys.
  private static let tries = 50...150
  /// How many evaluations that may take together.
  private static let mostEvaluationsOfKeys = 12_500
  /// How many more contexts a rule is tried in, in which it probably holds.
  private static let mostTriesOfRule = 12

  /// Returns failures of rules in contexts of the schema, as far as trials show them.
  ///
  /// A failure that depends on the form of a free text, such as `tonumber(c.zip) + 1`, is none, and
  /// neither are errors that rules raise themselves.
  ///
  /// - Parameter keys: The keys that are asked for.
  /// - Returns: One failure of each rule at most, with what it depends on.
  func failures(of keys: [TriedKey]) -> [(rule: InspectedRule, failure: Failure)] {
    guard !keys.isEmpty, let loaded = load() else { return [] }
    var found: [(rule: InspectedRule, failure: Failure)] = []
    var pending = keys
    func isPending(_ rule: TriedRule, of key: Int) -> Bool {
      pending[key].rules.contains { $0.rule === rule.rule }
    }
    func note(_ values: LuaTable, _ context: RuleContext, _ key: Int, _ index: Int) {
      loaded.round.number = index
      let calls = loaded.round.hostCalls
      guard let (number, error) = error(of: pending[key].key, in: context) else { return }
      let position = pending[key].rules.firstIndex {
        loaded.numbers[$0.rule.location] == number
      }
      if error.code == .budget {
        // Each further trial may take as long.
        defer { pending[key].rules = [] }
        // How often a program's function says that a loop goes on is not known.
        guard let position, loaded.round.hostCalls == calls else { return }
        let rule = pending[key].rules[position].rule
        if let whole = wholeError(rule, values, loaded) {
          found.append((rule, Failure(error: whole)))
        }
        return
      }
      let callsHost = loaded.round.hostCalls != calls
      guard error.isFault, let position, let number else { return }
      let rule = pending[key].rules[position].rule
      let attempt = Attempt(rule: rule, number: number, loaded: loaded)
      // What the program gives is not known but by its type.
      guard !callsHost || failsWhateverHostGives(attempt, values),
        failsWithAnyTexts(attempt, values, error)
      else { return }
      let failure = described(error, of: attempt, in: values)
      guard !callsHost || !mayHostPrevent(failure, of: rule) else { return }
      found.append((rule, failure))
      pending[key].rules.remove(at: position)
    }
    let tries = min(
      max(Self.mostEvaluationsOfKeys / keys.count, Self.tries.lowerBound), Self.tries.upperBound)
    var first: [(values: LuaTable, context: RuleContext)] = []
    for index in 0..<tries {
      guard evaluationsLeft.failures > 0, let values = loaded.usualContexts(index + 1).last else {
        return found
      }
      guard var context = try? loaded.trial.model.context(of: values) else { continue }
      context.wantsTraceback = true
      evaluationsLeft.failures -= costOfContext
      if index < Self.mostTriesOfRule { first.append((values, context)) }
      for key in pending.indices where !pending[key].rules.isEmpty {
        guard evaluationsLeft.failures > 0 else { return found }
        note(values, context, key, index)
      }
    }
    for key in pending.indices {
      for tried in pending[key].rules where !tried.ways.isEmpty {
        for (index, (values, context)) in first.enumerated() where isPending(tried, of: key) {
          guard evaluationsLeft.failures > 0 else { return found }
          let settings = tried.ways[index % tried.ways.count]
          evaluationsLeft.failures -= costOfCopy
          guard let (values, context) = completed(values, settings, in: context) else { continue }
          note(values, context, key, index)
        }
      }
    }
    return found
  }

  /// A rule that is tried.
  struct Attempt {
    let rule: InspectedRule
    /// Its number; `nil` if several rules fail together.
    let number: Int?
    let loaded: Loaded
  }

  /// Returns the error in a context, with the number of the rule if only one fails.
  func error(of key: String, in context: RuleContext) -> (rule: Int?, error: RuleError)? {
    evaluationsLeft.failures -= 1
    guard let loaded = load() else { return nil }
    let trial = loaded.trial
    do throws(RuleError) {
      _ = trial.takeCounts()
      _ = try context.plainAnswer(at: key)
      for (number, count) in paid(trial.takeCounts(), for: \.failures)
      where count.won + count.declined > 0 {
        winners.insert(number)
      }
      return nil
    } catch {
      evaluationsLeft.failures -= error.code == .budget ? Self.costOfBudget : 1
      let counts = paid(trial.takeCounts(), for: \.failures)
      var failed = counts.keys.filter { counts[$0].map { $0.failed > 0 } == true }
      if failed.isEmpty, error.code != .runtime {
        // The rule gave a value, which is not of the key's type.
        failed = counts.keys.filter { number in
          counts[number].map { $0.won > 0 } == true
            && loaded.rules[number].reference.key.hasSameBytes(as: key)
        }
      }
      return (failed.count == 1 ? failed.first : nil, error)
    }
  }

  /// Returns the error of a rule that uses up all instructions of a program's budget; `nil` if it does not.
  private func wholeError(
    _ rule: InspectedRule, _ values: LuaTable, _ loaded: Loaded
  ) -> RuleError? {
    guard wholeBudgetsLeft > 0, let model = wholeModel(loaded),
      let context = try? model.context(of: values)
    else { return nil }
    wholeBudgetsLeft -= 1
    do throws(RuleError) {
      _ = try context.plainAnswer(at: rule.key)
      return nil
    } catch {
      // How long it takes is another time at the next check.
      return error.code == .budget && error.message.hasSuffix("instructions were used")
        ? error : nil
    }
  }

  func isSame(_ attempt: Attempt, _ values: LuaTable, _ expected: RuleError) -> Bool {
    evaluationsLeft.failures -= costOfContext
    guard let context = try? attempt.loaded.trial.model.context(of: values),
      let (rule, error) = error(of: attempt.rule.key, in: context)
    else { return false }
    return rule == attempt.number && error.code == expected.code
      && error.location == expected.location && error.message == expected.message
  }
}

extension RuleError {
  /// Whether it is a fault of the rule, and not one that it raises or that the host raises.
  var isFault: Bool {
    switch code {
    case .runtime: !isRaised && Self.faults.contains { message.contains($0) }
    case .wrongType, .wrongValue, .unknownMember, .frozen: true
    default: false
    }
  }

  /// Whether the rule raised the error itself, or perhaps did: a function that is called in place of its
  /// caller, as in `return error("…")`, has no name.
  private var isRaised: Bool {
    libraryFunction.map { ["error", "assert", "a function"].contains($0) } ?? false
  }

  /// Parts of the messages of errors that Lua raises.
  private static let faults = [
    "attempt to ", "bad argument #", "stack overflow", "must be a number", "'for' step is zero",
    "table index is ", "invalid value (", "invalid option", "malformed pattern",
    "invalid order function", "invalid conversion", "invalid pattern capture",
    "no integer representation", "too many results to unpack", "resulting string too large",
  ]
}
