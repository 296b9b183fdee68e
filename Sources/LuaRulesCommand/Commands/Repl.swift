import ArgumentParser
import Foundation
import LuaRules

struct Repl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask rules line by line.",
    usage: "luarules repl [<options>] [<rules> ...]",
    discussion: """
      Read commands from standard input: set values, ask for keys, explain answers. Type help for the \
      list. Errors go to standard error and do not end the session; quit or the end of the input does.

      luarules repl rules/
      luarules repl rules/ --context todo.json --set platform=watch
      """)

  @OptionGroup(title: "Rule options") var rules: RuleArguments

  @OptionGroup var values: ContextOptions

  func validate() throws {
    if values.context == "-" {
      throw ValidationError("--context needs a file: standard input has the commands")
    }
  }

  func run() throws {
    try withExitStatus {
      var session = try ReplSession(rules.withProject())
      if let context = values.context { session.setValues(inFile: context) }
      for value in values.values { session.set(ValueAssignment(value)) }
      let isTerminal = isatty(STDIN_FILENO) == 1
      var output = StandardOutput()
      while true {
        if isTerminal { try output.write("> ") }
        try output.flush()
        guard let line = readLine() else { break }
        guard let answer = session.answer(to: line) else { return nil }
        if !answer.isEmpty { try output.print(explanation: answer) }
      }
      if isTerminal { try output.print("") }
      try output.flush()
      return nil
    }
  }
}
