import ArgumentParser
import LuaRules
import LuaRulesTools

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print answers, and print them again when an edit changes them.",
    discussion: """
      Print a line for each --key, or for every key that a rule assigns. Then print a line whenever \
      an edit of the rules, the context, the schema or the --host file changes an answer: time, \
      generation, key and value.

      If an edit does not load, its error goes to standard error, and the earlier rules stay active. If \
      the rules do not load at the start, the first answers come when they do.

      --gate checks requires edited rules to pass luarules check, --gate strict-checks without warnings, \
      and --gate tests their tests. Refused rules do not become active. The first rules are not judged.

      With --format json, each line is an object with time, generation, and one of: key and value; key \
      and error; key and "gone": true if no rule assigns it any more; input (rules, context, schema or \
      set) and error; input and "good": true when that error is gone.

      The command ends with status 0 on Ctrl-C, on SIGTERM, and if its output is closed.

      luarules watch rules/ --context todo.json --key fancyColor --key title
      luarules watch rules/ --gate checks --gate tests
      """)

  /// The format of the lines.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup var question: QuestionOptions

  @Option(help: "The format of the lines.")
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "A gate that edited rules must pass before they become active; may be repeated.",
      valueName: "gate"))
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
