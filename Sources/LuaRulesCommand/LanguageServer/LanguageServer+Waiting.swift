import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

// Requests that need a check of all texts as they are now.

extension LanguageServer {
  static let questionsOfChecks: Set<String> = ["textDocument/prepareRename", "textDocument/rename"]

  /// Starts a check for a request if the last one is of other texts.
  ///
  /// - Returns: Whether the request waits for a check.
  mutating func checksFirst(_ request: Request) throws(RequestError) -> Bool {
    let path = try document(request.parameters).file.path
    let project = ServerProject(of: path, options)
    if let whole = projects[project]?.whole, Self.areSame(whole.job.texts, texts) { return false }
    let job = CheckWorker.Job(project: project, texts: texts, revision: revision)
    let box = SendableOptions(options: options)
    let events = events
    let thread = Thread { events.push(.checked(CheckWorker.report(job, box.options), request)) }
    thread.stackSize = 8 << 20
    thread.start()
    return true
  }

  /// Whether open texts are the same, byte by byte: equal strings may have other bytes.
  private static func areSame(_ texts: [String: String], _ others: [String: String]) -> Bool {
    texts.count == others.count
      && texts.allSatisfy { others[$0.key]?.hasSameBytes(as: $0.value) == true }
  }

  /// Takes over what a check has found that a request waits for.
  mutating func merge(_ report: CheckWorker.Report) throws(RequestError) {
    guard Self.areSame(report.job.texts, texts) else {
      throw RequestError(code: .contentModified, message: "the text was changed in the meantime")
    }
    guard let check = report.check else {
      throw RequestError(
        code: .requestFailed,
        message: "the project cannot be checked: \(report.failure?.message ?? "unknown")")
    }
    guard check.isWhole else {
      throw RequestError(
        code: .requestFailed, message: "not all files can be read: correct their errors first")
    }
    projects[report.project, default: ProjectState()].merge(report, check)
  }
}

extension LanguageServer.ProjectState {
  /// Takes over the texts of a check, and what it knows of rules.
  mutating func merge(_ report: CheckWorker.Report, _ check: RuleCheck) {
    let last = whole
    edited.files.merge(report.files) { _, new in new }
    edited.schema = report.schema
    edited.ruleFolders = report.ruleFolders
    if check.isWhole || edited.index == nil {
      edited.index = check.index
      whole = report
    }
    // A large project takes its time to be freed, in which the editor would wait.
    DispatchQueue.global(qos: .utility).async { withExtendedLifetime(last) {} }
  }
}
