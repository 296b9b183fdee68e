import Foundation
import LuaRules
import LuaRulesTools

/// Looks for declarations in the Swift files of packages on a separate thread: a
/// package may have many.
final class SwiftWorker: Sendable {
  /// A name to look for.
  struct Job: Sendable {
    let request: LanguageServer.Request
    let name: EditedProject.SwiftName
    /// The folder of the package.
    let package: URL
  }

  /// The result of a job.
  struct Report: Sendable {
    let request: LanguageServer.Request
    let places: [SwiftSources.Place]
  }

  private let jobs = EventQueue<Job>()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - cancellations: The requests that the editor has cancelled.
  ///   - report: Called on that thread.
  init(_ cancellations: Cancellations, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    RuleThread.start {
      var sources = SwiftSources()
      while true {
        let job = jobs.pop()
        let isCancelled = cancellations.contains(job.request.id)
        let places = isCancelled ? [] : sources.places(of: job.name, in: job.package)
        report(Report(request: job.request, places: places))
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }
}
