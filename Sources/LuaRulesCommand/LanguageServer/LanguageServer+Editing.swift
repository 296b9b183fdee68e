import LuaRules
import LuaRulesTools

// What changes texts: renaming, and the corrections that findings know.

extension LanguageServer {
  mutating func prepareRename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try checkedPlace(parameters)
    do throws(RenameError) {
      return Self.json(
        try place.project.renamedPart(in: place.file, at: place.offset), in: place.file)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
  }

  /// Returns the place of a request in a project that was checked with all texts as they are now.
  private mutating func checkedPlace(
    _ parameters: JSONValue
  ) throws(RequestError) -> Place {
    let place = try place(parameters)
    let project = ServerProject(of: place.file.path, options)
    if let whole = projects[project]?.whole, whole.job.texts == texts { return place }
    let report = CheckWorker.report(
      CheckWorker.Job(project: project, texts: texts, revision: revision), options)
    guard let check = report.check, var state = projects[project] else {
      throw RequestError(
        code: .requestFailed,
        message: "the project cannot be checked: \(report.failure?.message ?? "unknown")")
    }
    state.edited.files.merge(report.files) { _, new in new }
    state.edited.schema = report.schema
    state.edited.index = check.index
    projects[project] = state
    return try self.place(parameters)
  }

  mutating func rename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try checkedPlace(parameters)
    guard let name = parameters["newName"]?.string else {
      throw RequestError(code: .invalidParameters, message: "expected `newName`")
    }
    let places: [EditedProject.Place]
    do throws(RenameError) {
      places = try place.project.rename(in: place.file, at: place.offset, to: name)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
    var changes: [String: JSONValue] = [:]
    for (path, places) in Dictionary(grouping: places, by: \.path) {
      changes[uri(of: path)] = .array(
        places.map { found in
          .object(["range": range(of: found, in: place.project), "newText": .string(name)])
        })
    }
    return .object(["changes": .object(changes)])
  }

  // MARK: Corrections

  mutating func codeActions(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (_, file) = try document(parameters)
    let asked = parameters["range"]
    guard let start = Self.position(asked?["start"]), let end = Self.position(asked?["end"]) else {
      throw RequestError(code: .invalidParameters, message: "expected `range`")
    }
    let kinds = parameters["context"]?["only"]?.elements.compactMap(\.string) ?? []
    let state = projects[ServerProject(of: file.path, options)]
    let fixable = (state?.findings[file.path] ?? []).compactMap { finding -> Fix? in
      guard let replacement = finding.replacement, let columns = finding.columns,
        let line = finding.location.line, let text = file.line(line - 1)
      else { return nil }
      // A finding of an older text may be about another place.
      let units = Array(text.utf16)
      guard columns.start >= 1, columns.start <= columns.end, columns.end - 1 <= units.count else {
        return nil
      }
      let found = String(decoding: units[columns.start - 1..<columns.end - 1], as: UTF16.self)
      if let subject = finding.subject, found != subject { return nil }
      return Fix(
        finding: finding, text: replacement,
        edit: .object([
          "range": Self.range(of: finding.location, columns), "newText": .string(replacement),
        ]))
    }
    var actions: [JSONValue] = []
    func wants(_ kind: String) -> Bool {
      kinds.isEmpty || kinds.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    if wants("quickfix") {
      for fix in fixable {
        let line = (fix.finding.location.line ?? 1) - 1
        guard start.line <= line, line <= end.line else { continue }
        actions.append(
          action(
            "Replace with `\(fix.text)`", "quickfix", [fix], file.path, isPreferred: true))
      }
    }
    if wants("source.fixAll"), !fixable.isEmpty, fixable.count > 1 || !kinds.isEmpty {
      actions.append(action("Correct all of LuaRules", "source.fixAll", fixable, file.path))
    }
    return .array(actions)
  }

  /// A correction of a finding.
  private struct Fix {
    let finding: RuleFinding
    let text: String
    let edit: JSONValue
  }

  private func action(
    _ title: String, _ kind: String, _ fixes: [Fix], _ path: String, isPreferred: Bool = false
  ) -> JSONValue {
    var seen: Set<JSONValue> = []
    return .object([
      "title": .string(title), "kind": .string(kind), "isPreferred": .boolean(isPreferred),
      "diagnostics": .array(fixes.map { diagnostic(of: $0.finding) }),
      "edit": .object([
        "changes": .object([
          uri(of: path): .array(fixes.map(\.edit).filter { seen.insert($0).inserted })
        ])
      ]),
    ])
  }
}
