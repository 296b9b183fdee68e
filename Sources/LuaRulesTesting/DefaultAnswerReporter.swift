import LuaRules
import Synchronization
import Testing

/// Records an issue for each key that is answered by its default.
final class DefaultAnswerReporter: RuleObserver {
  /// The reporter of the running test case; `nil` if its answers are not required.
  @TaskLocal static var current: DefaultAnswerReporter?

  /// The names of the keys for which a default is fine in the running test case.
  @TaskLocal static var allowedNames: Set<String> = []

  /// Whether answers of the running code are no concern of the reporter.
  @TaskLocal static var isPaused = false

  private let allowedNames: Set<String>
  private let sourceLocation: Testing.SourceLocation
  /// The names of the keys that were told.
  private let told = Mutex<Set<String>>([])

  init(allowing names: Set<String>, sourceLocation: Testing.SourceLocation) {
    allowedNames = names
    self.sourceLocation = sourceLocation
  }

  func observe(_ answer: ObservedAnswer) {
    guard answer.source == .default, !Self.isPaused, !allowedNames.contains(answer.key),
      !Self.allowedNames.contains(answer.key),
      told.withLock({ $0.insert(answer.key).inserted })
    else { return }
    Issue.record(Comment(rawValue: Self.sentence(answer)), sourceLocation: sourceLocation)
  }

  /// Records the error that an accessor replaces by a default.
  func report(_ error: RuleError) {
    if Self.isPaused { return }
    Issue.record(
      error, "an accessor met this error, and gave the default of its key",
      sourceLocation: sourceLocation)
  }

  /// Tells which key has the default, and which rules did not answer; one or several lines.
  private static func sentence(_ answer: ObservedAnswer) -> String {
    let explanation = answer.context.explain(at: answer.key)
    let candidates = explanation.keys.first { $0.name == answer.key }?.candidates ?? []
    let value = answer.json.map { ", \($0)" } ?? ""
    let start = "nothing gives `\(answer.key)`, so it has the default\(value)"
    switch candidates.count {
    case 0: return "\(start): it is not set, and no rule is for it"
    case 1: return "\(start): it is not set, and its one rule did not answer\(lines())"
    default:
      return "\(start): it is not set, and none of its \(candidates.count) rules answered\(lines())"
    }

    /// The explanation without its heading, which says what the sentence says.
    func lines() -> String {
      explanation.description.split(separator: "\n").dropFirst().map { "\n\($0)" }.joined()
    }
  }
}
