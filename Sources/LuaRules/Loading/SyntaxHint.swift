/// What to write instead, for what people write who know other languages.
enum SyntaxHint {
  /// Returns a sentence for a message of Lua's parser, or `nil` when there is no guess.
  static func hint(for message: String, line: Int?, in text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let current = line.flatMap { $0 >= 1 && $0 <= lines.count ? lines[$0 - 1] : nil } ?? ""
    let code = withoutStrings(current)
    let near = message.components(after: "near ").map { $0.trimming("'") } ?? ""
    for (operators, sentence) in foreignOperators where operators.contains(where: code.contains) {
      return sentence
    }
    if near == "{", current.drop(while: \.isWhitespace).first == "{" {
      return "a rule file begins with `return`: `return { … }`"
    }
    if near == "[" || near == "]" || code.contains("= [") {
      return "lists are written with braces: `{ 1, 2 }`"
    }
    if near == ":" || near == ": " {
      return "fields are written with `=`: `key = \"title\"`"
    }
    if message.contains("'}' expected"), near != "<eof>" {
      return "is a comma missing before `\(near)`?"
    }
    if near == "<eof>", message.contains("'}' expected") {
      return "a brace is not closed"
    }
    if near == "<eof>", message.contains("'end' expected") {
      return "a function is not closed with `end`"
    }
    if message.contains("C stack overflow") {
      return "tables, brackets or functions are nested too deeply"
    }
    if message.contains("unfinished string") {
      return "the string is not closed with a quote"
    }
    return nil
  }

  private static let foreignOperators: [(operators: [String], sentence: String)] = [
    (["!==", "!="], "not equal is written `~=`"),
    (["==="], "equality is written `==`"),
    (["&&"], "write `and`"),
    (["||"], "write `or`"),
    (["=>"], "write `function(c) return … end` for a function, `=` for a field"),
    (["++", "+="], "write `x = x + 1`"),
    (["//"], "comments begin with `--`"),
    (["!"], "write `not`"),
  ]

  /// The line with what is quoted, and a comment at its end, left out.
  private static func withoutStrings(_ line: Substring) -> String {
    var result = ""
    var quote: Character?
    var isEscaped = false
    var previous: Character = " "
    for character in line {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == open {
          quote = nil
        }
        continue
      }
      if character == "\"" || character == "'" {
        quote = character
      } else if character == "-", previous == "-" {
        return String(result.dropLast())
      } else {
        result.append(character)
      }
      previous = character
    }
    return result
  }
}

extension String {
  fileprivate func components(after marker: String) -> String? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(marker) { return String(rest.dropFirst(marker.count)) }
      rest = rest.dropFirst()
    }
    return nil
  }

  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
