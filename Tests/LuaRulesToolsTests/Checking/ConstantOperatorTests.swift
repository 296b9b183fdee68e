import LuaRules
import LuaRulesTools
import Testing

/// `and` and `or` behind a constant, which the compiler folds.
@Suite struct ConstantOperatorTests {
  private static func told(_ text: String) throws -> [String] {
    try CheckedText.check(text).findings.filter { $0.code == .decidedTest }.map {
      "\($0.location.line ?? 0): \($0.message); \($0.fix ?? "")"
    }
  }

  @Test(arguments: [
    (
      "{ key = 'k', when = { plan = \"free\" or \"team\" or \"pro\" }, value = 1 },",
      "2: `\"free\" or …` is always `\"free\"`; "
        + "a list allows each of its values: `{ \"free\", \"team\", \"pro\" }`"
    ),
    (
      "{ key = 'k', when = { plan = { name = 1 and 2 } }, value = 1 },",
      "2: `1 and …` is always what is behind `and`; remove `1 and`"
    ),
    (
      "{ key = 'k', value = \"a\" or \"b\" },",
      "2: `\"a\" or …` is always `\"a\"`; remove what is behind it"
    ),
    (
      "{ key = 'k', when = { plan = 'a' } or { plan = 'b' }, value = 1 },",
      "2: `{ … } or …` is always `{ … }`; remove what is behind it"
    ),
    (
      "{ key = 'k', value = function(c) return nil or c.x end },",
      "2: `nil or …` is always what is behind `or`; remove `nil or`"
    ),
    (
      "{ key = 'k', value = function(c) return c.x or 'a' or 'b' end },",
      "2: `'a' or …` is always `'a'`; remove what is behind it"
    ),
  ])
  func `a constant on the left side is told`(rule: String, expected: String) throws {
    #expect(try Self.told("return {\n\(rule)\n}") == [expected])
  }

  @Test(arguments: [
    "return c.x and 'a' or 'b'", "return c.x == 'a' and c.y == 'b'", "return c.x or 'a'",
    "return (c.x or {}) and c.y", "return f { 1 } or c.x", "return c.x .. 'a' == 'b' or c.y",
    "return -- 'a' or 'b'\nc.x", "return \"'a' or 'b'\"",
  ])
  func `any other left side is not`(body: String) throws {
    let text =
      "local function f(t) return t[1] end\n"
      + "return { { key = 'k', value = function(c) \(body) end }, { key = 'l', value = f({}) } }"
    #expect(try Self.told(text) == [])
  }
}
