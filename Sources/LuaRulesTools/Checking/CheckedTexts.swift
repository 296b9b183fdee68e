import LuaRules

/// The checked files, used for columns, suppressions and the order of findings.
struct CheckedTexts {
  private let files: [String: WrittenFile]
  /// The syntax of the files with findings that an enclosing loop or group is looked up for.
  private var syntax: [String: EnclosingSyntax] = [:]
  private let order: [String: Int]
  private let suppressions: [Suppression]

  init(_ models: [InspectedModel]) {
    var suppressions: [Suppression] = []
    var files: [String: WrittenFile] = [:]
    for model in models {
      for name in model.texts.keys where files[name] == nil { files[name] = model.written(name) }
    }
    self.files = files
    let names = files.keys.sortedByBytes()
    for name in names { if let file = files[name] { suppressions += Suppression.all(in: file) } }
    self.suppressions = suppressions
    order = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// Returns the finding with the columns of its subject, if the subject is in
  /// its line.
  ///
  /// With a replacement, they are the columns that its correction replaces.
  mutating func withColumns(_ finding: RuleFinding) -> RuleFinding {
    if finding.columns != nil { return finding }
    if finding.replacement != nil, let edit = finding.correction?.edits.first,
      edit.start.line == finding.location.line, edit.end.line == edit.start.line
    {
      var finding = finding
      finding.columns = .init(start: edit.start.column, end: edit.end.column)
      finding.replacement = edit.text
      return finding
    }
    if finding.code == .endlessLoop, finding.subject != nil, let line = finding.location.line,
      let loop = syntax(of: finding.location.file)?.loop(enclosing: line)
    {
      var finding = finding
      finding.location = SourceLocation(file: finding.location.file, line: loop.line)
      finding.columns = loop.columns
      return finding
    }
    guard let subject = finding.subject, let line = finding.location.line,
      let columns = files[finding.location.file].map(TokenLines.init)?.columns(
        of: subject, inLine: line, behind: finding.compared?.lastName,
        prefersString: finding.isAboutAssignedKey)
    else { return finding.withoutReplacement }
    var finding = finding
    finding.columns = columns
    return finding
  }

  /// Returns the finding; one of a key that is not declared at the line that names the key, perhaps in a
  /// group around the rule.
  mutating func whereNamed(_ finding: RuleFinding) -> RuleFinding {
    guard finding.isAboutKey, let key = finding.subject, let line = finding.location.line,
      let named = syntax(of: finding.location.file)?.line(naming: key, enclosing: line)
    else { return finding }
    var finding = finding
    finding.location = SourceLocation(file: finding.location.file, line: named)
    return finding
  }

  private mutating func syntax(of file: String) -> EnclosingSyntax? {
    if let known = syntax[file] { return known }
    guard let written = files[file] else { return nil }
    let found = EnclosingSyntax(written)
    syntax[file] = found
    return found
  }

  /// Returns findings sorted by their locations.
  func sorted(_ findings: [RuleFinding]) -> [RuleFinding] {
    findings.enumerated().sorted { left, right in
      let one = left.element.location
      let other = right.element.location
      if one.file != other.file {
        return (order[one.file] ?? .max, one.file) < (order[other.file] ?? .max, other.file)
      }
      if one.line != other.line { return (one.line ?? 0) < (other.line ?? 0) }
      if left.element.severity != right.element.severity {
        return left.element.severity > right.element.severity
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  // MARK: Suppressions

  /// Returns findings without the suppressed ones, plus findings about wrong
  /// suppressions.
  ///
  /// - Parameters:
  ///   - findings: All findings.
  ///   - tellsUnused: Whether suppressions are told that hide nothing.
  ///   - areTried: Whether rules were tried; without that, some findings are not made.
  /// - Returns: The remaining findings.
  func suppress(
    _ findings: [RuleFinding], tellingUnused tellsUnused: Bool, areTried: @autoclosure () -> Bool
  ) -> [RuleFinding] {
    guard !suppressions.isEmpty else { return findings }
    var used: Set<Suppression> = []
    let byPlace = Dictionary(grouping: suppressions) { $0.location }
    var remaining = findings.filter { finding in
      guard !finding.stopsLoading else { return true }
      let places = [finding.location, finding.rule].compactMap(\.self)
      let match = places.lazy.flatMap { byPlace[$0] ?? [] }
        .first { $0.code == finding.code.rawValue }
      if let match { used.insert(match) }
      return match == nil
    }
    let codes = RuleFinding.Code.all.map(\.rawValue)
    for suppression in suppressions {
      if !codes.contains(suppression.code) {
        let meant = RuleError.likelyName(for: suppression.code, among: codes)
        remaining.append(
          RuleFinding(
            .unknownSuppression, .warning, "`\(suppression.code)` cannot be ignored",
            at: suppression.location,
            fix: meant.map { "did you mean `\($0)`?" } ?? "write the code of a finding",
            subject: suppression.code, replacement: meant))
      } else if tellsUnused, !used.contains(suppression),
        !Self.tried.contains(suppression.code) || areTried()
      {
        remaining.append(
          RuleFinding(
            .unusedSuppression, .warning, "there is no `\(suppression.code)` here to ignore",
            at: suppression.location, fix: "remove the comment", subject: suppression.code))
      }
    }
    return remaining
  }

  /// The codes of findings that trials make.
  private static let tried = [
    RuleFinding.Code.possibleFailure, .alwaysFalse, .unreachableRule, .tie,
  ].map(\.rawValue)
}

extension RuleFinding {
  /// Whether the finding is about the key that a rule assigns, which stands in quotes.
  fileprivate var isAboutAssignedKey: Bool { stopsLoading || isAboutKey }

  /// Whether the finding is about a key that is not declared.
  fileprivate var isAboutKey: Bool { code == .unusedKey || code == .undeclaredKey }

  fileprivate var withoutReplacement: RuleFinding {
    var finding = self
    finding.replacement = nil
    return finding
  }
}
