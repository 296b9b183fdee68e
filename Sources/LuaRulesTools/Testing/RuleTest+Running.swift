import LuaRules

extension RuleTest {
  /// Evaluates the test with a model, and returns the unexpected results,
  /// perhaps with explanations.
  func failures(
    with model: RuleModel, _ settings: RuleTestSettings, isExplained: Bool
  ) -> [RuleTestFailure] {
    var context = RuleContext(model)
    for value in values {
      do throws(RuleError) {
        if [.standard, .refuse].contains(settings.unusedKeys),
          let error = model.misspelling(ofContextName: value.name)
        {
          throw error
        }
        try context.setValue(value.value, for: value.name)
      } catch {
        return [failure(error, at: value.location)]
      }
    }
    do {
      try settings.prepare?(&context)
    } catch {
      return [failure(error as? RuleError, at: location, "preparing the context failed: \(error)")]
    }
    return expectations.compactMap { expectation in
      failure(of: expectation, in: context) { key in
        isExplained ? RuleTestFailure.explanation(at: key, in: context) : []
      }
    }
  }

  private func failure(
    of expectation: RuleTestExpectation, in context: RuleContext,
    explain: (String) -> [String]
  ) -> RuleTestFailure? {
    let key = expectation.key
    do {
      let answer = try context.plainAnswer(at: key)
      switch expectation.wanted {
      case .error(let text):
        let expected = Self.expectation(ofError: text)
        return failure(
          expectation, expected, given: answer.printed,
          "`\(key)` is \(answer.printed); expected \(expected)",
          explain(key))
      case .value(let value): return try failure(expectation, value, answer, explain)
      }
    } catch {
      switch expectation.wanted {
      case .value(let value):
        let expected = (try? JSON.write(value)) ?? value.literal
        let shown = context.isSecret(key) ? "•••" : expected
        return failure(
          expectation, shown, given: nil, "`\(key)` is an error; expected \(shown)",
          explain(key))
      case .error(let text?) where error.code.rawValue != text && !error.message.contains(text):
        let expected = Self.expectation(ofError: text)
        return failure(
          expectation, expected, given: nil, "`\(key)` is another error; expected \(expected)",
          explain(key))
      case .error: return nil
      }
    }
  }

  private func failure(
    _ expectation: RuleTestExpectation, _ value: LuaValue, _ answer: PlainAnswer,
    _ explain: (String) -> [String]
  ) throws(RuleError) -> RuleTestFailure? {
    let key = expectation.key
    if answer.value.isEqual(to: value) { return nil }
    // The expected value is converted like a rule's value, to detect a value that is
    // impossible.
    let wanted: LuaValue
    do {
      wanted = try answer.type.check(value)
    } catch {
      let place = ([key] + error.path).joined(separator: ".")
      let shown = answer.isSecret ? "•••" : error.given
      return failure(
        expectation, shown, given: answer.printed,
        "`\(place)` can never be \(shown), which the test expects; it can be \(error.expected)",
        error.spellingHint.map { ["hint: \($0)"] } ?? [])
    }
    if answer.value.isEqual(to: wanted) { return nil }
    let expected =
      answer.isSecret
      ? "•••" : (try? JSON.write(wanted, as: answer.type)) ?? wanted.literal
    return failure(
      expectation, expected, given: answer.printed,
      "`\(key)` is \(answer.printed); expected \(expected)",
      explain(key))
  }

  // MARK: Failures

  private func failure(
    _ expectation: RuleTestExpectation, _ expected: String, given: String?, _ message: String,
    _ explanation: [String]
  ) -> RuleTestFailure {
    RuleTestFailure(
      test: name, location: expectation.location, key: expectation.key, expected: expected,
      given: given, message: message, explanation: explanation)
  }

  private func failure(
    _ error: RuleError?, at location: SourceLocation, _ message: String? = nil
  ) -> RuleTestFailure {
    RuleTestFailure(
      test: name, location: location, key: nil, expected: nil, given: nil,
      message: message ?? error?.message ?? "",
      explanation: error?.hint.map { ["hint: \($0)"] } ?? [])
  }

  private static func expectation(ofError text: String?) -> String {
    text.map { "an error with \(LuaValue.string($0).literal)" } ?? "an error"
  }
}
