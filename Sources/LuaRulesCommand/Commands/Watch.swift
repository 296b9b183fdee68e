import ArgumentParser
import LuaRules
import LuaRulesTools

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints what the rules answer, and every answer that an edit changes.",
    discussion: """
      Begins with a line for each --key, or for every key that a rule assigns; then \
      prints a line whenever an edit of the rules, the context, the schema or the \
      --host file changes an answer: time, generation of the rules, key, value.

      What does not load is an error on standard error, and what was good before goes \
      on answering. When the rules are bad at the start, answers come once they load.

      With --gate checks, edited rules must also pass luarules check, with --gate \
      strict-checks without warnings, and with --gate tests the tests beside them; else \
      the findings are an error, and what was good before goes on answering. The rules \
      that the command begins with are not judged.

      With --format json each line is an object with time and generation, and either \
      key and value, key and error, key and "gone": true (no rule assigns it any more), \
      input and error (rules, context, schema or set do not load, or the gate refuses), \
      or input and "good": true (they do again, or it does not).

      Ends with exit status 0 on Ctrl-C, on SIGTERM, and when nobody reads its output.

      luarules watch rules/ --context todo.json --key fancyColor --key title
      luarules watch rules/ --gate checks --gate tests
      """)

  /// The format of the lines.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup var question: QuestionOptions

  @Option(help: "How lines are written.")
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "What edited rules have to pass before they answer; may be repeated.", valueName: "gate"))
  var gate: [ProjectGate] = []

  func run() throws {
    try withExitStatus {
      let gates = gate.isEmpty ? try question.rules.gatesOfProject() : gate
      let question = try question.withProject()
      let wakeUp = WakeUp()
      // A stream is read completely here, while Ctrl-C still ends the command without a
      // handler.
      var session = WatchSession(question, gates: gates, format: format, wakeUp: wakeUp)
      let signals = EndSignals { wakeUp.end() }
      defer { withExtendedLifetime(signals) {} }
      OutputReader.onLeaving { wakeUp.end() }
      do {
        repeat { try session.look() } while wakeUp.wait()
        // A change just before the end must not be lost.
        try session.look()
      } catch let failure as Failure where failure.status == .noOutput && OutputReader.isGone {
        return nil
      }
      return nil
    }
  }
}

extension ProjectGate: ExpressibleByArgument {}
