import LuaRules

/// How the answers for one context are written.
struct AnswerForm {
  /// The keys that are asked.
  let keys: [String]
  /// Whether the answer is a bare value, not an object of values.
  let isBare: Bool
  /// Whether a bare string is written without quotes.
  let isRaw: Bool
  /// Whether source, rule and place are told, too.
  let hasOrigin: Bool

  /// Asks a context for all keys.
  ///
  /// - Returns: The line to print, `nil` when the only key failed; and the
  ///   errors of the keys that failed.
  func line(for context: RuleContext) -> (text: String?, errors: [RuleError]) {
    var answers: [(key: String, text: String)] = []
    var errors: [RuleError] = []
    for key in keys {
      do {
        answers.append((key, text(of: try context.jsonAnswer(at: key))))
      } catch {
        errors.append(error)
      }
    }
    if isBare { return (answers.first?.text, errors) }
    let fields = answers.map { "\(JSON.quoted($0.key)):\($0.text)" }
    return ("{\(fields.joined(separator: ","))}", errors)
  }

  private func text(of answer: RuleAnswer<String>) -> String {
    guard hasOrigin else {
      return isBare && isRaw ? JSON.unquoted(answer.value) ?? answer.value : answer.value
    }
    var fields: [String] = []
    if let location = answer.location {
      fields.append("\"place\":\(JSON.quoted(location.description))")
    }
    if let rule = answer.rule { fields.append("\"rule\":\(JSON.quoted(rule))") }
    fields.append("\"source\":\"\(answer.source.rawValue)\"")
    fields.append("\"value\":\(answer.value)")
    return "{\(fields.joined(separator: ","))}"
  }
}
