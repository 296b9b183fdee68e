import ArgumentParser
import Logging
import LuaRules

@main
struct LuaRulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luarules",
    abstract: "Evaluate, check and test rules that are written in Lua.",
    usage: "luarules <command> …",
    discussion: """
      Answers go to standard output. Errors, and the output of `print` in rules, go to standard \
      error.

      Exit status: 0 success; 1 the rules are at fault, or a test fails; 64 wrong usage; 65 invalid \
      context or schema; 66 a file is missing or cannot be read; 74 the output cannot be written.
      """,
    version: "0.1.0",
    groupedSubcommands: groups)

  private static var groups: [CommandGroup] {
    var delivery: [any ParsableCommand.Type] = [BundleCommand.self]
    #if Signing
      delivery += [Sign.self, Verify.self, NewKey.self]
    #endif
    #if Service
      delivery += [Serve.self]
    #endif
    return [
      CommandGroup(
        name: "Ask", subcommands: [Eval.self, Explain.self, Watch.self, Repl.self]),
      CommandGroup(
        name: "Write",
        subcommands: [
          Init.self, Check.self, Fmt.self, LanguageServerCommand.self, Annotate.self, Import.self,
        ]),
      CommandGroup(
        name: "Review", subcommands: [Test.self, Diff.self, List.self, Table.self, Graph.self]),
      CommandGroup(name: "Deliver", subcommands: delivery),
    ]
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
      + configuration.subcommands.map {
        $0.configuration.commandName ?? String(describing: $0).lowercased()
      }
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
    let meant = RuleError.likelyName(for: word, among: names)
    let hint = meant.map { ". Did you mean '\($0)'?" } ?? ""
    exit(withError: ValidationError("Unknown command '\(word)'\(hint)"))
  }
}
