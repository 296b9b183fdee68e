import ArgumentParser
import LuaRules
import LuaRulesTools

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert rules of Direct to Web and its relatives to a Lua rule file.",
    discussion: """
      Read rules such as these, and print them as Lua with the same order and the same answers:

      entity.name = 'Movie' AND attribute.name = 'name' => label = 'Movie'; high
      100 : (task = "edit") => isEditable = "true" [BooleanAssignment]

      Conditions are *true*, *false*, AND, OR, NOT, comparisons with =, !=, <, <=, > and >=, LIKE, \
      caseInsensitiveLike and IN. A rule that cannot be read, or has no equivalent, is an error with line \
      and column, and nothing is printed.

      luarules import old.rules > rules/old.lua
      pbpaste | luarules import -
      """)

  @Argument(help: "A file of classic rules, or - for standard input.")
  var file: String

  func run() throws {
    try withExitStatus {
      let text = try InputFile(file, orStandardInput: true).text(or: .syntax)
      var output = StandardOutput()
      do {
        try output.write(DirectToWebImport.lua(from: text, name: file == "-" ? "input" : file))
      } catch let error as RuleError {
        throw Failure(error, .rulesAtFault)
      }
      try output.flush()
      return nil
    }
  }
}
