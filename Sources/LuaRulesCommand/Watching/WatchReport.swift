import Foundation
import LuaRules

/// The lines of a watch: what is another than it was.
struct WatchReport {
  /// What a watch reads, apart from answers.
  enum Input: String {
    case rules, context, schema, set
  }

  /// The number of the rules that answer; 0 until some do.
  var generation = 0

  private let format: Watch.Format
  private var output = StandardOutput()
  private var lines: [String] = []
  /// What goes to standard error: errors, and that they are over.
  private var remarks: [String] = []
  private var problems: [Input: RuleError] = [:]
  /// What was told of each key: its value as JSON, or an error.
  private var answers: [String: Result<String, RuleError>] = [:]

  init(_ format: Watch.Format) {
    self.format = format
  }

  /// Tells what is wrong with an input, unless that was told already.
  mutating func tell(_ problem: RuleError?, about input: Input) {
    let told = problems[input]
    guard problem != told else { return }
    problems[input] = problem
    if var problem {
      problem.notes.append(.init(consequence(for: input)))
      remarks.append(problem.description)
      add(["input": JSON.quoted(input.rawValue), "error": Self.json(problem)], text: nil)
    } else {
      add(["input": JSON.quoted(input.rawValue), "good": "true"], text: nil)
      if format == .text {
        remarks.append("\(Self.clock) \(input.name): good again")
      }
    }
  }

  /// Asks for keys, and tells the answers that are others than before.
  mutating func tell(answersOf context: RuleContext, to keys: [String]) {
    let old = answers
    answers = [:]
    for key in keys {
      let answer = Result { () throws(RuleError) in try context.json(at: key) }
      answers[key] = answer
      guard answer != old[key] else { continue }
      switch answer {
      case .success(let value):
        add(["key": JSON.quoted(key), "value": value], text: "\(key) = \(value)")
      case .failure(let error):
        remarks.append(error.description)
        add(["key": JSON.quoted(key), "error": Self.json(error)], text: nil)
      }
    }
    for key in old.keys.sorted() where answers[key] == nil {
      add(["key": JSON.quoted(key), "gone": "true"], text: "\(key) is not assigned any more")
    }
  }

  /// Writes what was told.
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
  ///   - fields: What the line says in JSON, apart from time and generation.
  ///   - text: What it says to people; `nil` when an error says it.
  private mutating func add(_ fields: [String: String], text: String?) {
    switch format {
    case .json:
      var fields = fields
      fields["time"] = JSON.quoted(
        Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      fields["generation"] = "\(generation)"
      let members = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
      lines.append("{\(members.joined(separator: ","))}")
    case .text:
      guard let text else { return }
      lines.append("\(Self.clock) generation \(generation): \(text)")
    }
  }

  /// The time of day, here.
  private static var clock: String {
    Date.now.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
  }

  private func consequence(for input: Input) -> String {
    if input == .rules || input == .schema {
      return generation == 0
        ? "nothing answers until this is mended" : "generation \(generation) goes on answering"
    }
    return answers.isEmpty
      ? "nothing is asked until this is mended" : "the \(input.name) from before stays"
  }

  private static func json(_ error: RuleError) -> String {
    var fields = [
      "\"code\":\(JSON.quoted(error.code.rawValue))",
      "\"message\":\(JSON.quoted(error.message))",
    ]
    if let location = error.location {
      fields.append("\"place\":\(JSON.quoted(location.description))")
    }
    fields.append("\"text\":\(JSON.quoted(error.description))")
    return "{\(fields.joined(separator: ","))}"
  }
}

extension WatchReport.Input {
  /// What people call it.
  fileprivate var name: String { self == .set ? "--set" : rawValue }
}
