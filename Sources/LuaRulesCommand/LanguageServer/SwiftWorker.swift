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

    fileprivate var document: JSONValue? { request.parameters["textDocument"]?["uri"] }
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
        let waiting = [jobs.pop()] + jobs.popAll()
        // Of the requests about one document only the last one is still of interest.
        let last = Dictionary(waiting.map { ($0.document, $0.request.id) }) { $1 }
        for job in waiting {
          let isWanted =
            last[job.document] == job.request.id && !cancellations.contains(job.request.id)
          let places = isWanted ? sources.places(of: job.name, in: job.package) : []
          report(Report(request: job.request, places: places))
        }
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }
}
