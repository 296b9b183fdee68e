import Foundation
import LuaRules
import LuaRulesTools

/// Checks the file that is being edited on a separate thread, where a check of
/// its whole project takes long.
final class FileCheckWorker: Sendable {
  /// A file to check.
  struct Job: Sendable {
    let whole: CheckWorker.Report
    let check: RuleCheck
    let path: String
    let text: String
    let texts: [String: String]
    let version: Int?
    let revision: Int
  }

  /// The result of a job.
  struct Report: Sendable {
    let project: ServerProject
    let path: String
    let version: Int?
    let revision: Int
    /// The findings; `nil` for a file that cannot be checked alone.
    let findings: [RuleFinding]?
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
    RuleThread.start {
      var schemas = SchemaCache()
      while true {
        var latest: [String: Job] = [:]
        for job in [jobs.pop()] + jobs.popAll() { latest[job.path] = job }
        for job in latest.values.sorted(by: { $0.revision < $1.revision }) {
          report(
            Report(
              project: job.whole.project, path: job.path, version: job.version,
              revision: job.revision,
              findings: Self.findings(job, box.options, &schemas)))
        }
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }

  /// The last schema, which is read again only if its text has changed.
  private struct SchemaCache {
    var path = ""
    var text = ""
    var schema = RuleSchema()
  }

  private static func findings(
    _ job: Job, _ options: RuleArguments, _ schemas: inout SchemaCache
  ) -> [RuleFinding]? {
    let fileSystem = BufferedFileSystem(texts: job.texts)
    guard let options = try? job.whole.project.options(options, in: fileSystem),
      options.grant.isEmpty, let levels = try? options.findingLevels(in: fileSystem),
      let name = job.check.name(ofFile: job.path),
      let before = job.whole.files[job.path]
    else { return nil }
    let root = options.rules.first { rules in
      job.path.hasPrefix(LanguageServer.absolute(rules).appending("/"))
    }
    if let path = options.schema {
      guard let (text, _) = try? SettingsFile(path, in: fileSystem).schema() else { return nil }
      if path != schemas.path || text != schemas.text {
        guard let schema = try? RuleSchema(text: text, name: path) else { return nil }
        schemas = SchemaCache(path: path, text: text, schema: schema)
      }
    } else {
      schemas = SchemaCache()
    }
    var modelOptions = options.modelOptions
    modelOptions.fileSystem = fileSystem
    let schema = schemas.schema
    return try? FileCheck(
      job.text, name: name, root: root ?? FilePath.folder(of: name),
      schema: schema, host: HostFunctions(placeholders: schema.hostFunctionNames),
      options: modelOptions, after: job.check, of: before
    ).findings(at: levels)
  }
}
