import LuaRules

/// The texts of the checked files, used for columns, suppressions and the order
/// of findings.
struct CheckedTexts {
  private let texts: [String: [UInt8]]
  /// The lines of the files with findings.
  private var lines: [String: [Substring]] = [:]
  private let order: [String: Int]
  private let suppressions: [Suppression]

  init(_ models: [InspectedModel]) {
    var suppressions: [Suppression] = []
    texts = models.reduce(into: [String: [UInt8]]()) {
      $0.merge($1.texts) { first, _ in first }
    }
    let names = texts.keys.sortedByBytes()
    for name in names {
      let bytes = texts[name] ?? []
      suppressions += Suppression.all(in: bytes, named: name)
    }
    self.suppressions = suppressions
    order = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// Returns the finding with the columns of its subject, if the subject is in
  /// its line.
  ///
  /// With a replacement, they are the columns that its correction replaces.
  mutating func withColumns(_ finding: RuleFinding) -> RuleFinding {
    if finding.replacement != nil, let edit = finding.correction?.edits.first,
      edit.start.line == finding.location.line, edit.end.line == edit.start.line
    {
      var finding = finding
      finding.columns = .init(start: edit.start.column, end: edit.end.column)
      finding.replacement = edit.text
      return finding
    }
    guard let subject = finding.subject, let line = finding.location.line,
      let text = lines(of: finding.location.file), text.indices.contains(line - 1),
      let range = Self.range(of: subject, in: text[line - 1])
    else { return finding.withoutReplacement }
    let before = text[line - 1][..<range.lowerBound].utf16.count
    var finding = finding
    finding.columns = .init(
      start: before + 1, end: before + 1 + text[line - 1][range].utf16.count)
    return finding
  }

  private mutating func lines(of file: String) -> [Substring]? {
    if let known = lines[file] { return known }
    guard let bytes = texts[file] else { return nil }
    let found = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    lines[file] = found
    return found
  }

  /// Returns the range of a separate word; a quoted text may have other quotes
  /// in the line.
  private static func range(of subject: String, in line: Substring) -> Range<Substring.Index>? {
    var candidates = [subject]
    if subject.hasPrefix("\""), subject.hasSuffix("\""), subject.count > 1 {
      candidates.append("'\(subject.dropFirst().dropLast())'")
    }
    for word in candidates {
      var start = line.startIndex
      while let range = line[start...].firstRange(of: word) {
        let before = range.lowerBound > line.startIndex ? line[..<range.lowerBound].last : nil
        let after = line[range.upperBound...].first
        let isWord = word.first?.isLetter == true || word.first == "_"
        if !isWord || !Self.isInName(before) && !Self.isInName(after) { return range }
        start = range.upperBound
      }
    }
    return nil
  }

  private static func isInName(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
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
  func suppress(_ findings: [RuleFinding], tellingUnused tellsUnused: Bool) -> [RuleFinding] {
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
      } else if tellsUnused, !used.contains(suppression) {
        remaining.append(
          RuleFinding(
            .unusedSuppression, .warning, "there is no `\(suppression.code)` here to ignore",
            at: suppression.location, fix: "remove the comment", subject: suppression.code))
      }
    }
    return remaining
  }
}

extension RuleFinding {
  fileprivate var withoutReplacement: RuleFinding {
    var finding = self
    finding.replacement = nil
    return finding
  }
}
