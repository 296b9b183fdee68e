import LuaBridge
import LuaRules
import LuaRulesTools

/// Tries the safe corrections of files on a separate thread, one file after the
/// other.
final class FixWorker: Sendable {
  /// A file to correct for a request.
  struct Job: Sendable {
    let request: LanguageServer.Request
    let project: ServerProject
    let path: String
    /// The open texts, by path.
    let texts: [String: String]
  }

  /// The result of a job.
  struct Report: Sendable {
    let job: Job
    /// The text with the corrections; `nil` if there are none.
    let corrected: [UInt8]?
  }

  private let jobs = EventQueue<Job>()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - cancellations: The requests that the editor has cancelled.
  ///   - report: Called on that thread.
  init(
    _ options: RuleArguments, _ cancellations: Cancellations,
    _ report: @escaping @Sendable (Report) -> Void
  ) {
    let jobs = jobs
    let box = SendableOptions(options: options)
    RuleThread.start {
      while true {
        let job = jobs.pop()
        let isCancelled = cancellations.contains(job.request.id)
        report(Report(job: job, corrected: isCancelled ? nil : Self.corrected(job, box.options)))
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }

  /// Returns the text of a file with its safe corrections, as `luarules check --fix` writes it.
  private static func corrected(_ job: Job, _ options: RuleArguments) -> [UInt8]? {
    let fileSystem = BufferedFileSystem(texts: job.texts)
    guard let options = try? job.project.options(options, in: fileSystem) else { return nil }
    let corrections = try? RuleCorrections(
      includingUnsafe: false, in: fileSystem,
      where: { LanguageServer.absolute($0.location.file) == job.path },
      checking: { try RuleCheck(options, fileSystem: $0) })
    return corrections?.files.first { LanguageServer.absolute($0.path) == job.path }?.corrected
  }
}
