import ArgumentParser
import Logging

@main
struct LuaRulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luarules",
    abstract: "Asks rule files, written in Lua, for answers.",
    usage: "luarules <command> …",
    discussion: """
      Answers go to standard output, everything else to standard error: errors, \
      and what rules print.

      Exit status: 0 answered; 1 the rules are at fault; 64 wrong usage; 65 a \
      context or the schema is not what it should be; 66 a file is missing or \
      cannot be read.
      """,
    version: "0.1.0",
    subcommands: [Eval.self])

  static func main() {
    LoggingSystem.bootstrap { _ in PrintedLines() }
    main(nil)
  }
}
