import LuaRules
import LuaRulesTools

// The corrections that findings know: those of `luarules check --fix`.

extension LanguageServer {
  mutating func codeActions(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (_, file) = try document(parameters)
    let range = parameters["range"]
    guard let start = Self.position(range?["start"]), let end = Self.position(range?["end"]) else {
      throw RequestError(code: .invalidParameters, message: "expected `range`")
    }
    let state = projects[ServerProject(of: file.path, options)]
    // What was found in an older text may stand in another place.
    guard let found = state?.findings[file.path],
      found.revision >= revisions[file.path, default: 0]
    else { return .array([]) }
    let kinds = parameters["context"]?["only"]?.elements.compactMap(\.string) ?? []
    func wants(_ kind: String) -> Bool {
      kinds.isEmpty || kinds.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
    }
    let fixes = found.findings.compactMap { Fix($0, in: file) }
    var actions: [JSONValue] = []
    // An editor may ask about some of the findings in a line.
    let asked = Set(parameters["context"]?["diagnostics"]?.elements.map(Asked.init) ?? [])
    if wants("quickfix") {
      let chosen = fixes.filter { fix in
        start.line <= fix.line && fix.line <= end.line
          && (asked.isEmpty || asked.contains(Asked(diagnostic(of: fix.finding, in: file.lines))))
      }
      actions += chosen.map {
        action($0.title, "quickfix", [$0], file, isPreferred: $0.isCertain)
      }
    }
    let safe = Fix.withoutOverlaps(fixes.filter { $0.finding.correction?.isSafe == true })
    if wants("source.fixAll"), !safe.isEmpty {
      actions.append(action("Apply all safe corrections of LuaRules", "source.fixAll", safe, file))
    }
    return .array(actions)
  }

  /// What tells the findings of a text apart.
  private struct Asked: Hashable {
    let code: JSONValue?
    let range: JSONValue?

    init(_ diagnostic: JSONValue) {
      code = diagnostic["code"]
      range = diagnostic["range"]
    }
  }

  /// What corrects a finding.
  private struct Fix {
    let finding: RuleFinding
    let changes: [Change]
    /// Whether `luarules check --fix` applies it, too.
    let isCertain: Bool

    struct Change: Hashable {
      /// The part that is replaced, in bytes.
      let range: EditedFile.Range
      let text: String

      func overlaps(_ other: Change) -> Bool {
        range.lowerBound == other.range.lowerBound || range.overlaps(other.range)
      }
    }

    init?(_ finding: RuleFinding, in file: EditedFile) {
      func offset(_ line: Int, _ column: Int) -> Int {
        file.offset(of: EditedFile.Position(line: line - 1, character: column - 1))
      }
      self.finding = finding
      isCertain = finding.correction != nil
      if let correction = finding.correction {
        changes = correction.edits.map { edit in
          let start = offset(edit.start.line, edit.start.column)
          let end = offset(edit.end.line, edit.end.column)
          return Change(range: start..<max(start, end), text: edit.text)
        }
      } else if let text = finding.replacement, let columns = finding.columns,
        let line = finding.location.line
      {
        let start = offset(line, columns.start)
        changes = [Change(range: start..<max(start, offset(line, columns.end)), text: text)]
      } else {
        return nil
      }
    }

    /// The line of the finding, from 0.
    var line: Int { (finding.location.line ?? 1) - 1 }

    var title: String {
      let subject = finding.subject ?? ""
      if changes.allSatisfy(\.text.isEmpty) { return "Remove `\(subject)`, which hides nothing" }
      if let replacement = finding.replacement { return "Replace with `\(replacement)`" }
      return finding.code == .globalVariable
        ? "Make `\(subject)` a local variable" : "Correct `\(subject)`"
    }

    /// Returns the corrections that can be applied together, in their order.
    static func withoutOverlaps(_ fixes: [Fix]) -> [Fix] {
      var taken: Set<Change> = []
      return fixes.filter { fix in
        let fresh = fix.changes.filter { !taken.contains($0) }
        guard !fresh.contains(where: { taken.contains(where: $0.overlaps) }) else { return false }
        taken.formUnion(fresh)
        return true
      }
    }
  }

  private func action(
    _ title: String, _ kind: String, _ fixes: [Fix], _ file: EditedFile, isPreferred: Bool = false
  ) -> JSONValue {
    let changes = Set(fixes.flatMap(\.changes)).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    return .object([
      "title": .string(title), "kind": .string(kind), "isPreferred": .boolean(isPreferred),
      "diagnostics": .array(fixes.map { diagnostic(of: $0.finding, in: file.lines) }),
      "edit": edit([
        file.path: changes.map { change in
          .object(["range": json(change.range, in: file), "newText": .string(change.text)])
        }
      ]),
    ])
  }
}
