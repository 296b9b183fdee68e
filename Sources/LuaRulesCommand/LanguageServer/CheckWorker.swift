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
    /// The grants of the rules.
    let grants: [GrantText]
    /// The whole paths of the folders with rules.
    let ruleFolders: [String]
    /// The files of the host stubs.
    let hostStubs: String?
    /// What was read from the disk.
    let disk: DiskState
    /// How long the check took.
    let duration: Duration

    var project: ServerProject { job.project }
    /// The paths of the files that say how rules are read.
    let settings: [String]
    /// Tells reports apart.
    let number = UUID()
    /// Differs where the ranks of rules differ; `nil` if there is an error.
    let rankHash: Int?
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
      var files = ProjectFiles()
      var checked: Set<ServerProject> = []
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
        var seen: Set<ServerProject> = []
        for job in latest.reversed() where seen.insert(job.project).inserted {
          // Who opens a project sees at once what needs no trials.
          if checked.insert(job.project).inserted {
            report(Self.run(job, box.options, &files, findsFailures: false))
          }
          report(Self.run(job, box.options, &files))
        }
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }

  /// Checks a project now, on the thread of the caller.
  static func report(_ job: Job, _ options: RuleArguments) -> Report {
    var files = ProjectFiles()
    return run(job, options, &files)
  }

  private static func run(
    _ job: Job, _ options: RuleArguments, _ files: inout ProjectFiles, findsFailures: Bool = true
  ) -> Report {
    let start = ContinuousClock.now
    let fileSystem = BufferedFileSystem(texts: job.texts)
    var disk = DiskState(settings: [], folders: [])
    var check: RuleCheck?
    var failure: RuleError?
    var schema: SchemaText?
    var found: [String: EditedFile] = [:]
    var grants: [GrantText] = []
    var folders: [String] = []
    var hostStubs: String?
    var settings = job.project.settingsPath.map { [$0] } ?? []
    do {
      let options = try job.project.options(options, in: fileSystem)
      folders = (options.rules + options.fallback).map { path in
        LanguageServer.absolute(path.hasSuffix(".lua") ? FilePath.folder(of: path) : path)
      }
      let grantPaths = options.grant.map { options.parts(ofSetting: $0).file }
      settings += grantPaths + [options.schema, options.host].compactMap(\.self)
      schema = options.schema.flatMap { files.schema(at: $0, in: fileSystem) }
      grants = grantPaths.compactMap { files.grant(at: $0, in: fileSystem) }
      hostStubs = options.host.map(LanguageServer.absolute)
      settings = settings.map(LanguageServer.absolute)
      disk = DiskState(settings: settings, folders: job.project.libraries ?? folders)
      let made = try RuleCheck(
        options, fileSystem: fileSystem, findsFailures: findsFailures)
      check = made
      found = files.files(
        of: made, besides: [options.host].compactMap(\.self),
        tests: job.project.testPaths(options), in: fileSystem)
      disk.add(found.keys)
    } catch let error as Failure {
      failure = error.error
    } catch {
      failure = RuleError(.unreadable, "\(error)")
    }
    return Report(
      job: job, check: check, failure: failure, files: found, schema: schema, grants: grants,
      ruleFolders: folders, hostStubs: hostStubs,
      disk: disk, duration: start.duration(to: .now), settings: settings,
      rankHash: check?.index.rankHash)
  }
}

/// INVARIANT: `@unchecked Sendable` because the options are values that are
/// never changed.
struct SendableOptions: @unchecked Sendable {
  let options: RuleArguments
}
