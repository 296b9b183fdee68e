/// Names that Lua can read.
package enum LuaName {
  /// Words that a name cannot be: Lua's own, and those that rules have a meaning for.
  private static let words: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Globals that rules use, and the names that imported rules have.
  private static let taken: Set<String> = [
    "c", "feel", "null", "require", "table", "math", "string", "utf8", "host", "error", "pairs",
  ]

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !words.contains(text) else { return false }
    return !(0x30...0x39).contains(first)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x5F
      }
  }

  /// The key of a table constructor.
  package static func key(_ name: String) -> String {
    isName(name) ? name : "[\(CellValue.text(name).lua)]"
  }

  /// What reads a member: `.name` or `["a name"]`.
  static func path(_ name: String) -> String {
    isName(name) ? ".\(name)" : "[\(CellValue.text(name).lua)]"
  }

  /// Makes a name of words: `Applicant Age` becomes `applicantAge`; letters that Lua does not read are left out.
  static func camel(_ title: String) -> String {
    if isName(title) { return title }
    let words = title.filter { $0 != "'" && $0 != "\u{2019}" }.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_"))
    }
    var name = words.enumerated().map { index, word in
      (index == 0 && words.count > 1
        ? word.prefix(1).lowercased()
        : index == 0 ? String(word.prefix(1)) : word.prefix(1).uppercased()) + word.dropFirst()
    }.joined()
    if name.isEmpty { name = "key" }
    if !isName(name) { name = "_" + name }
    return name
  }

  /// A name that no other has, with a number behind it if need be; adds it to the used ones.
  static func unique(
    _ name: String, among used: inout Set<String>, reserved: Set<String> = []
  ) -> String {
    var name = name
    if taken.contains(name) { name += "_" }
    let base = name
    var number = 2
    while reserved.contains(name) || !used.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}
