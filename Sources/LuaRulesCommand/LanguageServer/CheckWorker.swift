import Foundation
import LuaRules
import LuaRulesTools

/// Checks projects on a separate thread, so that an editor never waits for a
/// check.
final class CheckWorker: Sendable {
  /// A project to check.
  struct Job: Sendable {
    let project: ServerProject
    let texts: [String: String]
  }

  /// The result of a job.
  struct Report: Sendable {
    let project: ServerProject
    /// The check; `nil` if there is an error.
    let check: RuleCheck?
    let failure: RuleError?
  }

  private let jobs = EventQueue<Job>()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - report: Called on that thread.
  init(_ options: RuleArguments, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    let box = SendableOptions(options: options)
    let thread = Thread {
      while true {
        var latest = [jobs.pop()]
        // All texts that arrived in the meantime are covered by one check.
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

  /// INVARIANT: `@unchecked Sendable` because the options are values that are
  /// never changed.
  private struct SendableOptions: @unchecked Sendable {
    let options: RuleArguments
  }

  func add(_ job: Job) { jobs.push(job) }

  private static func run(_ job: Job, _ options: RuleArguments) -> Report {
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
