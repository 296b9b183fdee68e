import Foundation
import LuaBridge
import Testing

private struct Money: LuaConvertible {
  var luaRepresentation: LuaRepresentation { .value(.integer(1)) }
  init(luaValue: LuaValue) throws(ConversionError) {}
}

@Suite struct ExpectationTests {
  @Test(
    arguments: [
      (Int.self, "an integer"), (UInt8.self, "an integer from 0 to 255"), (Double.self, "a number"),
      (String.self, "a string"), (Bool.self, "true or false"),
      (Color.self, "one of gray, red, black"),
      (Color?.self, "one of gray, red, black or nil"), ([Int].self, "a list of integers"),
      (Int??.self, "an integer or nil"), (Only.self, "one"),
      ([[String]].self, "a list of lists of strings"),
      (Set<UInt8>.self, "a list of integers from 0 to 255"),
      ([String: Int].self, "a table with string keys"), (Any.self, "any value"),
      ([Any].self, "a list"),
      (UUID.self, "a UUID"), (Money.self, "a value for `Money`"), (Options.self, "an integer"),
      (Machine.self, "an object of the host (`Machine`)"),
      (Date.self, "a date (seconds since 1970 or ISO 8601)"),
    ] as [(Any.Type, String)])
  func `a type is described in Lua's words`(type: Any.Type, words: String) {
    #expect(LuaConverter.expectation(of: type) == words)
  }

  @Test(
    arguments: [
      ("grey", ["gray", "red"], "gray"), ("prioriy", ["priority", "value"], "priority"),
      ("TITLE", ["tile", "title"], "title"), ("tilte", ["title", "tiles"], "title"),
      ("x", ["y"], nil), ("x", ["X"], "X"), ("x", ["x"], nil), ("ab", ["zz", "az", "aa"], "aa"),
      ("completely", ["other"], nil), ("", ["a"], nil), ("abcdef", ["abcdefghij"], nil),
      (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], nil),
    ] as [(String, [String], String?)])
  func `a misspelt word has a suggestion`(word: String, names: [String], found: String?) {
    #expect(Spelling.suggestion(for: word, among: names) == found)
    #expect(Spelling.suggestion(for: word, among: names.reversed()) == found)
  }
}
