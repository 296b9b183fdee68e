/// Writes rule files at random, most of which compile, and some of which are evil.
struct RuleGrammar {
  var generator: SeededGenerator
  private var depth = 0

  init(seed: UInt64) {
    generator = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// A file with a few rules, some of them for the key `attack`.
  mutating func file() -> String {
    var text = chance(3) ? "local m = { n = 1, t = { 1, 2 } }\n" : ""
    if chance(6) { text += block(2) + "\n" }
    text += "return {\n"
    for _ in 0..<number(1...4) { text += "  \(rule(nesting: 0)),\n" }
    return text + "}\n"
  }

  /// A context as JSON.
  mutating func context() -> String {
    let fields = ["on", "n", "list", "todo", "text"].map { "\"\($0)\": \(json(nesting: 0))" }
    return "{\(fields.joined(separator: ", "))}"
  }

  // MARK: Rules

  private mutating func rule(nesting: Int) -> String {
    var fields: [String] = []
    if chance(2) { fields.append("when = \(predicate())") }
    if chance(4) {
      fields.append(
        "priority = "
          + "\(one(["high", "low", "\"high\"", "7", "1e9", "-1", "nil"]))")
    }
    if chance(8) { fields.append("complexity = \(one(["0", "3", "-1", "1.5"]))") }
    if nesting < 3, chance(6) {
      if chance(2) { fields.append("key = \"attack\"") }
      fields.append("rules = { \(rule(nesting: nesting + 1)), \(rule(nesting: nesting + 1)) }")
    } else if chance(10) {
      fields.append("set = { attack = \(expression(2)), other = \(expression(1)) }")
    } else {
      fields.append(
        "key = "
          + "\(one(["\"attack\"", "\"attack\"", "\"other\"", "\"todo.title\"", "\"n\""]))")
      fields.append("value = \(value())")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  private mutating func predicate() -> String {
    switch number(0...3) {
    case 0: "{ on = \(literal()), [\"todo.title\"] = \(literal()) }"
    case 1: "{ n = { 1, 2, \(literal()) } }"
    default: "function(c) \(block(1)) return \(expression(3)) end"
    }
  }

  private mutating func value() -> String {
    chance(4) ? literal() : "function(c) \(block(3)) return \(expression(3)) end"
  }

  // MARK: Statements

  private mutating func block(_ most: Int) -> String {
    (0..<number(0...most)).map { _ in statement() }.joined(separator: " ")
  }

  private mutating func statement() -> String {
    guard depth < 4 else { return "local x = \(literal())" }
    depth += 1
    defer { depth -= 1 }
    switch number(0...13) {
    case 0: return "for i = 1, \(one(["3", "10", "1e9", "#(\(text()))"])) do \(block(2)) end"
    case 1: return "while \(expression(2)) do \(block(2)) \(chance(2) ? "break" : "") end"
    case 2: return "if \(expression(2)) then \(block(2)) else \(block(1)) end"
    case 3: return "for k, v in pairs(\(table())) do \(block(2)) end"
    case 4:
      return "local f = function(a, ...) \(block(2)) return \(expression(2)) end "
        + "f(\(expression(1)))"
    case 5: return "local t = \(table()) t[\(expression(1))] = \(expression(2))"
    case 6: return "table.sort(\(table()), function(a, b) \(block(1)) return \(expression(2)) end)"
    case 7:
      return "local s = \(text()):gsub(\(pattern()), function(x) \(block(1)) return "
        + "\(expression(1)) end)"
    case 8: return "local x <\(one(["const", "close"]))> = \(expression(1))"
    case 9: return "do \(block(3)) end"
    case 10: return "\(one(["leaked", "c.n", "string.x", "m", "t"])) = \(expression(1))"
    case 11: return "repeat \(block(2)) until \(expression(2))"
    case 12: return "for w in \(text()):gmatch(\(pattern())) do \(block(1)) end"
    default: return "local x, y = \(expression(2)), \(expression(2))"
    }
  }

  // MARK: Expressions

  private mutating func expression(_ nesting: Int) -> String {
    guard nesting > 0, depth < 8 else { return chance(2) ? literal() : place() }
    depth += 1
    defer { depth -= 1 }
    let inner = nesting - 1
    switch number(0...9) {
    case 0: return literal()
    case 1: return place()
    case 2:
      let sign = one([
        "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", "and", "or", "&", "|", "~",
        "<<", ">>",
      ])
      return "(\(expression(inner)) \(sign) \(expression(inner)))"
    case 3: return "(\(one(["not ", "-", "#", "~"]))\(expression(inner)))"
    case 4, 5: return call(inner)
    case 6: return table()
    case 7: return text()
    case 8:
      return "(function(...) \(block(1)) return \(expression(inner)) "
        + "end)(\(expression(inner)))"
    default:
      return
        "\(text()):\(one(["rep", "sub", "upper", "byte", "len", "find", "missing"]))(\(expression(inner)))"
    }
  }

  private static let functions = [
    "string.rep", "string.sub", "string.find", "string.format", "string.byte", "string.char",
    "string.gsub", "string.pack", "string.unpack", "string.reverse", "table.concat",
    "table.insert", "table.remove", "table.move", "table.unpack", "table.pack", "table.sort",
    "math.floor", "math.max", "math.fmod", "math.tointeger", "utf8.char", "utf8.len",
    "utf8.codepoint", "utf8.offset", "tostring", "tonumber", "type", "next", "pairs", "ipairs",
    "select", "error", "assert", "print", "require", "pcall", "setmetatable", "load",
  ]

  private mutating func call(_ nesting: Int) -> String {
    let arguments = (0..<number(0...4)).map { _ in expression(nesting) }
    return "\(one(Self.functions))(\(arguments.joined(separator: ", ")))"
  }

  private mutating func place() -> String {
    one([
      "c.n", "c.on", "c.list", "c.todo.title", "c.todo.missing", "c.list[1]", "c.other", "c.attack",
      "c", "c.text", "c[\"is\" .. \"Admin\"]", "x", "k", "m.t", "host", "_ENV", "...", "c.list[-1]",
    ])
  }

  private mutating func table() -> String {
    one([
      "{}", "{ 1, 2, 3 }", "{ a = 1, b = { 2 } }", "{ \(literal()), x = \(literal()) }", "c.list",
      "c.todo", "string", "{ [1.5] = 1 }", "{ { { } } }", "{ 3, 1, 2, nil, 5 }", "_ENV",
    ])
  }

  private mutating func text() -> String {
    one([
      "(\"abc\")", "(\"\")",
      "(\"a b  "
        + "c\")", "((\"x\"):rep(\(one(["10", "1000", "1e6", "1e15", "-1"]))))",
      "(\"\\xff\\0é\")", "tostring(c.n)", "(\"%d %s %q\")",
    ])
  }

  private mutating func pattern() -> String {
    one([
      "\"%w+\"", "\"(.-)%s\"", "\".-.-.-b\"", "\"^a*$\"", "\"[\"", "\"%\"", "\"%b()\"",
      "\"%f[%w]\"", "\"()\"",
      "\"\"", "\"(a*)*%1\"", "(\"a?\"):rep(30)", "\"[^%]]\"", "\"%9\"",
    ])
  }

  private mutating func literal() -> String {
    one([
      "nil", "true", "false", "null", "0", "1", "-1", "2.5", "1e300", "0/0", "math.huge",
      "math.maxinteger", "math.mininteger", "\"\"", "\"gray\"", "\"\\xff\"", "\"a\\0b\"", "1e15",
      "7",
      "\"0x10\"", "\"10\"",
    ])
  }

  private mutating func json(nesting: Int) -> String {
    switch number(0...(nesting < 3 ? 8 : 6)) {
    case 0: "null"
    case 1: one(["true", "false"])
    case 2: one(["0", "7", "-1", "9223372036854775807"])
    case 3: one(["0.5", "1e300", "-0.0"])
    case 4: one(["\"\"", "\"buy\"", "\"é\\u0000\"", "\"a b c\""])
    case 5: "[1, 2, 3]"
    case 6: "{\"title\": \"buy\"}"
    case 7: "[\(json(nesting: nesting + 1)), \(json(nesting: nesting + 1))]"
    default: "{\"title\": \(json(nesting: nesting + 1)), \"x\": \(json(nesting: nesting + 1))}"
    }
  }

  // MARK: Chance

  private mutating func chance(_ of: Int) -> Bool { number(1...of) == 1 }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func one(_ choices: [String]) -> String {
    choices[number(0...(choices.count - 1))]
  }
}
