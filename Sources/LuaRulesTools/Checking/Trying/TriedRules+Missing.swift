import LuaBridge
import LuaRules

// Whether rules fail where a value is missing.

extension TriedRules {
  /// How many contexts without a value a rule is tried in.
  private static let triesWithout = 40
  /// In how many of them it must be shown that the value is not used.
  private static let leastShown = 3
  /// In how many of them the rule must answer that gives the use of the value to another function.
  private static let leastAnswers = 20

  /// How a rule ends in a context.
  private enum End {
    case answers, raises, fails
    /// It was not asked, another rule failed, or it has called a host function.
    case other
  }

  /// Returns whether trials show that a rule never uses a value that is missing: it uses another one there,
  /// or raises an error of its own, which it does not where the value is there.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - missing: The value.
  /// - Returns: Whether that is shown; `false` also if the rule fails in some context.
  func copes(_ rule: InspectedRule, without missing: RuleFinding.MissingValue) -> Bool {
    let path = missing.path
    guard let loaded = load(), let number = loaded.numbers[rule.location] else { return false }
    var random = loaded.usualRandom
    var (shown, answers) = (0, 0)
    for (index, values) in loaded.usualContexts(Self.triesWithout).enumerated() {
      guard evaluationsLeft.claims > 0 else { return false }
      var values = values
      // A loop over a list that may be empty makes sure of nothing, nor does a test of how long a text is.
      if index % 2 == 1 { values = schema.shortened(values) }
      if index % 4 == 3 { values = replacingTexts(of: values, with: "1", loaded) ?? values }
      guard let without = schema.removing(path, from: values) else { continue }
      loaded.round.number = index
      switch end(of: number, rule.key, in: without, loaded) {
      case .fails: return false
      case .answers:
        answers += 1
        if missing.isAlwaysUsed { shown += 1 }
      case .raises:
        var with = values
        if !path.contains("[]"),
          let value = random.value(of: schema.type(ofDeclared: path[...]), at: path)
        {
          with = values.setting(value, at: path[...])
        }
        if end(of: number, rule.key, in: with, loaded) == .answers { shown += 1 }
      case .other: break
      }
    }
    return shown >= Self.leastShown || missing.isUsedInside && answers >= Self.leastAnswers
  }

  private func end(
    of number: Int, _ key: String, in values: LuaTable, _ loaded: Loaded
  ) -> End {
    evaluationsLeft.claims -= costOfContext
    guard var context = try? loaded.trial.model.context(of: values) else { return .other }
    context.wantsTraceback = true
    _ = loaded.trial.takeCounts()
    let calls = loaded.round.hostCalls
    do throws(RuleError) {
      _ = try context.plainAnswer(at: key)
      // What a program does with a value that is missing is not known.
      guard loaded.round.hostCalls == calls else { return .other }
      let counts = paid(loaded.trial.takeCounts(), for: \.claims)
      return counts[number].map { $0.won > 0 } == true ? .answers : .other
    } catch {
      evaluationsLeft.claims -= error.code == .budget ? Self.costOfBudget : Self.costOfFailure
      let counts = paid(loaded.trial.takeCounts(), for: \.claims)
      let hasFailed = counts[number].map { $0.failed > 0 } == true
      if error.isFault || error.code == .budget { return .fails }
      return error.code == .runtime && hasFailed ? .raises : .other
    }
  }
}

extension RuleSchema {
  /// Returns a context without the value at a path, in all elements where a step is `[]`; `nil` if there
  /// is nothing in which it could be missing.
  fileprivate func removing(_ path: [String], from context: LuaTable) -> LuaTable? {
    context.removing(path[...]) { self.type(of: $0) ?? .any }
  }

  /// Returns a context in which lists have as few elements as the schema allows.
  fileprivate func shortened(_ context: LuaTable) -> LuaTable {
    context.mapValues { name, value in
      name.map { shortened(value, type(of: $0) ?? .any, [$0]) } ?? value
    }
  }

  private func shortened(_ value: LuaValue, _ type: ValueType, _ path: [String]) -> LuaValue {
    guard case .table(var table) = value else { return value }
    switch type.withoutNull {
    case .list(let element):
      let least = limits[path.declaredPath]?.leastCount ?? 0
      table.elements = table.elements.prefix(least).map { shortened($0, element, path + ["[]"]) }
    case .object, .dictionary:
      table = table.mapValues { name, value in
        name.map { shortened(value, type.memberType($0), path + [$0]) } ?? value
      }
    default: break
    }
    return .table(table)
  }
}

extension LuaTable {
  /// Returns the table without the value at a path; `nil` if there is nothing in which it could be missing.
  fileprivate func removing(
    _ path: ArraySlice<String>, _ typeOf: (String) -> ValueType
  ) -> LuaTable? {
    guard let name = path.first, name != "[]" else { return nil }
    let type = typeOf(name)
    var table = self
    guard path.count == 1 else {
      guard let inner = self[name]?.removing(path.dropFirst(), type) else { return nil }
      table.set(inner, for: name)
      return table
    }
    if type.isOptional, type != .any {
      table.set(.null, for: name)
    } else {
      table.fields.removeAll { $0.name.hasSameBytes(as: name) }
    }
    return table
  }
}

extension LuaValue {
  fileprivate func removing(_ path: ArraySlice<String>, _ type: ValueType) -> LuaValue? {
    guard case .table(var table) = self else { return nil }
    guard path.first == "[]", case .list(let element) = type.withoutNull else {
      return table.removing(path) { type.memberType($0) }.map { .table($0) }
    }
    var hasRemoved = false
    for index in table.elements.indices {
      guard let removed = table.elements[index].removing(path.dropFirst(), element) else {
        continue
      }
      table.elements[index] = removed
      hasRemoved = true
    }
    return hasRemoved ? .table(table) : nil
  }
}
