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
  private static let tries = 40...120
  /// How many evaluations that may take together.
  private static let mostEvaluationsOfKeys = 10_000
  /// How many more contexts a rule is tried in, in which it probably holds.
  private static let mostTriesOfRule = 12
  /// How many evaluations the search for the values of a failure may take.
  private static let mostTakenAway = 80

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
        guard let position else { return }
        let rule = pending[key].rules[position].rule
        if let whole = wholeError(rule, values, loaded) {
          found.append((rule, Failure(error: whole)))
        }
        return
      }
      // What the program gives is not known but by its type.
      guard error.isFault, loaded.round.hostCalls == calls, let position, let number else { return }
      let rule = pending[key].rules[position].rule
      let attempt = Attempt(rule: rule, number: number, loaded: loaded)
      guard failsWithAnyTexts(attempt, values, error) else { return }
      found.append((rule, described(error, of: attempt, in: values)))
      pending[key].rules.remove(at: position)
    }
    let tries = min(
      max(Self.mostEvaluationsOfKeys / keys.count, Self.tries.lowerBound), Self.tries.upperBound)
    var first: [(values: LuaTable, context: RuleContext)] = []
    for (index, values) in loaded.usualContexts(tries).enumerated() {
      guard let context = try? loaded.trial.model.context(of: values) else { continue }
      if index < Self.mostTriesOfRule { first.append((values, context)) }
      for key in pending.indices where !pending[key].rules.isEmpty {
        guard failureEvaluationsLeft > 0 else { return found }
        note(values, context, key, index)
      }
    }
    for key in pending.indices {
      for tried in pending[key].rules where !tried.ways.isEmpty {
        for (index, (values, context)) in first.enumerated() {
          guard failureEvaluationsLeft > 0 else { return found }
          let settings = tried.ways[index % tried.ways.count]
          guard let (values, context) = setting(settings, in: values, context) else { continue }
          note(values, context, key, index)
        }
      }
    }
    return found
  }

  /// Returns a context with several more values; `nil` if the schema does not allow them together.
  private func setting(
    _ settings: [Setting], in values: LuaTable, _ context: RuleContext
  ) -> (LuaTable, RuleContext)? {
    let values = schema.completing(values.setting(settings))
    var context = context
    for name in Set(settings.compactMap(\.path.first)) {
      guard let value = values[name], (try? context.setValue(value, for: name)) != nil else {
        return nil
      }
    }
    return (values, context)
  }

  /// A rule that is tried.
  private struct Attempt {
    let rule: InspectedRule
    let number: Int
    let loaded: Loaded
  }

  /// Returns the error in a context, with the number of the rule if only one fails.
  private func error(of key: String, in context: RuleContext) -> (rule: Int?, error: RuleError)? {
    failureEvaluationsLeft -= 1
    guard let loaded = load() else { return nil }
    let trial = loaded.trial
    do throws(RuleError) {
      _ = trial.takeCounts()
      _ = try context.plainAnswer(at: key)
      for (number, count) in trial.takeCounts() where count.won + count.declined > 0 {
        winners.insert(number)
      }
      return nil
    } catch {
      failureEvaluationsLeft -= error.code == .budget ? Self.costOfBudget : 1
      let counts = trial.takeCounts()
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

  private func isSame(_ attempt: Attempt, _ values: LuaTable, _ expected: RuleError) -> Bool {
    guard let context = try? attempt.loaded.trial.model.context(of: values),
      let (rule, error) = error(of: attempt.rule.key, in: context)
    else { return false }
    return rule == attempt.number && error.code == expected.code
      && error.location == expected.location && error.message == expected.message
  }

  // MARK: Texts

  /// Texts that stand for all others: patterns that find something in one of them find nothing in
  /// another one.
  private static let texts = ["Some words", "12", "2026-03-14", "anna@example.com", "AB-1234 5"]

  /// Whether the rule fails in the same way whatever the texts are that no rule compares.
  ///
  /// A text that a function looks for is kept as a part of them, unless the failure depends on the form
  /// of the rest.
  private func failsWithAnyTexts(
    _ attempt: Attempt, _ values: LuaTable, _ error: RuleError
  ) -> Bool {
    let plain = Self.texts.map { fails(attempt, values, error, with: $0, keepsMentioned: false) }
    if plain.allSatisfy({ $0 != false }) { return true }
    guard !plain.contains(true) else { return false }
    return Self.texts.allSatisfy {
      fails(attempt, values, error, with: $0, keepsMentioned: true) == true
    }
  }

  /// Returns whether the rule fails in the same way with another text in place of those that no rule
  /// compares; `nil` if there are none.
  private func fails(
    _ attempt: Attempt, _ values: LuaTable, _ error: RuleError, with text: String,
    keepsMentioned: Bool
  ) -> Bool? {
    var replacement = ReplacedTexts(
      text: text, keepsMentioned: keepsMentioned, random: attempt.loaded.random)
    var changed = values
    for field in values.fields {
      guard let type = schema.type(of: field.name) else { continue }
      changed.set(replacement.replaced(field.value, type, [field.name]), for: field.name)
    }
    return replacement.hasChanged ? isSame(attempt, changed, error) : nil
  }

  // MARK: What a failure depends on

  private func described(
    _ error: RuleError, of attempt: Attempt, in values: LuaTable
  ) -> Failure {
    var failure = Failure(error: error)
    let end = failureEvaluationsLeft - Self.mostTakenAway
    func fails(_ values: LuaTable) -> Bool {
      failureEvaluationsLeft > end && isSame(attempt, values, error)
    }
    let smallest = smallest(values, fails)
    failure.values = smallest.leaves(below: [])
    var random = attempt.loaded.random
    let lacking = attempt.rule.probablePaths.map { smallest.lackingPart(of: $0) }
    for path in lacking.compactMap(\.self).uniquePaths() where failure.missing.count < 3 {
      guard let type = schema.type(at: path),
        !failure.missing.contains(where: { path.starts(with: $0) }),
        let value = random.value(of: type, at: path),
        failureEvaluationsLeft > end, !isSame(attempt, values.setting(value, at: path[...]), error)
      else { continue }
      failure.missing.append(path)
    }
    return failure
  }

  /// Returns a table without the fields and the elements that a failure does not need.
  private func smallest(_ table: LuaTable, _ fails: (LuaTable) -> Bool) -> LuaTable {
    var table = table
    while let last = table.elements.last {
      table.elements.removeLast()
      guard fails(table) else {
        table.elements.append(last)
        break
      }
    }
    for field in table.fields {
      var without = table
      without.fields.removeAll { $0.name.hasSameBytes(as: field.name) }
      if fails(without) {
        table = without
      } else if case .table(let inner) = field.value {
        let outer = table
        let small = smallest(inner) { fails(outer.setting(.table($0), at: [field.name])) }
        table = outer.setting(.table(small), at: [field.name])
      }
    }
    return table
  }
}

/// The replacement of texts that no rule compares.
private struct ReplacedTexts {
  let text: String
  /// Whether a text that a function mentions is kept behind the new one.
  let keepsMentioned: Bool
  let random: SampledContexts
  private(set) var hasChanged = false

  init(text: String, keepsMentioned: Bool, random: SampledContexts) {
    self.text = text
    self.keepsMentioned = keepsMentioned
    self.random = random
  }

  mutating func replaced(_ value: LuaValue, _ type: ValueType, _ path: [String]) -> LuaValue {
    switch (value, type.withoutNull) {
    case (.string(let old), .string):
      guard !random.isCompared(value, at: path) else { return value }
      hasChanged = true
      return .string(
        keepsMentioned && random.isMentioned(old, at: path) ? "\(text) \(old)" : text)
    case (.table(var table), .list(let element)):
      for index in table.elements.indices {
        table.elements[index] = replaced(table.elements[index], element, path + ["[]"])
      }
      return .table(table)
    case (.table(let table), .dictionary(let element)):
      return .table(table.mapValues { replaced($1, element, path + [$0 ?? ""]) })
    case (.table(let table), .object(let object)):
      return .table(
        table.mapValues { name, value in
          guard let name, let member = object[name] else { return value }
          return replaced(value, member.type, path + [name])
        })
    default: return value
    }
  }
}

extension LuaTable {
  /// Returns the values of a context, without the objects around them.
  fileprivate func leaves(below path: [String]) -> [TriedRules.Setting] {
    fields.flatMap { field in
      let path = path + [field.name]
      guard case .table(let inner) = field.value, inner.elements.isEmpty, !inner.fields.isEmpty
      else { return [(path, field.value)] }
      return inner.leaves(below: path)
    }
  }

  /// Returns the first part of a path at which there is no value; `nil` if there is a value at the path.
  fileprivate func lackingPart(of path: [String]) -> [String]? {
    var table = self
    for (index, name) in path.enumerated() {
      guard let value = table[name] else { return Array(path[...index]) }
      guard case .table(let inner) = value else { return nil }
      table = inner
    }
    return nil
  }
}

extension [[String]] {
  fileprivate func uniquePaths() -> [[String]] {
    var seen: Set<[String]> = []
    return filter { seen.insert($0).inserted }
  }
}

extension RuleSchema {
  /// Returns the type at a path of declared members.
  fileprivate func type(at path: [String]) -> ValueType? {
    guard let first = path.first, var type = type(of: first) else { return nil }
    for name in path.dropFirst() {
      guard case .object(let object) = type.withoutNull, let member = object[name] else {
        return nil
      }
      type = member.type
    }
    return type
  }
}

extension RuleError {
  /// Whether it is a fault of the rule, and not one that it raises or that the host raises.
  fileprivate var isFault: Bool {
    switch code {
    case .runtime: Self.faults.contains { message.contains($0) }
    case .wrongType, .wrongValue, .unknownMember, .frozen: true
    default: false
    }
  }

  /// Parts of the messages of errors that Lua raises.
  private static let faults = [
    "attempt to ", "bad argument #", "stack overflow",
    "must be a number", "'for' step is zero", "table index is ", "invalid value (",
    "invalid option", "malformed pattern",
    "invalid order function", "invalid conversion", "invalid pattern capture",
  ]
}
