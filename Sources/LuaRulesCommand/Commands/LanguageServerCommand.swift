import ArgumentParser
import Foundation
import LuaRules

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Run a language server for editors.",
    usage: "luarules lsp [<options>] [<rules> ...]",
    discussion: """
      The server uses standard input and output, and speaks the Language Server Protocol. It \
      shows the findings of check while you type, and the type, the description and the rules of \
      a key. It goes to the rules that assign a key, finds the rules that read it, completes and \
      renames keys, members and locals, and runs and explains tests.

      It checks the rules of the luarules.json in the folder of an open file or above. Without one, \
      it checks each file alone. Rules on the command line replace those of luarules.json.

      Exit status: 0 after the editor's shutdown; 1 without it.
      """)

  @OptionGroup(title: "Rule options") var options: RuleArguments

  func run() throws {
    // An editor that goes away ends the server with its status.
    signal(SIGPIPE, SIG_IGN)
    try withExitStatus {
      var server = LanguageServer(options)
      return try server.run() ? nil : .rulesAtFault
    }
  }
}
