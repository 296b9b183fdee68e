import ArgumentParser

@main
struct LuaRulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luarules",
    abstract: "Asks rule files for answers.",
    discussion: """
      Exit status: 0 answered; 1 the rules are at fault; 64 wrong usage; 65 the \
      context or the schema is not what it should be; 66 a file is missing or \
      cannot be read.
      """,
    subcommands: [Eval.self])
}
