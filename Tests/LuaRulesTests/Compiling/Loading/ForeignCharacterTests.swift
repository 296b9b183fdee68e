import LuaRules
import Testing

/// Characters that look like Lua and are none, or that nobody sees.
@Suite struct ForeignCharacterTests {
  @Test(arguments: [
    (
      "{ key = 'a',\u{A0}value = 1 },",
      "unexpected no-break space (U+00A0)", "replace it with a plain space"
    ),
    (
      "{ key = 'a', value\u{3000}= 1 },",
      "unexpected ideographic space (U+3000)", "replace it with a plain space"
    ),
    (
      "{ key = 'a', \u{200B}value = 1 },", "unexpected zero width space (U+200B)",
      "it is invisible: delete it, or type the line again"
    ),
    (
      "{ key = 'a', value = 1\u{1B} },", "unexpected control character (U+001B)",
      "it is invisible: delete it, or type the line again"
    ),
    (
      "{ key = 'ä', when = { größe = 'ß' }, value = 1 },", "unexpected `ö` (U+00F6)",
      "names have only the letters a to z and A to Z, digits and `_`; write `[\"größe\"] = …` for a "
        + "field"
    ),
    (
      "{ key = 'a', when = function(c) return c.größe > 1 end, value = 1 },",
      "unexpected `ö` (U+00F6)",
      "names have only the letters a to z and A to Z, digits and `_`; write `[\"größe\"]` without the "
        + "dot"
    ),
    (
      "{ key = 'a', value = größe },", "unexpected `ö` (U+00F6)",
      "names have only the letters a to z and A to Z, digits and `_`; text is written in quotes"
    ),
    (
      "{ key = 'a', when = function(c) return c.n ≥ 1 end, value = 1 },", "unexpected `≥` (U+2265)",
      "write `>=`"
    ),
    ("{ key = 'a', value = 2 − 1 },", "unexpected `−` (U+2212)", "write `-`"),
    (
      "{ key = 'a', value = 1 }, ← here", "unexpected `←` (U+2190)",
      "it belongs in a string, in quotes, or in a comment"
    ),
  ])
  func `a character that belongs to no token is named`(
    _ rule: String, _ message: String, _ hint: String
  ) {
    #expect(
      loading("return {\n  \(rule)\n}")
        == "rules.lua:2: error: \(message) [syntax]\n  hint: \(hint)")
  }

  @Test func `in strings and comments every character is allowed`() {
    #expect(loading("return { { key = 'größe', value = '≥ \u{A0}' } } -- größe") == "1 rules")
  }

  @Test(arguments: [
    (
      "{ key = 'a', when = function(c) return c.plan in { 'free', 'team' } end, value = 1 },",
      "'end' expected near 'in'",
      "one of several values is a pattern: `when = { plan = { \"free\", \"team\" } }`"
    ),
    (
      "{ key = 'a', when = { b = 1 }, then = 'red' },", "unexpected symbol near 'then'",
      "what a rule gives is called `value`"
    ),
  ])
  func `words of other languages have a hint`(
    _ rule: String, _ message: String, _ hint: String
  ) {
    #expect(
      loading("return {\n  \(rule)\n}").contains("error: \(message) [syntax]\n  hint: \(hint)"),
      "\(loading("return {\n  \(rule)\n}"))")
  }
}
