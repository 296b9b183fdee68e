/// The text of a template, checked and prepared so that every value is escaped by ``SafeHTML``.
struct TemplateText {
  /// The text for the library.
  let prepared: String
  /// The templates that it names, with the line.
  let partials: [(name: String, line: Int)]
  /// The values that name further templates, such as `component`.
  let namedByValue: Set<String>

  /// Why a template is refused.
  struct Problem: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String
    var description: String { "\(file):\(line): error: \(message)" }
  }

  /// Checks the text of a file.
  ///
  /// - Throws: ``Problem`` for a tag that would let a value through unescaped.
  init(_ text: String, file: String) throws {
    var partials: [(String, Int)] = []
    var namedByValue: Set<String> = []
    // Without indentation: Mustache would repeat it in front of each line of a partial, in text areas, too.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " || $0 == "\t" }
    }
    for (index, line) in lines.enumerated() {
      var rest = line.unicodeScalars[...]
      while let start = Self.tagStart(in: rest) {
        let tag = rest[start...].drop { $0 == "{" || $0 == " " || $0 == "\t" }
        let braces = rest[start...].prefix { $0 == "{" }.count
        let misuse: String? =
          switch tag.first {
          case _ where braces > 2: "`{{{` would not escape the value; write `{{`"
          case "&": "`{{&` would not escape the value; write `{{`"
          case "=": "the tags must stay `{{` and `}}`"
          case "%": "a template cannot choose how its values are escaped"
          default: nil
          }
        let problem =
          misuse
          ?? (rest[..<start].last == "="
            ? "a value in an attribute needs quotes: `\"{{…}}\"`" : nil)
        if let problem { throw Problem(file: file, line: index + 1, message: problem) }
        if let first = tag.first, first == ">" || first == "<" {
          let name = tag.dropFirst().drop { $0 == " " }.prefix { $0 != "}" && $0 != " " }
          if name.first == "*" {
            namedByValue.insert(String(name.dropFirst()))
          } else {
            partials.append((String(name), index + 1))
          }
        }
        rest = tag.dropFirst()
      }
    }
    self.partials = partials
    self.namedByValue = namedByValue
    prepared = "{{% CONTENT_TYPE: \(SafeHTML.name)}}" + lines.joined(separator: "\n")
  }

  private static func tagStart(in text: Substring.UnicodeScalarView) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == "{", next < text.endIndex, text[next] == "{" { return index }
      index = next
    }
    return nil
  }
}
