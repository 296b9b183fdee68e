import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

// Requests that need a check of all texts as they are now.

extension LanguageServer {
  static let questionsOfChecks: Set<String> = ["textDocument/rename"]

  /// A request that waits for a check.
  struct WaitingRequest: Sendable {
    let request: Request
    /// The revision of the texts that it asks about.
    let revision: Int

    var isRename: Bool { request.method == "textDocument/rename" }
  }

  /// Starts a check for a request if the last one is of other texts; all requests of a project share
  /// one.
  ///
  /// - Returns: Whether the request waits for a check.
  mutating func waitsForCheck(_ request: Request) throws(RequestError) -> Bool {
    let place = try place(request.parameters)
    // What only this file names needs no check, and where no name is, there is nothing to look for.
    if !place.project.isUsedElsewhere(in: place.file, at: place.offset) { return false }
    let project = ServerProject(of: place.file.path, options)
    waiting[project, default: []].append(WaitingRequest(request: request, revision: revision))
    startCheck(of: project)
    return true
  }

  /// Checks a project for the requests that wait, unless that is being done.
  ///
  /// The last check is taken if it was of the same texts; that is seen on another thread, too.
  private mutating func startCheck(of project: ServerProject) {
    guard checkedForRequests.insert(project).inserted else { return }
    let job = CheckWorker.Job(
      project: project, texts: texts, versions: versions, revision: revision)
    let latest = projects[project]?.latest.flatMap {
      Self.areSame($0.job.texts, texts) ? $0 : nil
    }
    // Only a rename changes files that other projects may have.
    let isRename = waiting[project, default: []].contains(where: \.isRename)
    let roots = roots
    let known = Set(projects.keys.compactMap(\.settingsPath))
    let box = SendableOptions(options: options)
    let events = events
    RuleThread.start {
      let isCurrent = latest?.disk.isCurrent(besides: Set(job.texts.keys)) == true
      let report = isCurrent ? latest : nil
      events.push(
        .checked(
          CheckForRequests(
            report: report ?? CheckWorker.report(job, box.options), texts: job.texts,
            projectFiles: isRename ? Self.projectFiles(below: roots, besides: known) : nil)))
    }
  }

  /// A check for the requests that wait.
  struct CheckForRequests: Sendable {
    let report: CheckWorker.Report
    /// The texts that the requests are about.
    let texts: [String: String]
    /// The project files of the editor's folder, if a request wants them.
    let projectFiles: [String]?
  }

  /// Answers the requests that waited for a check.
  mutating func answerWaiting(after check: CheckForRequests) throws {
    let report = check.report
    let project = report.project
    checkedForRequests.remove(project)
    let requests = waiting.removeValue(forKey: project) ?? []
    guard !isShutDown else { return }
    if Self.areSame(check.texts, texts) {
      projectFiles = check.projectFiles ?? []
      let isSearched = check.projectFiles != nil
      if let check = report.check, report.number != projects[project]?.latest?.number {
        projects[project, default: ProjectState()].merge(report, check)
      }
      for waiting in requests {
        guard isSearched || !waiting.isRename else {
          self.waiting[project, default: []].append(waiting)
          continue
        }
        try respond(to: waiting.request.id) { server throws(RequestError) in
          try server.requireWhole(report)
          server.askApart(waiting.request)
          return nil
        }
      }
    } else {
      for waiting in requests {
        if waiting.revision == revision {
          self.waiting[project, default: []].append(waiting)
        } else {
          try reply(
            to: waiting.request.id, error: .contentModified,
            "the text was changed in the meantime")
        }
      }
    }
    if self.waiting[project] != nil { startCheck(of: project) }
  }

  /// Ends a request that waits, because the editor has cancelled it.
  mutating func cancelWaiting(_ id: JSONValue) throws {
    for (project, requests) in waiting {
      guard requests.contains(where: { $0.request.id == id }) else { continue }
      waiting[project] = requests.filter { $0.request.id != id }
      try respond(to: id) { _ in .null }
    }
  }

  private static let isShutDownError = RequestError(
    code: .requestCancelled, message: "the server is shut down")

  /// Answers all requests that wait, because no check will.
  mutating func endWaiting() {
    for request in waiting.values.joined() {
      events.push(.message(Self.response(to: request.request.id, error: Self.isShutDownError)))
    }
    waiting = [:]
    for id in askedApart.keys {
      events.push(.message(Self.response(to: id, error: Self.isShutDownError)))
    }
    askedApart = [:]
  }

  /// Whether open texts are the same, byte by byte: equal strings may have other bytes.
  static func areSame(_ texts: [String: String], _ others: [String: String]) -> Bool {
    texts.count == others.count
      && texts.allSatisfy { others[$0.key]?.hasSameBytes(as: $0.value) == true }
  }

  /// Throws if a check could not read all rules.
  private func requireWhole(_ report: CheckWorker.Report) throws(RequestError) {
    guard let check = report.check else {
      let reason = report.failure?.description ?? "its rules cannot be read"
      throw RequestError(code: .requestFailed, message: "the project cannot be checked: \(reason)")
    }
    guard !check.isWhole else { return }
    let first = check.findings.first(where: \.stopsLoading)
    let place = first.map { "\($0.location): \($0.message)" } ?? "not all files can be read"
    throw RequestError(code: .requestFailed, message: "\(place): correct this first")
  }
}

extension LanguageServer.ProjectState {
  /// Takes over the texts of a check, and what it knows of rules.
  mutating func merge(_ report: CheckWorker.Report, _ check: RuleCheck) {
    let last = (whole, latest)
    edited.files.merge(report.files) { _, new in new }
    edited.schema = report.schema
    edited.grants = report.grants
    edited.hostStubs = report.hostStubs
    edited.ruleFolders = report.ruleFolders
    if !check.isWhole && edited.index != nil {
      latest = report
    } else {
      edited.index = check.index
      edited.checked = report.files.mapValues(\.lines)
      whole = report
      latest = report
    }
    // Open files of other folders were taken for files of the project before it was known.
    edited.files = edited.files.filter { path, _ in
      report.files[path] != nil || edited.belongs(path)
    }
    // It takes time to free a large project; the editor would wait for that.
    DispatchQueue.global(qos: .utility).async { withExtendedLifetime(last) {} }
  }
}
