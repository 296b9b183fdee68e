import LuaBridge

// `FileHandle` is not in FoundationEssentials.
import Foundation

/// Writes a line of JSON for each answer, and for each event of a live model.
///
/// ```
/// {"time":"2026-03-01T09:30:00.123456Z","key":"fancyColor","value":"red","source":"rule","rule":"urgent","location":"todo.lua:3","generation":7,"nanoseconds":5210,"context":{"todo.priority":"high"}}
/// {"time":"2026-03-01T09:31:12.000021Z","event":"rejected","code":"wrong-value","error":"todo.lua:3: …","generation":7}
/// ```
///
/// Members without a value are left out. An answer that is an error has `error`
/// and `code` in place of `value` and `source`. A value without a JSON form is
/// a string that describes it. Secrets are `•••`.
///
/// The thread of the caller makes the line; another thread writes it, so that a slow
/// disk delays no caller. When 1024 lines wait, further lines are dropped, and
/// a line `{"time":…,"dropped":12}` gives their number. Lines are written whole, in the
/// order in which they were made.
public final class DecisionLog: RuleObserver {
  private let contextKeys: [String]
  private let writer: LineWriter

  /// The most lines that wait to be written; further lines are dropped.
  package static let capacity = 1024

  /// Creates a log that passes its lines to a function.
  ///
  /// - Parameters:
  ///   - contextKeys: The parts of the context in each line: names such as
  ///     `user`, or paths such as `todo.priority`. Only set values are
  ///     included, else `null`: no rule is asked.
  ///   - write: Receives each line without its line break, one after the
  ///     other, on the log's own thread.
  public init(contextKeys: [String] = [], write: @escaping @Sendable (String) -> Void) {
    self.contextKeys = contextKeys
    writer = LineWriter(capacity: Self.capacity, write: write)
  }

  /// Creates a log that writes to a file; if writing fails, the line is lost.
  public convenience init(contextKeys: [String] = [], to file: FileHandle) {
    self.init(contextKeys: contextKeys) { line in
      try? file.write(contentsOf: Data("\(line)\n".utf8))
    }
  }

  /// Waits until all earlier lines are written.
  ///
  /// Call it at the end of a program, but not from the `write` function.
  public func flush() {
    writer.flush()
  }

  /// Logs an answer.
  public func observe(_ answer: ObservedAnswer) {
    var line = JSONLine()
    line.add("key", answer.key)
    if let error = answer.error {
      line.add(error)
    } else {
      line.add("value", json: answer.json)
      line.add("source", answer.source?.rawValue)
    }
    line.add("rule", answer.rule?.name)
    line.add("location", answer.rule?.location.description)
    line.add("generation", json: answer.generation.map(String.init))
    line.add("nanoseconds", json: String(Int(answer.duration / .nanoseconds(1))))
    if !contextKeys.isEmpty {
      var context = JSONLine()
      for name in contextKeys {
        context.add(
          name, json: ObservedText.json(ofValueSetAt: name, in: answer.context))
      }
      line.add("context", json: context.text)
    }
    writer.write(line)
  }

  /// Logs an event.
  public func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
    var line = JSONLine()
    line.add("event", event.name)
    var generation = live.generation
    switch event {
    case .active(let number, let origin):
      generation = number
      line.add("origin", origin.description)
    case .swapped(let number): generation = number
    case .rolledBack(let old, let number):
      generation = number
      line.add("to", json: String(old))
    case .rejected(let error): line.add(error)
    case .refused(let reason): line.add("reason", reason)
    case .reported(let number, let report):
      generation = number
      line.add("report", report)
    case .warned(let number, let warnings):
      generation = number
      line.add("warnings", warnings.map(\.description).joined(separator: "\n"))
    case .suspended(let rule, let number), .resumed(let rule, let number):
      generation = number
      line.add("rule", rule.description)
    }
    line.add("generation", json: String(generation))
    writer.write(line)
  }
}

extension LiveRuleEvent {
  /// The event in one word.
  var name: String {
    switch self {
    case .active: "active"
    case .swapped: "swapped"
    case .rejected: "rejected"
    case .rolledBack: "rolled-back"
    case .refused: "refused"
    case .reported: "reported"
    case .warned: "warned"
    case .suspended: "suspended"
    case .resumed: "resumed"
    }
  }
}
