import LuaBridge
import LuaSyntax

/// A keyword of Lua that is written with a slip, such as `loacl`: Lua reads it as a name, and stops there or at the
/// next token.
struct MisspeltKeyword {
  let name: String
  let keyword: String

  /// Finds the keyword where Lua's parser stopped; `nil` if no name there resembles one.
  ///
  /// - Parameters:
  ///   - stop: The token at which the parser stopped, as it is written.
  ///   - line: The line of the token.
  init?(at stop: String, in line: String) {
    let tokens = LuaTokens(line)
    let stops = (0..<tokens.count).filter { index in
      String(decoding: tokens.bytes[tokens[index].start..<tokens[index].end], as: UTF8.self) == stop
    }
    for index in stops {
      if let found = Self(at: index, of: tokens) ?? Self(before: index, of: tokens) {
        self = found
        return
      }
    }
    return nil
  }

  private static let keywords = LuaWord.keywords.map(\.text)

  /// The parser stops at a name: `if a them`.
  private init?(at index: Int, of tokens: LuaTokens) {
    guard tokens[index].kind == .name, index + 1 >= tokens.count || !tokens[index + 1].is("=")
    else { return nil }
    let name = tokens.text(tokens[index])
    guard name.utf8.count > 2, !RuleFields.names.contains(name),
      let keyword = Spelling.suggestion(for: name, among: Self.keywords)
    else { return nil }
    self.init(name: name, keyword: keyword)
  }

  /// The parser stops behind a name, or behind a name and parentheses: `loacl a`, `fucntion(c) return`.
  private init?(before index: Int, of tokens: LuaTokens) {
    guard index > 0, tokens[index].kind != .sign else { return nil }
    var place = index - 1
    // Behind a call only a keyword shows that no call was meant.
    if tokens[place].is(")"), tokens[index].kind == .keyword {
      var depth = 0
      repeat {
        depth += tokens[place].is(")") ? 1 : tokens[place].is("(") ? -1 : 0
        place -= 1
      } while place >= 0 && depth > 0
    }
    guard place >= 0, tokens[place].kind == .name,
      place == 0 || !tokens[place - 1].is(".") && !tokens[place - 1].is(":")
    else { return nil }
    let name = tokens.text(tokens[place])
    guard !RuleFields.names.contains(name),
      let nearest = Spelling.nearest(to: name, among: Self.keywords), nearest.isSlip
    else { return nil }
    self.init(name: name, keyword: nearest.name)
  }

  private init(name: String, keyword: String) {
    self.name = name
    self.keyword = keyword
  }
}
