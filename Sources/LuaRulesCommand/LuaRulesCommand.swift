import ArgumentParser
import Logging
import LuaRules

@main
struct LuaRulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luarules",
    abstract: "Asks rule files, written in Lua, for answers.",
    usage: "luarules <command> …",
    discussion: """
      Answers go to standard output, everything else to standard error: errors, \
      and what rules print.

      Exit status: 0 answered; 1 the rules are at fault, or a test fails; 64 wrong usage; 65 a \
      context or the schema is not what it should be; 66 a file is missing or \
      cannot be read; 74 the answer cannot be written.
      """,
    version: "0.1.0",
    subcommands: commands)

  private static var commands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [
      Eval.self,
      Explain.self,
      Repl.self,
      Watch.self,
      Check.self,
      Fmt.self,
      LanguageServerCommand.self,
      Test.self,
      Diff.self,
      List.self,
      Graph.self,
      Import.self,
      Annotate.self,
      Init.self,
      BundleCommand.self,
    ]
    #if Signing
      commands += [Sign.self, NewKey.self]
    #endif
    #if Service
      commands += [Serve.self]
    #endif
    return commands
  }

  static func main() {
    LoggingSystem.bootstrap { PrintedLines(label: $0) }
    OutputReader.endsCommandOnLeaving()
    refuseUnknownCommand(CommandLine.arguments.dropFirst())
    main(nil)
  }

  /// Exits if the first word is not a command, because the parser would not
  /// suggest one.
  private static func refuseUnknownCommand(_ arguments: ArraySlice<String>) {
    let names =
      ["help"]
      + commands.map { $0.configuration.commandName ?? String(describing: $0).lowercased() }
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
    let meant = RuleError.likelyName(for: word, among: names)
    let hint = meant.map { ". Did you mean '\($0)'?" } ?? ""
    exit(withError: ValidationError("Unknown command '\(word)'\(hint)"))
  }
}
