import ArgumentParser
import Foundation
import LuaRules

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serves an editor that speaks the Language Server Protocol.",
    discussion: """
      Talks to the editor over standard input and output. While one types it shows what \
      check finds; it tells the type, the description and the rules of a key, leads to \
      the rules that assign it, completes and renames keys, members and locals, finds who \
      reads a key, and runs and explains tests.

      The rules are those of luarules.json in the folder of an open file or above; without \
      one, the file alone. Rules on the command line count instead.

      Exit status: 0 after the editor's shutdown; 1 without it.
      """)

  @OptionGroup var options: RuleArguments

  func run() throws {
    // An editor that goes away ends the server with its status.
    signal(SIGPIPE, SIG_IGN)
    try withExitStatus {
      var server = LanguageServer(options)
      return try server.run() ? nil : .rulesAtFault
    }
  }
}
