import LuaSyntax

/// The lines of a Lua text with its tokens, to find words in them.
struct TokenLines {
  private let lines: [Substring]
  /// Where each line begins, in bytes.
  private let starts: [Int]
  private let tokens: LuaTokens

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    tokens = LuaTokens(text)
    var starts = [0]
    for (offset, byte) in tokens.bytes.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    self.starts = starts
  }

  /// Returns the columns of a separate word in a line; a quoted text may have other quotes there.
  ///
  /// A word inside a string is meant only if it is the whole string, or no name.
  ///
  /// - Parameters:
  ///   - subject: The word.
  ///   - line: The number of the line, from 1.
  ///   - name: What the finding says of the word stands behind this name in the line; `nil` for the first
  ///     one.
  ///   - prefersString: Whether a string that is the word comes before the same word elsewhere.
  /// - Returns: The columns; `nil` if the word is not in the line.
  func columns(
    of subject: String, inLine line: Int, behind name: String? = nil, prefersString: Bool
  ) -> RuleFinding.Columns? {
    guard lines.indices.contains(line - 1), starts.indices.contains(line - 1) else { return nil }
    let text = lines[line - 1]
    guard text.utf8.count <= Self.longestLine else { return nil }
    var words = [subject]
    if subject.hasPrefix("\""), subject.hasSuffix("\""), subject.count > 1 {
      words.append("'\(subject.dropFirst().dropLast())'")
      // In quotes `\\` is one character.
      let escaped = subject.split(separator: "\\", omittingEmptySubsequences: false)
        .joined(separator: "\\\\")
      if escaped != subject { words.append(escaped) }
    }
    var inCode: Range<Substring.Index>?
    var inString: Range<Substring.Index>?
    var found = words.flatMap { word in ranges(of: word, in: text).map { (word, $0) } }
    if found.count > 1, let name {
      let names = ranges(of: name, in: text)
      let behind = found.filter { word in
        names.first.map { word.1.lowerBound >= $0.upperBound } ?? true
      }
      let signs = behind.map { sign(before: $0.1, behind: names, in: text) }
      let beside = zip(behind, signs).filter { $1 != nil }.map(\.0)
      // A value that never occurs is one of an equality.
      let equal = zip(behind, signs).filter { ["==", "~="].contains($1) }.map(\.0)
      if let best = [equal, beside, behind].first(where: { !$0.isEmpty }) { found = best }
    }
    for (word, range) in found {
      let start =
        starts[line - 1] + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      switch place(ofBytes: start..<start + word.utf8.count, isName: word.isName) {
      case .code: inCode = inCode ?? range
      case .string: inString = inString ?? range
      case .elsewhere: break
      }
    }
    return (prefersString ? inString ?? inCode : inCode ?? inString).map { columns($0, in: text) }
  }

  /// Returns the line that has a word; `nil` if several lines have it, or none.
  func onlyLine(of word: String) -> Int? {
    let found = lines.indices.lazy.filter {
      columns(of: word, inLine: $0 + 1, prefersString: false) != nil
    }.prefix(2)
    return found.count == 1 ? found.first.map { $0 + 1 } : nil
  }

  /// Of longer lines no columns are told: each finding searches its line.
  private static let longestLine = 1 << 14
  /// How far a comparison may stand from what it compares, in bytes.
  private static let mostSpace = 64

  /// Returns the comparison that stands, alone, between the last of some names and a word behind it.
  private func sign(
    before word: Range<Substring.Index>, behind names: [Range<Substring.Index>], in text: Substring
  ) -> String? {
    let next = names.partitioningIndex { $0.upperBound > word.lowerBound }
    guard next > 0 else { return nil }
    let between = text[names[next - 1].upperBound..<word.lowerBound]
    guard between.utf8.count <= Self.mostSpace else { return nil }
    let sign = String(between.filter { !$0.isWhitespace })
    return ["==", "~=", "<", ">", "<=", ">="].contains(sign) ? sign : nil
  }

  private enum Place { case code, string, elsewhere }

  /// Returns whether bytes are part of the code, a string that is meant, or anything else.
  private func place(ofBytes range: Range<Int>, isName: Bool) -> Place {
    let comment = tokens.comments.partitioningIndex { $0.upperBound > range.lowerBound }
    if comment < tokens.comments.count, tokens.comments[comment].contains(range.lowerBound) {
      return .elsewhere
    }
    let index = tokens.index(endingAtOrAfter: range.lowerBound + 1)
    guard index < tokens.count, tokens[index].start <= range.lowerBound,
      tokens[index].kind == .string
    else { return .code }
    let token = tokens[index]
    // The whole string, with its quotes.
    if token.start == range.lowerBound { return .code }
    return tokens.inner(token) == range || !isName ? .string : .elsewhere
  }

  private func columns(_ range: Range<Substring.Index>, in text: Substring) -> RuleFinding.Columns {
    let before = text[..<range.lowerBound].utf16.count
    return .init(start: before + 1, end: before + 1 + text[range].utf16.count)
  }

  /// Returns where a word stands as a separate word.
  private func ranges(of word: String, in line: Substring) -> [Range<Substring.Index>] {
    var found: [Range<Substring.Index>] = []
    var start = line.startIndex
    while !word.isEmpty, let range = line[start...].firstRange(of: word) {
      let before = range.lowerBound > line.startIndex ? line[..<range.lowerBound].last : nil
      let after = line[range.upperBound...].first
      let isWord = Self.isInName(word.first)
      if !isWord || !Self.isInName(before) && !Self.isInName(after) { found.append(range) }
      start = range.upperBound
    }
    return found
  }

  private static func isInName(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
  }
}

extension String {
  /// Whether the text is a name, or names with dots between.
  fileprivate var isName: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      && first?.isNumber == false
  }
}
