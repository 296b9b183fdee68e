import LuaRules
import LuaRulesTools

// The corrections that findings know: those of `luarules check --fix --unsafe-fixes`.

extension LanguageServer {
  mutating func codeActions(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let later = fixAllLater(parameters)
    return .array(try quickFixes(parameters) + later)
  }

  /// The corrections of single findings.
  mutating func quickFixes(_ parameters: JSONValue) throws(RequestError) -> [JSONValue] {
    let (_, file) = try document(parameters)
    let range = parameters["range"]
    guard let start = Self.position(range?["start"]), let end = Self.position(range?["end"]) else {
      throw RequestError(code: .invalidParameters, message: "expected `range`")
    }
    guard Self.wants("quickfix", parameters) ?? true else { return [] }
    // An editor may ask about some of the findings in a line.
    let asked = Set(parameters["context"]?["diagnostics"]?.elements.map(Diagnosed.init) ?? [])
    return currentFindings(in: file.path).compactMap { Fix($0, in: file) }.filter { fix in
      start.line <= fix.line && fix.line <= end.line
        && (asked.isEmpty
          || asked.contains(Diagnosed(diagnostic(of: fix.finding, in: file.lines))))
    }.map { action($0, file) }
  }

  /// The findings in a file, unless they were found in an older text, where they may stand in other
  /// places.
  func currentFindings(in path: String) -> [RuleFinding] {
    guard let found = projects[ServerProject(of: path, options)]?.findings[path],
      found.revision >= revisions[path, default: 0]
    else { return [] }
    return found.findings
  }

  /// Whether a request for actions is for those of a kind; `nil` if it names no kinds.
  static func wants(_ kind: String, _ parameters: JSONValue) -> Bool? {
    let kinds = parameters["context"]?["only"]?.elements.compactMap(\.string) ?? []
    if kinds.isEmpty { return nil }
    return kinds.contains { $0.isEmpty || kind == $0 || kind.hasPrefix($0 + ".") }
  }

  /// What tells the findings of a text apart.
  private struct Diagnosed: Hashable {
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

    /// A part of the text that is replaced.
    struct Change: Hashable {
      /// The part, in bytes.
      let range: EditedFile.Range
      let text: String
    }

    init?(_ finding: RuleFinding, in file: EditedFile) {
      func offset(_ line: Int, _ column: Int) -> Int {
        file.offset(of: EditedFile.Position(line: line - 1, character: column - 1))
      }
      self.finding = finding
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
      if changes.allSatisfy(\.text.isEmpty) {
        return "Remove `\(subject)` from the comment: it hides nothing"
      }
      if let replacement = finding.replacement { return "Replace with `\(replacement)`" }
      return finding.code == .globalVariable
        ? "Make `\(subject)` a local variable" : "Correct `\(subject)`"
    }
  }

  private func action(_ fix: Fix, _ file: EditedFile) -> JSONValue {
    .object([
      "title": .string(fix.title), "kind": .string("quickfix"),
      // Without a correction, the finding does not know all places.
      "isPreferred": .boolean(fix.finding.correction != nil),
      "diagnostics": .array([diagnostic(of: fix.finding, in: file.lines)]),
      "edit": edit([
        file.path: Set(fix.changes).sorted { $0.range.lowerBound < $1.range.lowerBound }.map {
          .object(["range": json($0.range, in: file), "newText": .string($0.text)])
        }
      ]),
    ])
  }
}
