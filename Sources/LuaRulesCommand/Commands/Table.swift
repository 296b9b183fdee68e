import ArgumentParser
import LuaRules
import LuaRulesTools

struct Table: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the rules of a key as a decision table, with its mistakes.",
    usage: "luarules table [<options>] [<rules> ...]",
    discussion: """
      Print a row for each rule, in the order in which the rules are tried, with a column for each path that \
      patterns test. What `luarules check` finds about a rule follows its row: that it can never win, that it \
      overlaps with another one, or that a context is left out.

      luarules table rules/ --schema app.schema.json --key discount
      luarules table rules/ --key discount --format html > discount.html
      """)

  /// The format of the table.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, html
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(help: "The key; without it, print a table for each key.")
  var key: String?

  @Option(help: "The format of the table.")
  var format = Format.text

  func validate() throws {
    try options.requireRules()
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withRulesOfProject()
      let model = try RuleModel(options)
      let check = try RuleCheck(options)
      let tables = try model.tool { model throws(RuleError) in
        try KeyTable.tables(for: key, in: model, check)
      }
      var output = StandardOutput()
      switch format {
      case .text: try output.write(tables.map(\.text).joined(separator: "\n"))
      case .html: try output.write(KeyTable.page(tables))
      }
      try output.flush()
      return nil
    }
  }
}
