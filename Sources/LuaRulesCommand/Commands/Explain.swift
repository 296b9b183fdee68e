import ArgumentParser
import Foundation
import LuaRules

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints why the rules answer as they do.",
    discussion: """
      The answer and where it came from, then every rule for the key in the order in \
      which they are asked: what became of it, and which condition did not hold. Keys \
      that were read on the way are told in the same way, each once.

      Without --key, every key that a rule assigns is explained.

      luarules explain rules/ --context todo.json --key fancyColor
      luarules explain rules/ --set platform=watch --key details --format json
      """)

  /// How an explanation is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup var question: QuestionOptions

  @Option(help: "How the explanation is written: as a tree, or as JSON on a line for each key.")
  var format = Format.text

  @Flag(help: "Tells what the plan of each key does, too.")
  var plan = false

  @Flag(help: "Tells each rule of long rows of which the same became.")
  var all = false

  func run() throws {
    try withExitStatus {
      let asked = try Question(question.withProject())
      let context = try asked.context()
      var output = StandardOutput()
      var hasFailed = false
      for (number, key) in asked.keys.enumerated() {
        let explanation = context.explain(at: key, includingPlans: plan)
        hasFailed = hasFailed || explanation.answer.error != nil
        switch format {
        case .json: try output.print(explanation.json)
        case .text:
          if number > 0 { try output.print("") }
          try output.print(
            explanation.text(isColored: StandardOutput.showsColors, isWhole: all))
        }
      }
      try output.flush()
      return hasFailed ? .rulesAtFault : nil
    }
  }
}
