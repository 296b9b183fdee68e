import ArgumentParser
import LuaRules

struct Eval: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints what the rules answer, as JSON.",
    discussion: """
      With one --key, its value as one line of JSON. With several, or none, which \
      stands for every key that a rule assigns, one JSON object with sorted keys; a \
      key that fails is left out, and its error goes to standard error.
      """)

  @OptionGroup var question: QuestionOptions

  @Option(name: .customLong("key"), help: "A key to ask for, or a path such as person.status.")
  var keys: [String] = []

  @Option(help: "A file with one context as JSON on each line; prints an answer for each.")
  var contexts: String?

  @Flag(help: "Prints a string without quotes.")
  var raw = false

  @Flag(help: "Prints where the answer came from, the rule and its place as well.")
  var answer = false

  func validate() throws {
    if contexts != nil, question.context != nil {
      throw ValidationError("--context and --contexts exclude each other")
    }
  }

  func run() throws {
    do {
      let asked = try Question(question)
      if let contexts {
        try askEach(line: try Question.read(contexts), of: contexts, asked)
      } else {
        let errors = print(asked, try asked.context())
        if !errors.isEmpty { throw Failure(errors, status: .rulesAtFault) }
      }
    } catch let failure as Failure {
      failure.exit()
    }
  }

  private func askEach(line text: String, of file: String, _ asked: Question) throws {
    var errors: [RuleError] = []
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        errors += print(asked, try asked.context(json: String(line)))
      } catch let failure as Failure {
        let located = failure.errors.map { error in
          var error = error
          error.location = SourceLocation(file: file, line: number)
          return error
        }
        throw Failure(errors + located, status: failure.status)
      }
    }
    if !errors.isEmpty { throw Failure(errors, status: .rulesAtFault) }
  }

  /// Prints the answers for one context and returns the errors of those that failed.
  private func print(_ asked: Question, _ context: RuleContext) -> [RuleError] {
    let names = keys.isEmpty ? asked.assignedKeys : keys
    var texts: [(name: String, text: String)] = []
    var errors: [RuleError] = []
    for name in Set(names).sortedByBytes() {
      do {
        texts.append((name, try text(context, name)))
      } catch let error as RuleError {
        errors.append(error)
      } catch {
        errors.append(RuleError(.runtime, "\(error)"))
      }
    }
    if keys.count == 1 {
      if let only = texts.first { Swift.print(only.text) }
    } else {
      let fields = texts.map { "\(JSONText.quoted($0.name)):\($0.text)" }
      Swift.print("{\(fields.joined(separator: ","))}")
    }
    return errors
  }

  private func text(_ context: RuleContext, _ name: String) throws -> String {
    let result = try context.jsonAnswer(at: name)
    if answer { return text(of: result) }
    if raw, keys.count == 1, result.value.hasPrefix("\"") {
      return try context.value(at: name, as: String.self)
    }
    return result.value
  }

  private func text(of answer: RuleAnswer<String>) -> String {
    var fields: [String] = []
    if let location = answer.location {
      fields.append("\"place\":\(JSONText.quoted(location.description))")
    }
    if let rule = answer.rule { fields.append("\"rule\":\(JSONText.quoted(rule))") }
    fields.append("\"source\":\"\(answer.source.rawValue)\"")
    fields.append("\"value\":\(answer.value)")
    return "{\(fields.joined(separator: ","))}"
  }
}
