import LuaSyntax
import Testing

/// The tokens and the comments of a text, and what is between them.
@Suite struct LuaTokensTests {
  /// Texts, and their tokens and comments with `·` between.
  @Test(arguments: [
    ("", ""), (" \t\r\n\u{B}\u{C}", ""), ("local a<b> =1", "local·a·<·b·>·=·1"),
    ("a.b:c[1]{...}", "a·.·b·:·c·[·1·]·{·...·}"), ("a..b...c", "a·..·b·...·c"),
    ("a<=b>=c~=d==e<<f>>g//h", "a·<=·b·>=·c·~=·d·==·e·<<·f·>>·g·//·h"),
    ("::l::goto l", "::·l·::·goto·l"), ("a==='x'", "a·==·=·'x'"),
    // Strings.
    (#""a\"b" 'c\\' x"#, #""a\"b"·'c\\'·x"#), ("'a\nb", "'a·b"), ("'a\\\nb' c", "'a\\\nb'·c"),
    ("'a\\z \n b' c", "'a\\z \n b'·c"), ("[[a]]b]]", "[[a]]·b·]·]"),
    ("[==[a]]b]=]c]==]d", "[==[a]]b]=]c]==]·d"), ("a[b[1]]", "a·[·b·[·1·]·]"),
    ("[=x", "[·=·x"), ("[[a", "[[a"), ("\"a", "\"a"), ("'\\", "'\\"),
    // Numbers.
    ("1e-5+1E+5", "1e-5·+·1E+5"), ("0x1e-5", "0x1e·-·5"), ("0xAp-2-0XaP+2", "0xAp-2·-·0XaP+2"),
    ("1..2", "1·..·2"), (".5..-.5", ".5·..·-·.5"), ("3.-1", "3.·-·1"), ("1p-5", "1p·-·5"),
    ("a.. .5", "a·..·.5"), ("a...5", "a·...·5"), ("1e", "1e"), ("1e-", "1e-"),
    // Comments.
    ("a--b\nc", "a·--b·c"), ("a--[[b\nc]]d", "a·--[[b\nc]]·d"), ("--[=[a]]b]=]c", "--[=[a]]b]=]·c"),
    ("a-- b", "a·-- b"), ("--[[a", "--[[a"), ("a-b", "a·-·b"), ("--[=a\nb", "--[=a·b"),
    // The first line.
    ("#!/usr/bin/env lua 'a\nb", "b"), ("\u{FEFF}# a\nb", "b"), ("# a", ""), ("\u{FEFF}a", "a"),
    ("a\n#b", "a·#·b"),
    // What is no Lua.
    ("a ! b é c", "a·!·b·é·c"),
  ])
  func `a text has its tokens and comments`(text: String, expected: String) {
    let tokens = LuaTokens(text)
    let parts = tokens.pieces.map { String(decoding: tokens.bytes[$0.range], as: UTF8.self) }
    #expect(parts.joined(separator: "·") == expected)
  }

  @Test(arguments: [
    ("'a b'", "a b"), ("\"\"", ""), ("[[a]]", "a"), ("[==[a]==]", "a"), ("'a", "a"), ("[[a", "a"),
    ("[[a]", "a]"), ("'", ""), ("[[", ""), ("[==[a]=]", "a]=]"), ("abc", "abc"), ("12", "12"),
  ])
  func `the text of a string is between its quotes`(text: String, inner: String) {
    let tokens = LuaTokens(text)
    #expect(tokens.all.map { tokens.text($0) } == [inner])
  }

  // MARK: The whole text

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Prints a text from its tokens, its comments and what is between them, which has to be space.
  private static func printed(_ bytes: [UInt8]) -> [UInt8] {
    let tokens = LuaTokens(bytes)
    var printed: [UInt8] = []
    for piece in tokens.pieces {
      guard piece.range.lowerBound >= printed.count, !piece.range.isEmpty else { return [] }
      let between = bytes[printed.count..<piece.range.lowerBound]
      #expect(printed.isEmpty || between.allSatisfy(isSpace), "\(between)")
      printed += between
      printed += bytes[piece.range]
    }
    let rest = bytes[printed.count...]
    #expect(printed.isEmpty || rest.allSatisfy(isSpace))
    return printed + rest
  }

  @Test func `the tokens of each file give its text back`() {
    #expect(LuaFiles.all.count > 500)
    for file in LuaFiles.all { #expect(Self.printed(file.bytes) == file.bytes, "\(file.name)") }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the tokens of a changed file give its text back`(seed: UInt64) {
    var mutation = Mutation(seed: seed)
    for file in LuaFiles.all.shuffled(using: &mutation.random).prefix(100) {
      let bytes = mutation.changed(file.bytes)
      #expect(Self.printed(bytes) == bytes, "\(file.name), seed \(seed)")
    }
  }

  @Test func `a token is read alone as it is read in its file`() {
    for file in LuaFiles.all {
      let tokens = LuaTokens(file.bytes)
      for token in tokens.all where !token.is("#") {
        let alone = LuaTokens(Array(file.bytes[token.start..<token.end]))
        #expect(alone.all.count == 1, "\(file.name)")
        #expect(alone.all.first?.kind == token.kind && alone.all.first?.word == token.word)
      }
    }
  }

  // MARK: Places

  /// The token at each place of a text, from its start to its end; `-` for none.
  @Test(arguments: [
    ("", "-"), ("ab .. 'c'..d", "0001112222344"), ("a   b", "00--11"), ("f(x)", "00223"),
  ])
  func `the token at each place is found`(text: String, expected: String) {
    let tokens = LuaTokens(text)
    let found = (0...text.utf8.count).map { tokens.index(at: $0).map { "\($0)" } ?? "-" }
    #expect(found.joined() == expected)
  }
}
