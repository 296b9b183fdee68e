import Foundation
import LuaRules

/// The lines of a watch: everything that has changed.
struct WatchReport {
  /// An input of a watch, apart from answers.
  enum Input: String {
    case rules, gate, context, schema, set
  }

  /// The generation of the rules that answer; 0 until there are any.
  var generation = 0

  private let format: Watch.Format
  private var output = StandardOutput()
  private var lines: [String] = []
  /// The lines for standard error: errors, and messages that they are resolved.
  private var remarks: [String] = []
  private var problems: [Input: RuleError] = [:]
  /// The last reported answer for each key: its value as JSON, or an error.
  private var answers: [String: Result<String, RuleError>] = [:]

  init(_ format: Watch.Format) {
    self.format = format
  }

  /// Reports an error of an input, unless it was already reported.
  mutating func tell(_ problem: RuleError?, about input: Input) {
    let told = problems[input]
    guard problem != told else { return }
    problems[input] = problem
    if var problem {
      problem.notes.append(.init(consequence(for: input)))
      remarks.append(stamped(problem.description))
      add(["input": .string(input.rawValue), "error": Self.json(problem)], text: nil)
    } else {
      add(["input": .string(input.rawValue), "good": .boolean(true)], text: nil)
      if format == .text {
        remarks.append(stamped("\(input.name): good again"))
      }
    }
  }

  /// Evaluates keys, and reports the answers that have changed.
  mutating func tell(answersOf context: RuleContext, to keys: [String]) {
    let old = answers
    answers = [:]
    for key in keys {
      let answer = Result { () throws(RuleError) in try context.json(at: key) }
      answers[key] = answer
      guard answer != old[key] else { continue }
      switch answer {
      case .success(let value):
        add(["key": .string(key), "value": .text(value)], text: "\(key) = \(value)")
      case .failure(let error):
        remarks.append(stamped(error.description))
        let value = context.jsonOnError(at: key)
        add(
          ["key": .string(key), "error": Self.json(error), "value": value.map { .text($0) }],
          text: value.map { "\(key) = \($0), after an error" })
      }
    }
    for key in old.keys.sorted() where answers[key] == nil {
      add(["key": .string(key), "gone": .boolean(true)], text: "\(key) is not assigned any more")
    }
  }

  /// Writes the reported lines.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  mutating func flush() throws {
    remarks.forEach(StandardError.print)
    remarks = []
    for line in lines { try output.print(line) }
    lines = []
    try output.flush()
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - fields: The content of the line in JSON, apart from time and
  ///     generation.
  ///   - text: The content for people; `nil` if an error contains it.
  private mutating func add(_ fields: [String: JSONLayout?], text: String?) {
    switch format {
    case .json:
      var fields = fields.compactMapValues(\.self)
      fields["time"] = .string(
        Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      fields["generation"] = .integer(generation)
      lines.append(JSONLayout.object(fields).line)
    case .text:
      guard let text else { return }
      lines.append(stamped(text))
    }
  }

  /// Returns a text with the time before it, and the generation if there is one.
  private func stamped(_ text: String) -> String {
    "\(Self.clock) \(generation == 0 ? "" : "generation \(generation): ")\(text)"
  }

  /// The local time of day.
  private static var clock: String {
    Date.now.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
  }

  private func consequence(for input: Input) -> String {
    if input == .rules || input == .gate || input == .schema {
      return generation == 0
        ? "nothing answers until this is mended" : "generation \(generation) goes on answering"
    }
    return answers.isEmpty
      ? "nothing is asked until this is mended" : "the \(input.name) from before stays"
  }

  private static func json(_ error: RuleError) -> JSONLayout {
    .object([
      "code": .string(error.code.rawValue), "message": .string(error.message),
      "place": error.location.map { .string($0.description) },
      "text": .string(error.description),
    ])
  }
}

extension WatchReport.Input {
  /// The name of the input for people.
  fileprivate var name: String { self == .set ? "--set" : rawValue }
}
