import LuaRules
import LuaRulesTools

// The findings of checks, as the editor shows them.

extension LanguageServer {
  mutating func publish(_ report: CheckWorker.Report) throws {
    guard !isShutDown else { return }
    var state = projects[report.project] ?? ProjectState()
    var findings: [String: [RuleFinding]] = [:]
    var failures: [String: [JSONValue]] = [:]
    if let check = report.check {
      state.merge(report, check)
      let gone = state.edited.files.keys.filter { path in
        report.files[path] == nil && texts[path] == nil && check.isWhole
      }
      for path in gone { state.edited.files[path] = nil }
      for finding in check.findings {
        findings[Self.absolute(finding.location.file), default: []].append(finding)
      }
    } else if let failure = report.failure {
      failures = self.failures(failure, of: report.project)
    }
    let files = Set(findings.keys).union(failures.keys)
    // Open files are reported even without findings.
    let open = texts.keys.filter { ServerProject(of: $0, options) == report.project }
    let marked = state.marked
    let hasNewRanks = report.check?.isWhole == true && report.rankHash != state.rankHash
    if hasNewRanks { state.rankHash = report.rankHash }
    state.settings = Set(report.settings)
    let newer = state.findings.filter { $0.value.revision > report.job.revision }
    /// Whether a file was checked as it is open now, so that its findings are those of its last revision.
    func isChecked(asOpen path: String) -> Bool {
      guard let text = texts[path] else { return false }
      return report.files[path]?.text.hasSameBytes(as: text) == true
    }
    state.findings = Dictionary(
      uniqueKeysWithValues: findings.map { path, found in
        let revision = isChecked(asOpen: path) ? revisions[path, default: 0] : 0
        let isNewer = revision > report.job.revision
        return (
          path, FileFindings(findings: found, revision: isNewer ? revision : report.job.revision)
        )
      }
    ).merging(newer) { $0.revision < $1.revision ? $1 : $0 }
    state.marked = files
    projects[report.project] = state
    for path in files.union(marked).union(open).sorted() {
      // A later text of a large project was checked alone, or will be.
      let isAsOpen = isChecked(asOpen: path)
      if revisions[path, default: 0] > report.job.revision, !isAsOpen,
        report.duration > Self.longCheck, failures[path] == nil
      {
        continue
      }
      let lines = report.files[path]?.lines
      try publish(
        failures[path] ?? (findings[path] ?? []).map { diagnostic(of: $0, in: lines) }, of: path,
        version: isAsOpen ? versions[path] : report.job.versions[path])
    }
    if hasNewRanks { refresh() }
    watchSettings(of: report)
  }

  /// Returns a failure of a check as findings: in its file, or, where it is about no file, in the project
  /// file and in the open files, because editors show no findings in folders.
  private func failures(_ failure: RuleError, of project: ServerProject) -> [String: [JSONValue]] {
    let path = Self.absolute(failure.location?.file ?? ".")
    let own = [path: [diagnostic(of: failure, in: nil)]]
    if texts[path] != nil || LocalFileSystem().kind(of: path) == .regular { return own }
    let place = failure.location.map { "\($0): " } ?? ""
    let shown = RuleError(failure.code, place + failure.message, hint: failure.hint)
    let open = texts.keys.filter { ServerProject(of: $0, options) == project }
    let places = open + [project.settingsPath.map(Self.absolute)].compactMap(\.self)
    return Dictionary(
      places.map { ($0, [diagnostic(of: shown, in: nil)]) }, uniquingKeysWith: { $1 }
    ).merging(own) { $1 }
  }

  /// Asks the editor to ask anew for what is shown beside rules, which a check has changed.
  private mutating func refresh() {
    for name in ["inlayHint", "codeLens"]
    where editor["workspace"]?[name]?["refreshSupport"] == .boolean(true) {
      ask("workspace/\(name)/refresh", nil)
    }
  }

