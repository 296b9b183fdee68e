import LuaSyntax

/// The lines of a file with its tokens, to find words in them.
struct TokenLines {
  private let tokens: LuaTokens
  private let lines: LineStarts

  init(_ file: WrittenFile) {
    tokens = file.syntax.tokens
    lines = file.lines
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
    guard (1...lines.count).contains(line),
      case let range = lines.range(ofLine: line - 1, in: tokens.bytes),
      range.count <= Self.longestLine
    else { return nil }
    var found = places(of: subject, in: range)
    if found.count > 1, let name {
      let names = places(of: name, in: range)
      let behind = found.filter { word in
        names.first.map { word.bytes.lowerBound >= $0.bytes.upperBound } ?? true
      }
      let signs = behind.map { sign(before: $0.bytes, behind: names) }
      let beside = zip(behind, signs).filter { $1 != nil }.map(\.0)
      // A value that never occurs is one of an equality.
      let equal = zip(behind, signs).filter { ["==", "~="].contains($1) }.map(\.0)
      if let best = [equal, beside, behind].first(where: { !$0.isEmpty }) { found = best }
    }
    let place = found.first { $0.isInString == prefersString } ?? found.first
    return place.map { columns($0.bytes, inLineAt: range.lowerBound) }
  }

  /// Returns the line that has a word; `nil` if several lines have it, or none.
  func onlyLine(of word: String) -> Int? {
    let found = Set(
      places(of: word, in: 0..<tokens.bytes.count).map { lines.line(around: $0.bytes.lowerBound) })
    return found.count == 1 ? found.first.map { $0 + 1 } : nil
  }

  /// Of longer lines no columns are told: each finding searches its line.
  private static let longestLine = 1 << 14
  /// How far a comparison may stand from what it compares, in bytes.
  private static let mostSpace = 64

  private struct Place {
    let bytes: Range<Int>
    let isInString: Bool
  }

  /// Returns where a word stands in a part of the text.
  private func places(of word: String, in range: Range<Int>) -> [Place] {
    // In quotes `\` is written twice.
    let words = word.contains("\\") ? [word, word.replacing("\\", with: "\\\\")] : [word]
    let wanted = words.map { LuaTokens($0) }
    let isName = word.isName
    var found: [Place] = []
    var index = tokens.index(endingAtOrAfter: range.lowerBound + 1)
    while index < tokens.count, tokens[index].start < range.upperBound {
      if let bytes = wanted.lazy.compactMap({ place(of: $0, at: index) }).first,
        bytes.upperBound <= range.upperBound
      {
        found.append(Place(bytes: bytes, isInString: false))
      } else if tokens[index].kind == .string {
        let text = tokens.inner(tokens[index])
        if tokens.bytes[text].elementsEqual(word.utf8) {
          found.append(Place(bytes: text, isInString: true))
        } else if !isName, case let part = text.clamped(to: range),
          let bytes = words.lazy.compactMap({ tokens.bytes[part].firstRange(of: Array($0.utf8)) })
            .first
        {
          found.append(Place(bytes: bytes, isInString: true))
        }
      }
      index += 1
    }
    return found
  }

  /// Returns the bytes of tokens that stand at a position; `nil` if others stand there.
  private func place(of wanted: LuaTokens, at start: Int) -> Range<Int>? {
    guard wanted.count > 0, start + wanted.count <= tokens.count else { return nil }
    for offset in 0..<wanted.count {
      let (token, other) = (tokens[start + offset], wanted[offset])
      guard token.kind == other.kind,
        tokens.bytes[tokens.inner(token)].elementsEqual(wanted.bytes[wanted.inner(other)])
      else { return nil }
    }
    return tokens[start].start..<tokens[start + wanted.count - 1].end
  }

  /// Returns the comparison that stands, alone, between the last of some names and a word behind it.
  private func sign(before word: Range<Int>, behind names: [Place]) -> String? {
    guard let name = names.last(where: { $0.bytes.upperBound <= word.lowerBound }),
      case let between = tokens.bytes[name.bytes.upperBound..<word.lowerBound],
      between.count <= Self.mostSpace
    else { return nil }
    let sign = String(decoding: between, as: UTF8.self).filter { !$0.isWhitespace }
    return ["==", "~=", "<", ">", "<=", ">="].contains(sign) ? sign : nil
  }

  private func columns(_ range: Range<Int>, inLineAt start: Int) -> RuleFinding.Columns {
    func units(_ range: Range<Int>) -> Int {
      String(decoding: tokens.bytes[range], as: UTF8.self).utf16.count
    }
    let first = units(start..<range.lowerBound) + 1
    return .init(start: first, end: first + units(range))
  }
}

extension String {
  /// Whether the text is a name, or names with dots between.
  fileprivate var isName: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      && first?.isNumber == false
  }
}
