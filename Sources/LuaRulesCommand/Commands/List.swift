import ArgumentParser
import LuaRules
import LuaRulesTools

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all rules in the order in which they are tried.",
    usage: "luarules list [<options>] [<rules> ...]",
    discussion: """
      Print a line for each rule, sorted by key and then in the order in which the rules are tried: \
      priority, complexity, place, value and name.

      With --format json, print an array with an object for each key. Its rules also have their doc, the \
      keys that they read, and the kind of their condition.

      luarules list rules/
      luarules list rules/ --fallback base/ --format json
      """)

  /// The format of the rules.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(help: "The format of the list.")
  var format = Format.text

  func validate() throws {
    try options.requireRules()
  }

  func run() throws {
    try withExitStatus {
      let model = try RuleModel(options.withRulesOfProject())
      var output = StandardOutput()
      let table = try model.tool { model throws(RuleError) in try RuleTable(model) }
      switch format {
      case .text: try output.write(table.text)
      case .json: try output.print(table.json)
      }
      try output.flush()
      return nil
    }
  }
}

extension RuleModel {
  /// Runs a tool on the model; an error of the tool counts as an error of the
  /// rules.
  func tool<Result>(_ body: (RuleModel) throws(RuleError) -> Result) throws -> Result {
    do {
      return try body(self)
    } catch {
      throw Failure(error, .rulesAtFault)
    }
  }
}
