import LuaRules
import Synchronization

/// Which questions about rights the rules of the user leave without an answer, kept for later requests.
///
/// Rules reach no clock and no chance, so the same question has the same answer as long as the rules, the
/// schema and the user are the same. Explaining a question costs several times as much as asking it.
final class MissingAnswers: Sendable {
  /// A question about a table or property, without a row: all that rules see of it.
  struct Question: Hashable {
    // Bytes: texts of Swift are equal where names of tables, or of users, are not.
    private let bytes: [UInt8]

    init(_ parts: String?...) {
      bytes = parts.flatMap { Array(($0.debugDescription + ",").utf8) }
    }
  }

  private static let mostQuestions = 50_000

  private let messages = Mutex<[Question: String?]>([:])

  /// Why the answer to a question does not count; nil when it does.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - find: Finds the message, and whether the same question has the same one again.
  /// - Returns: The message.
  func message(
    _ question: Question, else find: () -> (message: String?, isCertain: Bool)
  ) -> String? {
    if let known = messages.withLock({ $0[question] }) { return known }
    let found = find()
    guard found.isCertain else { return found.message }
    messages.withLock { messages in
      if messages.count >= Self.mostQuestions { messages = [:] }
      messages[question] = .some(found.message)
    }
    return found.message
  }
}

extension RuleRecord {
  /// All members with their values, as one text.
  var wholeText: String {
    layout.names.map {
      "\($0.debugDescription)=\(self[$0].map { String(reflecting: $0) } ?? "nil")"
    }.joined(
      separator: ",")
  }
}
