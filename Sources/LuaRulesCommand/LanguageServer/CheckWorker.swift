import Foundation
import LuaRules
import LuaRulesTools

/// Checks projects on a thread of its own, so that an editor never waits for it.
final class CheckWorker: Sendable {
  /// What is to be checked.
  struct Job: Sendable {
    let project: ServerProject
    let texts: [String: String]
  }

  /// What came of it.
  struct Report: Sendable {
    let project: ServerProject
    /// The check; else why there is none.
    let check: RuleCheck?
    let failure: RuleError?
  }

  private let jobs = EventQueue<Job>()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - report: Is called on that thread.
  init(_ options: RuleOptions, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    let box = SendableOptions(options: options)
    let thread = Thread {
      while true {
        var latest = [jobs.pop()]
        // What was typed meanwhile counts; one check for all of it.
        latest += jobs.popAll()
        var seen: Set<ServerProject> = []
        for job in latest.reversed() where seen.insert(job.project).inserted {
          report(Self.run(job, box.options))
        }
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// INVARIANT: `@unchecked Sendable` because the options are values that nobody changes.
  private struct SendableOptions: @unchecked Sendable {
    let options: RuleOptions
  }

  func add(_ job: Job) { jobs.push(job) }

  private static func run(_ job: Job, _ options: RuleOptions) -> Report {
    do {
      let check = try job.project.check(options, texts: job.texts)
      return Report(project: job.project, check: check, failure: nil)
    } catch let failure as Failure {
      return Report(project: job.project, check: nil, failure: failure.error)
    } catch {
      return Report(
        project: job.project, check: nil, failure: RuleError(.unreadable, "\(error)"))
    }
  }
}