  mutating func publish(_ report: FileCheckWorker.Report) throws {
    // The report of the last change is still to come.
    guard !isShutDown, revisions[report.path] == report.revision else { return }
    if let findings = report.findings, var state = projects[report.project] {
      state.findings[report.path] = FileFindings(findings: findings, revision: report.revision)
      if !findings.isEmpty { state.marked.insert(report.path) }
      projects[report.project] = state
      let lines = lines(of: report.path)
      try publish(
        findings.map { diagnostic(of: $0, in: lines) }, of: report.path, version: report.version)
    }
    check(report.path, canWait: report.findings != nil)
  }

  /// Sends findings, with the version of the open text that they were found in.
  private func publish(
    _ diagnostics: [JSONValue], of path: String, version: Int?
  ) throws {
    var content: [String: JSONValue] = [
      "uri": .string(uri(of: path)), "diagnostics": .array(diagnostics),
    ]
    if let version, texts[path] != nil { content["version"] = .integer(version) }
    try MessageStream.write(
      .object([
        "jsonrpc": .string("2.0"), "method": .string("textDocument/publishDiagnostics"),
        "params": .object(content),
      ]))
  }

  /// Returns the text of a file, as it is in the editor or was when it was checked; `nil` if it is not
  /// known.
  private func lines(of path: String) -> TextPositions? {
    if let text = texts[path] { return TextPositions(Array(text.utf8)) }
    return projects.values.lazy.compactMap { $0.edited.files[path]?.lines }.first
  }

  // MARK: Writing

  /// Returns a finding for the editor, with its place in the text that it was found in.
  func diagnostic(of finding: RuleFinding, in text: TextPositions?) -> JSONValue {
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .info: 3
      }
    let related = finding.related.compactMap { note in
      note.location.map { place in
        let path = Self.absolute(place.file)
        let text = path == Self.absolute(finding.location.file) ? text : lines(of: path)
        return JSONValue.object([
          "location": .object([
            "uri": .string(uri(of: path)), "range": range(of: place, nil, in: text),
          ]),
          "message": .string(note.message),
        ])
      }
    }
    let message = finding.fix.map { "\(finding.message)\n\($0)" } ?? finding.message
    var content: [String: JSONValue] = [
      "range": range(of: finding.location, finding.columns, in: text),
      "severity": .integer(severity), "code": .string(finding.code.rawValue),
      "source": .string("luarules"), "message": .string(message),
      "relatedInformation": .array(related),
    ]
    if Self.codesOfUnused.contains(finding.code) {
      content["tags"] = .array([.integer(Self.unnecessaryTag)])
    }
    return .object(content)
  }

  /// Findings in text that does nothing, which editors show faded.
  private static let codesOfUnused: Set<RuleFinding.Code> = [.unusedLocal, .unreachableRule]
  /// SOURCE: `DiagnosticTag` of the Language Server Protocol.
  private static let unnecessaryTag = 1

  func diagnostic(of error: RuleError, in text: TextPositions?) -> JSONValue {
    let place = error.location ?? SourceLocation(file: ".")
    let message = error.hint.map { "\(error.message)\n\($0)" } ?? error.message
    return .object([
      "range": range(of: place, nil, in: text), "severity": .integer(1),
      "code": .string(error.code.rawValue), "source": .string("luarules"),
      "message": .string(message),
    ])
  }

  /// Returns the columns of a line, or the whole line.
  func range(
    of place: SourceLocation, _ columns: RuleFinding.Columns?, in text: TextPositions?
  ) -> JSONValue {
    let line = max(0, (place.line ?? 1) - 1)
    // Editors cut a range that is too long.
    let most = 1000
    let start = EditedFile.Position(line: line, character: columns.map { $0.start - 1 } ?? 0)
    let end = EditedFile.Position(line: line, character: columns.map { $0.end - 1 } ?? most)
    guard let text else {
      return .object(["start": Self.json(start), "end": Self.json(end)])
    }
    let first = text.offset(of: start)
    return json(first..<max(first, text.offset(of: end)), in: text)
  }
}
