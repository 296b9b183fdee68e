import Foundation
import LuaRules

/// Asks the rules of a folder; each line on standard input loads them again.
@main
struct TodoProgram {
  static func main() {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "rules")
    do {
      var answers = try load(folder)
      show(answers.lines)
      while readLine() != nil {
        do {
          let new = try load(folder)
          show(new.changes(since: answers))
          answers = new
        } catch {
          print("\(error)\n")
          fflush(nil)
        }
      }
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Loads the rules and asks them; a model is immutable, so new rules are a new model.
  private static func load(_ folder: URL) throws(RuleError) -> Answers {
    try Answers(RuleModel(contentsOf: folder, schema: .app, host: .app))
  }

  /// Prints one line for each answer, and an empty one.
  private static func show(_ lines: [(question: String, answer: String)]) {
    for (question, answer) in lines {
      print(question.padding(toLength: 26, withPad: " ", startingAt: 0) + answer)
    }
    print()
    fflush(nil)
  }
}
