import Foundation
import LuaRules
import LuaRulesTools

/// Checks projects on a separate thread, so that an editor never waits for a
/// check.
final class CheckWorker: Sendable {
  /// A project to check.
  struct Job: Sendable {
    let project: ServerProject
    /// The open texts, by path.
    let texts: [String: String]
    /// Increases with each change of a text.
    let revision: Int
    /// Whether the edited file was checked alone, so that this can wait for a
    /// pause in typing.
    var isPatient = false
  }

  /// The result of a job.
  struct Report: Sendable {
    let job: Job
    /// The check; `nil` if there is an error.
    let check: RuleCheck?
    let failure: RuleError?
    /// The rule files, modules and tests, with their outlines.
    let files: [String: EditedFile]
    let schema: SchemaText?
    /// The whole paths of the folders with rules.
    let ruleFolders: [String]
    /// How long the check took.
    let duration: Duration

    var project: ServerProject { job.project }
  }

  private let jobs = EventQueue<Job>()

  /// Who writes no letter for so long has paused.
  private static let pause = DispatchTimeInterval.milliseconds(250)

  /// What other files show is not older than this, however long one types.
  private static let longestWait = Duration.seconds(3)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - report: Called on that thread.
  init(_ options: RuleArguments, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    let box = SendableOptions(options: options)
    let thread = Thread {
      Self.yieldToOthers()
      var files = ProjectFiles()
      while true {
        var latest = [jobs.pop()]
        let start = ContinuousClock.now
        while latest.allSatisfy(\.isPatient), start.duration(to: .now) < Self.longestWait,
          let next = jobs.pop(within: Self.pause)
        {
          latest.append(next)
        }
        // All texts that arrived in the meantime are covered by one check.
        latest += jobs.popAll()
        var seen: Set<ServerProject> = []
        for job in latest.reversed() where seen.insert(job.project).inserted {
          report(Self.run(job, box.options, &files))
        }
      }
    }
    thread.stackSize = 8 << 20
    #if !os(Linux)
      thread.qualityOfService = .utility
    #endif
    thread.start()
  }

  /// Lets the threads of edited files and of answers come first.
  private static func yieldToOthers() {
    #if canImport(Glibc)
      // SOURCE: setpriority(2): on Linux the calling thread alone has the priority.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }

  func add(_ job: Job) { jobs.push(job) }

  /// Checks a project now, on the thread of the caller.
  static func report(_ job: Job, _ options: RuleArguments) -> Report {
    var files = ProjectFiles()
    return run(job, options, &files)
  }

  private static func run(
    _ job: Job, _ options: RuleArguments, _ files: inout ProjectFiles
  ) -> Report {
    let start = ContinuousClock.now
    let fileSystem = BufferedFileSystem(texts: job.texts)
    var check: RuleCheck?
    var failure: RuleError?
    var schema: SchemaText?
    var found: [String: EditedFile] = [:]
    var folders: [String] = []
    do {
      let options = try job.project.options(options)
      folders = (options.rules + options.fallback).map { path in
        LanguageServer.absolute(path.hasSuffix(".lua") ? FilePath.folder(of: path) : path)
      }
      schema = options.schema.flatMap { files.schema(at: $0, in: fileSystem) }
      let made = try RuleCheck(options, fileSystem: fileSystem)
      check = made
      found = files.files(of: made, tests: job.project.testPaths(options), in: fileSystem)
    } catch let error as Failure {
      failure = error.error
    } catch {
      failure = RuleError(.unreadable, "\(error)")
    }
    return Report(
      job: job, check: check, failure: failure, files: found, schema: schema,
      ruleFolders: folders, duration: start.duration(to: .now))
  }
}

/// INVARIANT: `@unchecked Sendable` because the options are values that are
/// never changed.
struct SendableOptions: @unchecked Sendable {
  let options: RuleArguments
}
