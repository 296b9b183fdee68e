/// Hints for a rule that reads a key while its file is loading, when there is
/// no context.
enum KeyOutsideFunction {
  /// Returns a hint for an undefined global; `nil` if its line does not look
  /// like such a read.
  static func hint(for name: String, line: Int, in text: String) -> String? {
    let code = SyntaxHint.withoutStrings(String(SyntaxHint.line(line, of: text))).code
    guard let use = code.ranges(of: name).first(where: { isWord($0, in: code) }),
      let field = code[..<use.lowerBound].matches(of: #/\b(when|value)\s*=/#).last?.1
    else { return nil }
    if name == "c" || name == "context" {
      return "write `\(field) = function(\(name)) return … end`"
    }
    guard RuleError.mayBeKey(name),
      let path = code[use.lowerBound...].prefixMatch(of: #/\w+(\.\w+)*/#)?.0,
      path != name || code[path.endIndex...].prefixMatch(of: #/\s*(==|~=|<|>)/#) != nil
    else { return nil }
    return "a key is read in a function: `\(field) = function(c) return c.\(path) … end`"
  }

  private static func isWord(_ range: Range<String.Index>, in code: String) -> Bool {
    let isPart = { (character: Character) in
      character.isLetter || character.isNumber || "_.:".contains(character)
    }
    return !(code[..<range.lowerBound].last.map(isPart) ?? false)
      && !(code[range.upperBound...].first.map { isPart($0) && $0 != "." && $0 != ":" } ?? false)
  }
}
