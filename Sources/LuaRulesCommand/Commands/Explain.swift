import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain an answer: every rule that was tried, and why it won or lost.",
    discussion: """
      Print the answer and its source, then every rule for the key in the order in which they are \
      tried: its outcome, and the condition that did not hold. Keys that were read for the answer follow, \
      each once. Without --key, explain every key that a rule assigns.

      --flip prints the smallest change of the context it can find that gives the only --key the value \
      VALUE, which is JSON or else a string. Rules that only Lua can decide are not flipped.

      luarules explain rules/ --context todo.json --key fancyColor
      luarules explain rules/ --set platform=watch --key details --format json
      luarules explain rules/ --context todo.json --key fancyColor --flip red
      """)

  /// The format of the explanation.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup var question: QuestionOptions

  @Option(help: "The format: a tree, or a line of JSON for each key.")
  var format = Format.text

  @Flag(help: "Also print what the plan of each key does.")
  var plan = false

  @Flag(help: "List every rule instead of collapsing equal outcomes.")
  var all = false

  @Option(help: "When to use colors; auto does on a terminal, unless NO_COLOR is set.")
  var color = StandardOutput.ColorMode.auto

  @Option(
    help: ArgumentHelp("Find what to change so that the key has this value.", valueName: "value"))
  var flip: String?

  func validate() throws {
    if flip != nil, question.keys.count != 1 {
      throw ValidationError("--flip needs exactly one --key")
    }
  }

  func run() throws {
    try withExitStatus {
      let asked = try Question(question.withProject())
      let context = try asked.context()
      if let flip {
        let wanted = ValueAssignment(name: asked.keys[0], json: JSON.json(ofTyped: flip))
        return try print(wanted.value(of: "--flip"), wanted.name, in: context)
      }
      var output = StandardOutput()
      var hasFailed = false
      for (number, explained) in explained(asked.keys, in: context).enumerated() {
        hasFailed = hasFailed || explained.hasFailed
        switch format {
        case .json: try output.print(explained.text)
        case .text:
          if number > 0 { try output.print("") }
          try output.print(explanation: explained.text)
        }
      }
      try output.flush()
      KeptUntilExit.keep((asked, context))
      return hasFailed ? .rulesAtFault : nil
    }
  }

  /// The text of an explanation.
  private struct Explained: Sendable {
    let text: String
    let hasFailed: Bool
  }

  /// How many keys another thread must explain to be worth a Lua state of its own.
  private static let manyKeys = 16

  /// Explains keys in their order.
  private func explained(_ keys: [String], in context: RuleContext) -> [Explained] {
    let isColored = color.showsColors
    let explain = { @Sendable [plan, format, all] (key: String) in
      let explanation = context.explain(at: key, includingPlans: plan)
      let text =
        switch format {
        case .json: explanation.json
        case .text: explanation.text(isColored: isColored, isWhole: all)
        }
      return Explained(text: text, hasFailed: explanation.answer.error != nil)
    }
    return keys.count < 2 * Self.manyKeys ? keys.map(explain) : keys.concurrentMap(explain)
  }

  /// Prints the changes of the context that give a key a value.
  private func print(_ wanted: LuaValue, _ key: String, in context: RuleContext) throws
    -> Failure.Status?
  {
    do {
      let flip = try context.flip(key, to: wanted)
      var output = StandardOutput()
      switch format {
      case .json: try output.print(flip.json(key, wanted))
      case .text: try output.print(flip.text(key, wanted))
      }
      try output.flush()
      return nil
    } catch let obstacle as Counterfactual.Obstacle {
      if format == .json {
        var output = StandardOutput()
        try output.print(obstacle.json(key, wanted))
        try output.flush()
      }
      throw Failure(
        RuleError(.noFlip, obstacle.message, notes: obstacle.notes.map { RuleError.Note($0) }),
        .rulesAtFault)
    }
  }
}

extension RuleError.Code {
  /// A value for which no change of the context is known.
  fileprivate static let noFlip = Self(rawValue: "no-flip")
}
