import LuaRules

/// The texts of the checked files, used for columns, suppressions and the order
/// of findings.
struct CheckedTexts {
  private let lines: [String: [Substring]]
  private let order: [String: Int]
  private let suppressions: [Suppression]

  init(_ models: [InspectedModel]) {
    var lines: [String: [Substring]] = [:]
    var suppressions: [Suppression] = []
    let texts = models.reduce(into: [String: [UInt8]]()) {
      $0.merge($1.texts) { first, _ in first }
    }
    let names = texts.keys.sortedByBytes()
    for name in names {
      let bytes = texts[name] ?? []
      lines[name] = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      suppressions += Suppression.all(in: bytes, named: name)
    }
    self.lines = lines
    self.suppressions = suppressions
    order = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// Returns the finding with the columns of its subject, if the subject is in
  /// its line.
  func withColumns(_ finding: RuleFinding) -> RuleFinding {
    guard let subject = finding.subject, let line = finding.location.line,
      let text = lines[finding.location.file], text.indices.contains(line - 1),
      let range = Self.range(of: subject, in: text[line - 1])
    else { return finding.withoutReplacement }
    let before = text[line - 1][..<range.lowerBound].utf16.count
    var finding = finding
    finding.columns = .init(
      start: before + 1, end: before + 1 + text[line - 1][range].utf16.count)
    return finding
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

/// One code of a comment `-- check: ignore CODE`.
struct Suppression: Hashable {
  let location: SourceLocation
  let code: String

  /// Returns the suppressions in the comments of a text.
  static func all(in bytes: [UInt8], named file: String) -> [Suppression] {
    var comments = LuaComments(bytes)
    var found: [Suppression] = []
    while let (line, text) = comments.next() {
      let words = text.trimmingPrefix { $0 == "-" || $0 == " " }
      guard let codes = words.prefixMatch(of: /check:\s*ignore\b([\w\s,\-]*)/) else { continue }
      // A reason may follow the codes, after a colon, a dash or in brackets.
      let names = codes.1.split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\r" }
        .prefix { !$0.hasPrefix("--") }
      for name in names {
        found.append(
          Suppression(location: SourceLocation(file: file, line: line), code: String(name)))
      }
      if names.isEmpty {
        found.append(Suppression(location: SourceLocation(file: file, line: line), code: ""))
      }
    }
    return found
  }
}

/// The comments of a Lua text that end with their line.
private struct LuaComments {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next comment without its `--`.
  mutating func next() -> (line: Int, text: String)? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
      case UInt8(ascii: "["):
        if let level = level(at: position) { skipLong(level) } else { position += 1 }
      case UInt8(ascii: "-")
      where position + 1 < bytes.count && bytes[position + 1] == bytes[position]:
        position += 2
        if let level = level(at: position) {
          skipLong(level)
          continue
        }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        defer { position = end }
        return (line, String(decoding: bytes[position..<end], as: UTF8.self))
      default: position += 1
      }
    }
    return nil
  }

  private mutating func skipString() {
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\") { position += 1 }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += 1
  }

  /// Returns the number of `=` in a long bracket that opens here; `nil` if none
  /// opens.
  private func level(at start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
    var end = start + 1
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "[") ? end - start - 1 : nil
  }

  private mutating func skipLong(_ level: Int) {
    let close =
      [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    while position < bytes.count, !bytes[position...].starts(with: close) {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    position += close.count
  }
}
