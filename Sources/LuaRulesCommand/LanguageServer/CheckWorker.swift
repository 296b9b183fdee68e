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
    /// The versions of the open texts, as the editor counts them.
    let versions: [String: Int]
    /// Increases with each change of a text.
    let revision: Int
    /// Whether this can wait for a pause in typing, because the edited file was
    /// checked alone.
    var canWait = false
    /// Whether another program may have changed files of the project.
    var hasNewFiles = false
  }

  /// The result of a job.
  struct Report: Sendable {
    private(set) var job: Job
    /// The check; `nil` if there is an error.
    private(set) var check: RuleCheck?
    fileprivate(set) var failure: RuleError?
    /// The rule files, modules and tests, with their outlines.
    private(set) var files: [String: EditedFile] = [:]
    private(set) var schema: SchemaText?
    /// The grants of the rules.
    private(set) var grants: [GrantText] = []
    /// The whole paths of the folders with rules.
    private(set) var ruleFolders: [String] = []
    /// The files of the host stubs.
    private(set) var hostStubs: String?
    /// What was read from the disk.
    private(set) var disk = DiskState(settings: [], folders: [])
    private let start = ContinuousClock.now
    /// How long the check took.
    fileprivate(set) var duration = Duration.zero
    /// The paths of the files that say how rules are read.
    private(set) var settings: [String]
    /// Tells reports apart.
    private(set) var number = UUID()
    /// Differs where the ranks of rules differ; `nil` if there is an error.
    private(set) var rankHash: Int?

    var project: ServerProject { job.project }

    fileprivate init(of job: Job) {
      self.job = job
      settings = job.project.settingsPath.map { [$0] } ?? []
    }

    /// Reads what the options of the project name, but for its rules.
    fileprivate mutating func readSettings(
      _ options: RuleArguments, with files: ProjectFiles, in fileSystem: any RuleFileSystem
    ) {
      ruleFolders = (options.rules + options.fallback).map { path in
        LanguageServer.absolute(path.hasSuffix(".lua") ? FilePath.folder(of: path) : path)
      }
      let grantPaths = options.grant.map { options.parts(ofSetting: $0).file }
      settings += grantPaths + [options.schema, options.host].compactMap(\.self)
      schema = options.schema.flatMap { files.schema(at: $0, in: fileSystem) }
      grants = grantPaths.compactMap { files.grant(at: $0, in: fileSystem) }
      hostStubs = options.host.map(LanguageServer.absolute)
      settings = settings.map(LanguageServer.absolute)
      disk = DiskState(settings: settings, folders: job.project.libraries ?? ruleFolders)
    }

    /// Takes over a check, and reads the files that it is about.
    fileprivate mutating func add(
      _ made: RuleCheck, _ options: RuleArguments, with files: ProjectFiles,
      in fileSystem: any RuleFileSystem
    ) {
      check = made
      rankHash = made.index.rankHash
      self.files = files.files(
        of: made, besides: [options.host].compactMap(\.self),
        tests: job.project.testPaths(options), in: fileSystem)
      disk.add(self.files.keys)
    }

    /// Returns the result of another job; `nil` if that has other texts, or files have changed.
    fileprivate func asked(again job: Job) -> Report? {
      let (old, new) = (self.job.texts, job.texts)
      let open = Set(old.keys).intersection(new.keys)
      guard check != nil, open.allSatisfy({ old[$0]?.hasSameBytes(as: new[$0] ?? "") == true }),
        Set(old.keys).symmetricDifference(new.keys).allSatisfy({ path in
          (old[path] ?? new[path])?.hasSameBytes(as: ProjectFiles.text(at: path) ?? "") == true
        }), disk.isCurrent(besides: open)
      else { return nil }
      var report = self
      report.job = job
      return report
    }

    fileprivate mutating func end() {
      duration = start.duration(to: .now)
      number = UUID()
    }
  }

  private let jobs = EventQueue<Job>()

  /// An author who writes nothing for this long has paused.
  private static let pause = DispatchTimeInterval.milliseconds(250)

  /// The longest time for which a check of all files waits for a pause.
  private static let longestWait = Duration.seconds(3)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - report: Called on that thread.
  init(_ options: RuleArguments, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    let box = SendableOptions(options: options)
    RuleThread.start(isPatient: true) {
      let files = ProjectFiles()
      var last: [ServerProject: Report] = [:]
      // A check that was stopped has not read the new files.
      var withNewFiles: Set<ServerProject> = []
      while true {
        var latest = [jobs.pop()]
        let start = ContinuousClock.now
        while latest.allSatisfy(\.canWait), start.duration(to: .now) < Self.longestWait,
          let next = jobs.pop(within: Self.pause)
        {
          latest.append(next)
        }
        // All texts that arrived in the meantime are covered by one check.
        latest += jobs.popAll()
        for job in latest where job.hasNewFiles { withNewFiles.insert(job.project) }
        var seen: Set<ServerProject> = []
        for job in latest.reversed() where seen.insert(job.project).inserted {
          // The first check of a project tells what it knows when it has read all rules.
          let whenRead = last[job.project] == nil ? report : nil
          let known =
            withNewFiles.contains(job.project) ? nil : last[job.project]?.asked(again: job)
          let result =
            known
            ?? Self.run(job, box.options, files, whenRead: whenRead) {
              // The text was replaced: the next check is about the new one.
              jobs.contains { $0.project == job.project && $0.revision > job.revision }
            }
          guard let result else { continue }
          withNewFiles.remove(job.project)
          last[job.project] = result
          report(result)
        }
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }

  /// Checks a project now, on the thread of the caller.
  static func report(_ job: Job, _ options: RuleArguments) -> Report {
    run(job, options, ProjectFiles()) ?? Report(of: job)
  }

  /// Checks a project.
  ///
  /// - Parameters:
  ///   - job: The project.
  ///   - options: The options of the command.
  ///   - files: The files of earlier checks.
  ///   - whenRead: Called with what is known as soon as all rules have been read.
  ///   - isStopped: Whether the result is no longer wanted.
  /// - Returns: What is known at the end; `nil` for a check that was stopped.
  private static func run(
    _ job: Job, _ options: RuleArguments, _ files: ProjectFiles,
    whenRead: ((Report) -> Void)? = nil, isStopped: @escaping () -> Bool = { false }
  ) -> Report? {
    let fileSystem = BufferedFileSystem(texts: job.texts)
    var report = Report(of: job)
    do {
      let options = try job.project.options(options, in: fileSystem)
      report.readSettings(options, with: files, in: fileSystem)
      let known = report
      let check = try RuleCheck(
        options, fileSystem: fileSystem,
        whenRead: whenRead.map { whenRead in
          { check in
            var report = known
            report.add(check, options, with: files, in: fileSystem)
            report.end()
            whenRead(report)
          }
        }, isStopped: isStopped)
      report.add(check, options, with: files, in: fileSystem)
    } catch let error as Failure {
      if error.error.code == .stopped { return nil }
      report.failure = error.error
    } catch {
      report.failure = RuleError(.unreadable, "\(error)")
    }
    report.end()
    return report
  }
}

/// INVARIANT: `@unchecked Sendable` because the options are values that are
/// never changed.
struct SendableOptions: @unchecked Sendable {
  let options: RuleArguments
}
