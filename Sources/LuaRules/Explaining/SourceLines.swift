/// The lines of a model's rule files, from which excerpts are taken.
struct SourceLines {
  private let texts: [String: ArraySlice<UInt8>]
  private var known: [String: [String]] = [:]

  /// How many lines are searched for a test of a pattern.
  private static let searchLength = 40

  init(_ core: ModelCore) {
    var texts: [String: ArraySlice<UInt8>] = [:]
    for file in core.request.files + core.recording.modules.values {
      texts[file.name] = texts[file.name] ?? file.bytes[...]
    }
    self.texts = texts
  }

  /// Finds the first of some texts in lines of a file; if none is found,
  /// returns all of the first line.
  ///
  /// - Parameters:
  ///   - wanted: The texts, the best first.
  ///   - file: The name of the file.
  ///   - lines: The numbers of the lines, from 1; an excerpt without a match shows the first of them.
  /// - Returns: The part of the line; `nil` if there is no such line.
  mutating func excerpt(
    of wanted: [String], in file: String, _ lines: ClosedRange<Int>
  ) -> Explanation.Excerpt? {
    let all = self.lines(of: file)
    guard all.indices.contains(lines.lowerBound - 1) else { return nil }
    let end = min(lines.upperBound, all.count)
    for text in wanted where !text.isEmpty {
      for number in lines.lowerBound...end {
        if let column = Self.column(of: text, in: all[number - 1], from: 1) {
          return Explanation.Excerpt(
            line: all[number - 1], number: number, column: column, length: text.count)
        }
      }
    }
    let line = all[lines.lowerBound - 1]
    let indentation = line.prefix { $0.isWhitespace }.count
    let length = line.count - indentation - line.reversed().prefix { $0.isWhitespace }.count
    return Explanation.Excerpt(
      line: line, number: lines.lowerBound, column: indentation + 1, length: max(1, length))
  }

  /// Finds the test of a path in a pattern that begins at a location.
  mutating func excerpt(
    ofPattern path: [String], near place: SourceLocation
  ) -> Explanation.Excerpt? {
    guard let line = place.line, line > 0 else { return nil }
    let all = lines(of: place.file)
    guard all.indices.contains(line - 1) else { return nil }
    let fields = path.reversed().map { ($0, ["\($0) =", "\($0)=", "\"\($0)\"]"]) }
    let whole = path.joined(separator: ".")
    for (name, forms) in [(whole, ["\"\(whole)\"]"])] + fields {
      for number in line...min(line + Self.searchLength, all.count) {
        let text = all[number - 1]
        // The text before `when` on the line belongs to another field of the rule.
        let start = Self.column(of: "when", in: text, from: 1) ?? 1
        for assigned in forms {
          guard let column = Self.column(of: assigned, in: text, from: start) else { continue }
          let shift = assigned.hasPrefix("\"") ? 1 : 0
          return Explanation.Excerpt(
            line: text, number: number, column: column + shift, length: name.count)
        }
      }
    }
    return excerpt(of: ["when"], in: place.file, line...line)
  }

  /// Finds a text in the line of a location.
  mutating func excerpt(of wanted: [String], at place: SourceLocation) -> Explanation.Excerpt? {
    guard let line = place.line, line > 0 else { return nil }
    return excerpt(of: wanted, in: place.file, line...line)
  }

  private mutating func lines(of file: String) -> [String] {
    if let lines = known[file] { return lines }
    let lines = (texts[file] ?? []).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    known[file] = lines
    return lines
  }

  /// The column of a text that is not part of a longer word, in characters from 1.
  private static func column(of text: String, in line: String, from first: Int) -> Int? {
    let wanted = Array(text)
    let characters = Array(line)
    guard let initial = wanted.first, let last = wanted.last,
      characters.count - wanted.count >= first - 1
    else { return nil }
    for start in (first - 1)...(characters.count - wanted.count)
    where characters[start] == initial
      && characters[start..<start + wanted.count].elementsEqual(wanted)
    {
      let end = start + wanted.count
      if start > 0, isWord(characters[start - 1]), isWord(initial) { continue }
      if end < characters.count, isWord(characters[end]), isWord(last) { continue }
      // `==` is a comparison, not an assignment.
      if end < characters.count, characters[end] == "=", last == "=" { continue }
      return start + 1
    }
    return nil
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
