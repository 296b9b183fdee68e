import Foundation
import LuaRules

/// Asks the rules of a folder, and again whenever they are edited, until its input ends.
@main
struct TodoProgram {
  static func main() async {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "rules")
    var liveOptions = LiveRuleOptions()
    // What is rejected is printed below.
    liveOptions.logger.logLevel = .critical
    do {
      let rules = try LiveRuleModel(
        contentsOf: folder, schema: .app, host: .app, live: liveOptions)
      // From here on no event is missed.
      let events = rules.events
      let answers = try Answers(rules.pinned().model)
      show(answers.lines)
      Thread.detachNewThread {
        // Not `readLine`, whose lock on the input would hold up `fflush`.
        _ = try? FileHandle.standardInput.readToEnd()
        rules.stop()
      }
      await showChanges(of: rules, since: answers, events)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Prints what another generation answers otherwise, and why one was rejected.
  private static func showChanges(
    of rules: LiveRuleModel, since first: Answers, _ events: AsyncStream<LiveRuleEvent>
  ) async {
    var answers = first
    for await event in events {
      do {
        switch event {
        case .swapped:
          let new = try Answers(rules.pinned().model)
          show(new.changes(since: answers))
          answers = new
        case .rejected(let error): throw error
        default: break
        }
      } catch {
        print("\(error)\n")
        fflush(nil)
      }
    }
  }

  /// Prints one line for each answer, and an empty one.
  private static func show(_ lines: [(question: String, answer: String)]) {
    for (question, answer) in lines {
      print(question.padding(toLength: 26, withPad: " ", startingAt: 0) + answer)
    }
    print()
    fflush(nil)
  }
}
