import AttackPrograms
import Testing

@testable import LuaRules

/// Families of attacks: each function with each evil argument, and files that
/// are large, deep or odd.
struct GeneratedAttackTests {
  static let functions = [
    "string.byte", "string.char", "string.find", "string.format", "string.gmatch", "string.gsub",
    "string.len", "string.lower", "string.match", "string.pack", "string.packsize", "string.rep",
    "string.reverse", "string.sub", "string.unpack", "string.upper", "table.concat",
    "table.insert", "table.move", "table.pack", "table.remove", "table.sort", "table.unpack",
    "utf8.char", "utf8.codepoint", "utf8.codes", "utf8.len", "utf8.offset", "math.abs",
    "math.ceil", "math.floor", "math.fmod", "math.max", "math.min", "math.modf", "math.tointeger",
    "math.ult", "assert", "error", "ipairs", "next", "pairs", "print", "select",
    "tonumber", "tostring", "type",
  ]

  private static let arguments = [
    "nil", "true", "-1", "0", "math.maxinteger", "math.mininteger", "1e308", "0/0", "''",
    "('x'):rep(100000)", "('0'):rep(100000)", "'%'", "'\\xff\\0'", "{}", "{ 1, 2, 3 }",
    "{ n = math.maxinteger }", "string", "c", "c.list", "c.todo", "null",
    "function(...) return ... end", "print",
  ]

  @Test(arguments: functions)
  func `a library function survives any arguments`(function: String) throws {
    let oracle = try AttackOracle(function)
    var calls: [String] = []
    for first in Self.arguments {
      calls.append("\(function)(\(first))")
      for second in Self.arguments {
        calls.append("\(function)(\(first), \(second))")
        calls.append("\(function)('abc', \(first), \(second))")
        calls.append("\(function)({ 3, 1, 2 }, \(first), \(second), \(first))")
      }
    }
    // A key each, and all in one file: loading is most of the work.
    let rules = calls.enumerated().map { number, call in
      "{ key = \"k\(number)\", value = function(c) return (\(call)) end },"
    }
    try oracle.askAll(
      "return {\n\(rules.joined(separator: "\n"))\n}", keys: calls.indices.map { "k\($0)" })
  }

  struct Source: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable () -> String

    init(_ name: String, _ text: @autoclosure @escaping @Sendable () -> String) {
      testDescription = name
      self.text = text
    }
  }

  private static func times(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined()
  }

  static let sources = [
    Source("brackets", "return " + times(100_000) { _ in "(" }),
    Source("tables", "return " + times(100_000) { _ in "{" }),
    Source("functions", "return " + times(5000) { _ in "function() return " }),
    Source("signs", "return " + times(100_000) { _ in "- " } + "1"),
    Source("joins", "return 'a'" + times(100_000) { _ in "..'a'" }),
    Source("powers", "return 2" + times(100_000) { _ in "^2" }),
    Source("blocks", times(100_000) { _ in "do " }),
    Source("conditions", "if a then " + times(30_000) { "elseif a == \($0) then " }),
    Source("labels", "local x " + times(30_000) { "::a\($0):: x = 1 " } + " return {}"),
    Source(
      "jumps",
      "local x "
        + times(15_000) {
          "goto a\($0) x = 1 "
            + ""
        } + times(15_000) { "::a\($0):: x = 1 " }),
    Source(
      "names through many functions",
      times(185) { level in
        "local function f\(level)() local " + times(189) { "v\(level)_\($0)," } + "z "
      } + times(50_000) { _ in "_=a;" } + times(185) { _ in " end " } + " return {}"),
    Source("an open string", "return [[" + times(100_000) { _ in "xxxxxxxxxx" }),
    Source("an open comment", "--[==[" + times(100_000) { _ in "xxxxxxxxxx" }),
    Source("a long line", "x " + times(100_000) { _ in "return if = " }),
    Source("zeros", times(100_000) { _ in "\0" }),
    Source("bytecode", "\u{1B}Lua\u{54}\u{0}\u{19}"),
    Source("bytecode behind a mark", "\u{FEFF}\u{1B}Lua"),
    Source("many locals", times(300) { "local a\($0) " }),
    Source(
      "a long number",
      "return { { key = 'attack', value = "
        + "1" + times(100_000) { _ in "9" } + " } }"),
    Source("many constants", "return {" + times(200_000) { "'s\($0)'," } + "}"),
    Source("a long path", "return { { key = '" + times(50_000) { _ in "a." } + "a', value = 1 } }"),
    Source(
      "a long path in a pattern",
      "return { { key = 'attack', value = 1, when = { "
        + "['" + times(50_000) { _ in "a." } + "a'] = 1 } } }"),
    Source(
      "many wrong fields",
      "return { { key = 'attack', value = "
        + "1," + times(20_000) { "f\($0) = 1," } + "} }"),
    Source("many wrong rules", "return {" + times(20_000) { _ in "{ ky = 1, vlue = 2 }," } + "}"),
    Source(
      "deep groups",
      "return {" + times(60) { _ in "{ rules = {" }
        + times(60) { _ in
          "} "
            + "},"
        } + "}"),
    Source(
      "groups that are shared",
      "local g = { rules = { { key = 'attack', value = 1 } } } "
        + "for i = 1, 30 do g = { rules = { g, g } } end return { g }"),
    Source(
      "a pattern that is shared",
      "local p = {} for i = 1, 99 do p['a' .. i] = 1 end "
        + "local t = {} for i = 1, 9000 do t[i] = { key = 'attack', value = 1, when = p } end "
        + "return t"),
    Source(
      "a string that is shared",
      "local s = ('x'):rep(1e6) local t = {} for i = 1, 9000 "
        + "do t[i] = { key = 'attack', value = s } end return t"),
    Source("a set of many keys", "return { { set = {" + times(50_000) { "k\($0) = 1," } + "} } }"),
    Source(
      "a value of many names",
      "return { { key = 'attack', value = {" + times(50_000) { "k\($0) = 1," } + "} } }"),
    Source("a file that holds itself", "local r = {} r.rules = { r } return r"),
    Source("a rule in a circle", "local r = { key = 'attack', value = 1 } r.when = r return { r }"),
    Source(
      "predicates that are hard to count",
      "return {"
        + times(800) { _ in
          "{ key = 'attack', value = 1, when = function(c) return "
            + times(24) { "(c.a\($0 % 16) or c.a\(($0 * 7 + 1) % 16)) and " } + "c.on end },"
        } + "}"),
    Source(
      "a predicate with twenty thousand conditions",
      "return { { key = 'attack', value = 1, when = function(c) return "
        + "" + times(20_000) { "c.a\($0) or " } + "c.on end } }"),
    Source(
      "branches that double",
      "return { { key = 'attack', value = 1, when = function(c) local x "
        + times(500) {
          "if c.a\($0) then x = c.b\($0) elseif x then x = not x end "
            + ""
        } + "return x end } }"),
    Source(
      "a chain of members",
      "return { { key = 'attack', value = function(c) return "
        + "c" + times(20_000) { _ in ".a" } + " end } }"),
    Source(
      "keys in a long chain",
      "local t = {} for i = 1, 900 do t[i] = { key = 'k' .. i, value = function(c) return "
        + "c['k' .. i + 1] end } end t[901] = { key = 'attack', value = function(c) return "
        + "c.k1 end } return t"),
  ]

  @Test(arguments: sources)
  func `an odd file ends with an answer or a clear error`(source: Source) throws {
    let oracle = try AttackOracle(source.testDescription)
    try oracle.fuzz(Array(source.text().utf8), context: AttackPlacement.context)
  }
}
