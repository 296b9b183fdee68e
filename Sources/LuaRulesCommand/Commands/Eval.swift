import ArgumentParser
import LuaRules

struct Eval: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the values of keys as JSON.",
    discussion: """
      With one --key, print its value as a line of JSON. With several, or without any for all keys \
      that rules assign, print one JSON object with sorted keys.

      If a key fails, its error goes to standard error, and the exit status is 1. The key then has the \
      value that the schema declares for errors (x-on-error), or is left out.

      luarules eval rules/ --context todo.json --key fancyColor
      luarules eval rules/ --set 'todo={"title":"Buy beer"}' --set platform=watch
      """)

  @OptionGroup var question: QuestionOptions

  @Option(
    help: ArgumentHelp(
      "A file with a context as JSON on each line, instead of --context; prints an answer "
        + "for each. - reads standard input.",
      valueName: "file.jsonl"))
  var contexts: String?

  @Flag(help: "Print the value of a single --key without quotes if it is a string.")
  var raw = false

  @Flag(help: "Print where each answer comes from, too: source, rule and place.")
  var showSource = false

  func validate() throws {
    if contexts != nil, question.values.context != nil {
      throw ValidationError("--context and --contexts exclude each other")
    }
  }

  func run() throws {
    try withExitStatus {
      let asked = try Question(question.withProject())
      let form = AnswerForm(
        keys: asked.keys, isBare: asked.hasOneKey, isRaw: raw, hasOrigin: showSource)
      var output = StandardOutput()
      guard let contexts else {
        let (text, errors) = form.line(for: try asked.context())
        if let text { try output.print(text) }
        try output.flush()
        errors.forEach(StandardError.print)
        return errors.isEmpty ? nil : .rulesAtFault
      }
      let file = try InputFile(contexts, orStandardInput: true)
      return try answerEach(lineOf: file, asked, form, to: &output)
    }
  }

  /// Prints an answer for each context; an invalid context is reported and
  /// skipped.
  private func answerEach(
    lineOf file: InputFile, _ asked: Question, _ form: AnswerForm, to output: inout StandardOutput
  ) throws -> Failure.Status? {
    var worst: Failure.Status?
    var lines = InputLines(file)
    while true {
      // The process that writes the contexts may be waiting for the answers.
      if !lines.hasNext { try output.flush() }
      guard let line = try lines.next() else { break }
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == 0x09 || $0 == 0x0D }) { continue }
      let place = SourceLocation(file: file.path, line: lines.number)
      do {
        let (text, errors) = form.line(for: try asked.context(line, at: place))
        if let text { try output.print(text) }
        for var error in errors {
          error.notes.append(.init("in answer to this context", at: place))
          StandardError.print(error)
          worst = max(worst ?? .rulesAtFault, .rulesAtFault)
        }
      } catch let failure as Failure where failure.status == .badData {
        StandardError.print(failure.error)
        worst = max(worst ?? .badData, .badData)
      }
    }
    try output.flush()
    return worst
  }
}

extension Question {
  fileprivate func context(_ line: ArraySlice<UInt8>, at place: SourceLocation) throws
    -> RuleContext
  {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw Failure(RuleError(.badContext, "the line is not UTF-8", at: place), .badData)
    }
    return try context(json: text, name: place.file, line: place.line)
  }
}
