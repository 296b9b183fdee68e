import ArgumentParser
import Foundation
import LuaRules

struct Repl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Asks rules line by line.",
    discussion: """
      Reads commands from standard input, also when that is no terminal: set values, \
      ask keys, have answers explained. help lists the commands. Errors go to standard \
      error, and never end it; the end of the input does, or quit.

      luarules repl rules/
      luarules repl rules/ --context todo.json --set platform=watch
      """)

  @OptionGroup var rules: RuleOptions

  @Option(help: ArgumentHelp("A JSON file with the values that are set.", valueName: "file"))
  var context: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Sets one value, over the context's; VALUE is JSON, or else a string.",
      valueName: "key=value"))
  var values: [String] = []

  func validate() throws {
    for value in values where value.firstIndex(of: "=") ?? value.startIndex == value.startIndex {
      throw ValidationError("--set wants KEY=VALUE, not '\(value)'")
    }
  }

  func run() throws {
    try withExitStatus {
      var session = ReplSession(try rules.withProject())
      if let context { session.setValues(inFile: context) }
      for value in values { session.set(ValueAssignment(value)) }
      let isTerminal = isatty(STDIN_FILENO) == 1
      var output = StandardOutput()
      while true {
        if isTerminal { try output.write("> ") }
        try output.flush()
        guard let line = readLine() else { break }
        guard let answer = session.answer(to: line) else { return nil }
        if !answer.isEmpty { try output.print(answer) }
      }
      if isTerminal { try output.print("") }
      try output.flush()
      return nil
    }
  }
}
