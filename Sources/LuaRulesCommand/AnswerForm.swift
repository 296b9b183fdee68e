import LuaRules

/// The form in which the answers for one context are written.
struct AnswerForm {
  /// The keys to evaluate.
  let keys: [String]
  /// Whether the answer is a bare value, not an object of values.
  let isBare: Bool
  /// Whether a bare string is written without quotes.
  let isRaw: Bool
  /// Whether source, rule and location are written, too.
  let hasOrigin: Bool

  /// Evaluates all keys for a context.
  ///
  /// - Returns: The line to print, `nil` if the only key failed and declares no value for errors; and
  ///   the errors of the keys that failed.
  func line(for context: RuleContext) -> (text: String?, errors: [RuleError]) {
    var answers: [(name: String, value: JSONLayout)] = []
    var errors: [RuleError] = []
    for key in keys {
      do {
        answers.append((key, .text(text(of: try context.jsonAnswer(at: key)))))
      } catch {
        errors.append(error)
        guard let value = context.jsonOnError(at: key) else { continue }
        answers.append((key, .text(textAfterError(value))))
      }
    }
    return (isBare ? answers.first?.value.line : JSONLayout.object(answers).line, errors)
  }

  private func text(of answer: RuleAnswer<String>) -> String {
    guard hasOrigin else { return text(of: answer.value) }
    let further = answer.furtherLocations.map { JSONLayout.string($0.description) }
    return JSONLayout.object([
      "furtherPlaces": further.isEmpty ? nil : .list(further),
      "place": (answer.location?.description).map { .string($0) },
      "rule": answer.rule.map { .string($0) }, "source": .string(answer.source.rawValue),
      "value": .text(answer.value),
    ]).line
  }

  private func textAfterError(_ value: String) -> String {
    guard hasOrigin else { return text(of: value) }
    return JSONLayout.object(["source": .string("error"), "value": .text(value)]).line
  }

  private func text(of value: String) -> String {
    isBare && isRaw ? JSON.unquoted(value) ?? value : value
  }
}
