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

      With --format csv, print the rules of one decision table as comma-separated values that luarules import reads: \
      those whose conditions and constants fit into cells, in the order in which they are tried. Standard error \
      tells which rules are not in the table, and why.

      luarules list rules/
      luarules list rules/ --fallback base/ --format json
      luarules list rules/ --schema app.schema.json --format csv --key discount > discount.csv
      """)

  /// The format of the rules.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(help: "The format of the list.")
  var format = Format.text

  @Option(help: "A key of the table for --format csv, if the rules are several tables.")
  var key: String?

  func validate() throws {
    try options.requireRules()
    guard key == nil || format == .csv else {
      throw ValidationError("--key is for --format csv")
    }
  }

  func run() throws {
    try withExitStatus {
      let model = try RuleModel(options.withRulesOfProject())
      var output = StandardOutput()
      switch format {
      case .text: try output.write(model.tool(RuleTable.init).text)
      case .json: try output.print(model.tool(RuleTable.init).json)
      case .csv: try printTable(of: model, to: &output)
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
