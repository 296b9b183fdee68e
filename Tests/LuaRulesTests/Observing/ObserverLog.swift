import LuaRules
import Synchronization

/// Keeps a text for each answer and each event that it is told.
final class ObserverLog: RuleObserver {
  private let texts = Mutex<[String]>([])
  private let describe: @Sendable (ObservedAnswer) -> String

  /// Creates a log whose lines a closure makes of the answers.
  init(_ describe: @escaping @Sendable (ObservedAnswer) -> String = ObserverLog.describe) {
    self.describe = describe
  }

  var all: [String] { texts.withLock { $0 } }

  func observe(_ answer: ObservedAnswer) {
    let text = describe(answer)
    texts.withLock { $0.append(text) }
  }

  func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
    texts.withLock { $0.append(event.description) }
  }

  /// `key = value (source rule place)`, or `key: code`.
  static func describe(_ answer: ObservedAnswer) -> String {
    if let error = answer.error { return "\(answer.key): \(error.code.rawValue)" }
    let origin = [
      answer.source?.rawValue, answer.rule?.name, answer.rule?.location.description,
      answer.generation.map { "generation \($0)" },
    ]
    return "\(answer.key) = \(answer.json ?? "nothing")"
      + " (\(origin.compactMap(\.self).joined(separator: ", ")))"
  }
}
