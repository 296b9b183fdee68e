import LuaBridge
import LuaRules
import LuaSyntax

/// A check of one file of a large project, in place of a check of all of them.
///
/// It finds what the edited rules alone show. What depends on other rules, and
/// what was found in them, is taken from the last check of the whole project.
package struct FileCheck: Sendable {
  /// The findings in the file.
  package let findings: [RuleFinding]

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - text: The text of the file as it is now.
  ///   - name: The name of the file in the findings.
  ///   - root: The folder whose `lib` contains modules.
  ///   - schema: The declared keys.
  ///   - host: The functions that rules may call.
  ///   - options: How the project is loaded, and from which file system.
  ///   - whole: The last check of the whole project.
  ///   - before: The file as that check saw it.
  /// - Throws: `RuleError` if the file cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* edited rules, and O(*k*) for *k* keys of the project.
  package init(
    _ text: String, name: String, root: String, schema: RuleSchema, host: HostFunctions,
    options: RuleOptions, after whole: RuleCheck, of before: EditedFile
  ) throws(RuleError) {
    var options = options
    options.unusedKeys = .allow
    let file = TextPositions(Array(text.utf8))
    let edited = EditedRules(of: file, since: before)
    options.fileSystem = BufferedFileSystem(options.fileSystem, texts: [name: edited.text])
    let others = Self.othersKeys(whole.index.assignedKeys, readBy: edited.written)
    let check = try RuleCheck(
      sources: [RuleSource(file: name, root: root), Self.placeholder(for: others)], schema: schema,
      host: host, fallback: [], options: options, areAllOfProject: false, findsFailures: false)
    let fresh = check.findings.filter {
      $0.location.file == name && !Self.needsOtherRules($0.code)
    }
    let lines = MovedLines(from: before.lines, to: file)
    let kept = whole.findings.compactMap { finding -> RuleFinding? in
      guard finding.location.file == name,
        let moved = finding.moved(by: lines),
        Self.needsOtherRules(finding.code) || edited.leavesOut(line: moved.location.line)
      else { return nil }
      return moved
    }
    findings = (fresh + kept).sorted { ($0.location.line ?? 0) < ($1.location.line ?? 0) }
  }

  /// Up to this number, all keys of other files are known, so that hints can name them; of more, only
  /// those that the file names.
  private static let mostKeys = 1000

  /// The keys of other files that a file can read.
  private static func othersKeys(_ keys: [String], readBy parts: [String]) -> [String] {
    var own: Set<String> = []
    var words: Set<String> = []
    for tokens in parts.map(LuaTokens.init) {
      for (index, token) in tokens.all.enumerated()
      where token.kind == .name || token.kind == .string {
        let text = tokens.text(token)
        words.insert(text)
        let isKey =
          token.kind == .string && index > 1 && tokens[index - 1].is("=")
          && tokens.isName(tokens[index - 2], "key")
        if isKey { own.insert(text) }
      }
    }
    let others = keys.filter { !own.contains($0) }
    guard others.count > mostKeys else { return others }
    return others.filter { key in
      words.contains(key) || words.contains(String(key.prefix { $0 != "." }))
    }
  }

  /// A source that assigns keys, so that they are known.
  private static func placeholder(for keys: [String]) -> RuleSource {
    let rules = keys.map { "{ key = \(LuaText.quoted($0)), value = any },\n" }
    return RuleSource(
      text: "local function any(c) return select(1, c) end\nreturn {\n\(rules.joined())}",
      name: "rules of other files")
  }

  /// Whether a finding depends on other rules.
  static func needsOtherRules(_ code: RuleFinding.Code) -> Bool {
    switch code {
    case .unusedKey, .undeclaredKey, .unreachableRule, .duplicateRule, .shadowedRule,
      .subsumedRule, .tie, .overlap, .countedHelper, .countedGuard, .cycle, .possibleCycle,
      .noAnswer, .uncoveredValue, .unusedModule, .unusedHostStub, .unusedSuppression,
      .unusedLocal, .possibleFailure, .defaultOnError:
      true
    default: false
    }
  }
}

extension RuleFinding {
  /// The finding in the same line of an edited text; `nil` if the line was edited.
  fileprivate func moved(by lines: MovedLines) -> RuleFinding? {
    guard let number = location.line, lines.before.line(number - 1) != nil else { return self }
    guard let line = lines.line(number - 1) else { return nil }
    let shift = line + 1 - number
    var moved = RuleFinding(
      code, severity, message, at: SourceLocation(file: location.file, line: number + shift),
      fix: fix, related: related, subject: subject, replacement: replacement, rule: rule,
      stopsLoading: stopsLoading)
    moved.columns = columns
    moved.correction = correction?.moved(by: shift, lines)
    return moved
  }
}

extension RuleFinding.Correction {
  /// The correction some lines further down; `nil` if one of its lines was edited.
  fileprivate func moved(by shift: Int, _ lines: MovedLines) -> Self? {
    let isSame = edits.allSatisfy { edit in
      (edit.start.line...edit.end.line).allSatisfy { lines.line($0 - 1) == $0 - 1 + shift }
    }
    guard isSame else { return nil }
    func moved(_ place: RuleFinding.Position) -> RuleFinding.Position {
      RuleFinding.Position(line: place.line + shift, column: place.column)
    }
    return Self(
      edits: edits.map {
        RuleFinding.Edit(start: moved($0.start), end: moved($0.end), text: $0.text)
      }, isSafe: isSafe)
  }
}
