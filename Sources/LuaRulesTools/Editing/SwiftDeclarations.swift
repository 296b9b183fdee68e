import LuaRules

/// Finds where the program declares keys and members, in the texts of its Swift files.
///
/// It knows the forms that declare a key, and no Swift beyond them.
package struct SwiftDeclarations: Sendable {
  private let path: String
  private let text: String
  /// The lines of the file.
  package let lines: TextPositions

  /// - Parameters:
  ///   - text: The text of a Swift file.
  ///   - path: Its path.
  package init(_ text: String, path: String) {
    self.text = text
    self.path = path
    lines = TextPositions(Array(text.utf8))
  }

  // MARK: Keys

  /// Returns the places that declare a key: an accessor, the type of the key, its name, or a rule in
  /// Swift that assigns it; each once, in the order of the text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func places(ofKey key: String) -> [EditedProject.Place] {
    guard text.contains(key) || text.contains(Self.typeName(key)) else { return [] }
    let name = Self.escaped(key)
    let type = Self.escaped(Self.typeName(key))
    let forms = [
      #"@RuleKey\s*\(\s*"\#(name)"\#(Self.arguments)\)\s*(?:\w+\s+)*?var\s+(\w+)"#,
      #"@RuleKey(?:\s*\((?!\s*")\#(Self.arguments)\))?\s*(?:\w+\s+)*?var\s+(\#(name))\b"#,
      #"\bvar\s+(\#(name))\s*:[^{}\n]*\{[^}]*self\[dynamic:"#,
      #"\b(?:struct|enum|class)\s+(\#(type)(?:Environment)?Key)\s*:[^{]*\bDynamicEnvironmentKey\b"#,
      #"[^@\w]RuleKey(?:<[^>\n]*>)?\(\s*"(\#(name))""#,
      #"\\\.(\#(name))\s*<=[^=]"#,
    ]
    let keyTypes = #"\b(?:struct|enum|class)\s+\w+\s*:[^{]*\bDynamicEnvironmentKey\b[^{]*\{"#
    let names = places(
      [#"\bstatic\s+(?:let|var)\s+name\b[^"\n]*"(\#(name))""#], inBodiesBehind: keyTypes)
    return (places(forms) + names).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What may stand between the parentheses of an attribute.
  private static let arguments = #"(?:[^()]|\([^()]*\))*"#

  /// The name of a key's type without `Key`, as the name of the key is derived from it.
  private static func typeName(_ key: some StringProtocol) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
  }

  private static func escaped(_ name: String) -> String {
    name.map { $0.isLetter || $0.isNumber || $0 == "_" ? "\($0)" : "\\\($0)" }.joined()
  }

  // MARK: Members

  /// Returns the place of a property in the body of a type.
  package func places(ofMember name: String, inType type: String) -> [EditedProject.Place] {
    guard text.contains(name), text.contains(type) else { return [] }
    let kind = #"\b(?:struct|class|enum|actor|extension)\s+"#
    return places(
      [#"\b(?:var|let)\s+(\#(Self.escaped(name)))\b"#],
      inBodiesBehind: kind + Self.escaped(type) + #"\b[^{}]*\{"#)
  }

  // MARK: Places

  /// Returns the places in the bodies of types that begin behind a form, and not in what is inside of
  /// these, such as the local variables of a method.
  private func places(
    _ forms: [String], inBodiesBehind head: String
  ) -> [EditedProject.Place] {
    guard let regex = try? Regex(head) else { return [] }
    return text.matches(of: regex).filter { !isComment($0.range.lowerBound) }.flatMap { match in
      outermostParts(behind: match.range.upperBound).flatMap { places(forms, in: text[$0]) }
    }
  }

  /// The parts of a body, up to its `}`, that are in no further braces.
  private func outermostParts(behind start: String.Index) -> [Range<String.Index>] {
    var parts: [Range<String.Index>] = []
    var depth = 0
    var partStart = start
    var index = start
    var isInText = false
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      switch character {
      case "\\" where isInText:
        index = next < text.endIndex ? text.index(after: next) : next
        continue
      case "\"": isInText.toggle()
      case "\n": isInText = false
      case _ where isInText: break
      case "/" where next < text.endIndex && text[next] == "/":
        index = text[index...].firstIndex(of: "\n") ?? text.endIndex
        continue
      case "{":
        if depth == 0 { parts.append(partStart..<index) }
        depth += 1
      case "}":
        if depth == 0 { return parts + [partStart..<index] }
        depth -= 1
        if depth == 0 { partStart = next }
      default: break
      }
      index = next
    }
    return depth == 0 ? parts + [partStart..<text.endIndex] : parts
  }

  private func places(_ forms: [String], in part: Substring? = nil) -> [EditedProject.Place] {
    let part = part ?? text[...]
    var found: Set<Range<String.Index>> = []
    for form in forms {
      guard let regex = try? Regex(form) else { continue }
      for match in part.matches(of: regex) {
        guard let range = match[1].range, !isComment(range.lowerBound) else { continue }
        found.insert(range)
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.map { range in
      EditedProject.Place(
        path: path, range: offset(of: range.lowerBound)..<offset(of: range.upperBound))
    }
  }

  private func startOfLine(_ index: String.Index) -> String.Index {
    text[..<index].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
  }

  private func isComment(_ index: String.Index) -> Bool {
    text[startOfLine(index)..<index].drop { $0 == " " || $0 == "\t" }.hasPrefix("//")
  }

  private func offset(of index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }
}
