// Functions as people write them: with early returns, and constants that stand for what is missing.

extension RandomFunctions {
  /// The module that functions require.
  static let module = """
    local util = { none = "none", colors = { eu = "blue", us = "red" } }
    function util.size(c) if c.size == nil then return util.none end return c.size end
    function util.sum(rows) local n = 0 for _, r in ipairs(rows) do n = n + (r.count or 1) end return n end
    function util.default(v, d) if v == nil or v == "" then return d end return v end
    function util.find(list, test) for _, e in ipairs(list) do if test(e) then return e end end end
    function util.isLow(n) return n < 2 or n >= 4 end
    return util
    """

  /// What stands before the rules.
  static let habitualPrelude = [
    "local util = require \"util\"", "local none = \"none\"",
    "local special = { eu = true, asia = false, s = true }",
    "local rates = { eu = 1, us = 1.5, m = 3 }",
    "local function first(...)",
    "for i = 1, select(\"#\", ...) do local v = select(i, ...) if v ~= nil then return v end end",
    "end",
  ]

  /// Rules for a key that others compare with constants.
  mutating func ruleOfMode() -> [String] {
    let one = "{ key = \"mode\", when = { order = { region = \"eu\" } }, value = \"low\" },"
    let two =
      "{ key = \"mode\", when = function(c) return \(test()) end, value = \(pick(["\"high\"", "none", "3"])) },"
    let last = "{ key = \"mode\", value = \(pick(["\"none\"", "\"low\"", "false"])) },"
    return [one] + (number(0...1) == 0 ? [two] : []) + (number(0...1) == 0 ? [last] : [])
  }

  mutating func result() -> String {
    pick([
      "\"a\"", "\"b\"", "\"none\"", "c.order.id", "c.order.region", "tostring(c.count)", "nil",
    ])
  }

  /// A text or a number that may be missing.
  private mutating func missing() -> String {
    pick([
      "c.order.note", "c.size", "c.order.inner and c.order.inner.x", "c.count",
      "c.order.rows and c.order.rows[1] and c.order.rows[1].note", "tonumber(c.order.id)",
      "c.order.rows and #c.order.rows", "c.order.id:match(\"%a\")", "c.ratio",
    ])
  }

  /// A text that is there.
  private mutating func certainText() -> String {
    pick(["c.order.region", "c.order.id", "(c.size or none)", "(c.order.note or \"\")"])
  }

  private mutating func word() -> String {
    pick(["\"eu\"", "\"us\"", "\"s\"", "\"m\"", "\"none\"", "\"\"", "\"a\"", "\"r\"", "\"low\""])
  }

  private mutating func test() -> String {
    pick([
      "c.order.isFast", "not c.order.isFast", "c.order.note", "c.order.note == nil",
      "c.size == \"s\"",
      "c.order.count > 2", "c.order.total >= 1.5", "#c.order.lines == 1",
      "c.order.region == \"eu\"",
      "c.order.region ~= \"us\"", "c.order.inner ~= nil", "c.order.rows and #c.order.rows > 0",
      "special[c.order.region]", "(c.count or 0) > 3", "util.isLow(c.order.count)",
    ])
  }

  // MARK: Choices

  /// Adds a line in which a part may be left out.
  private mutating func choosing(_ text: String) {
    hasChoice = true
    statement(text)
  }

  /// Adds a comparison of a variable, with what follows from it.
  private mutating func compare(_ name: String, with values: [String], depth: Int) {
    let sign = pick(["==", "==", "~="])
    beginChoice(("\(name) \(sign) \(pick(values))", sign))
    branch(depth: depth)
  }

  /// Adds a branch on a condition that is no comparison.
  private mutating func branch(on condition: String, depth: Int) {
    beginChoice((condition, nil))
    branch(depth: depth)
  }

  private mutating func branch(depth: Int) {
    if depth > 0, number(0...1) == 0 {
      block(1, depth: depth - 1)
    } else {
      statement("do return \(result()) end")
    }
    add("end")
  }

  // MARK: Habits

  /// Adds statements that belong together.
  mutating func habit(depth: Int) {
    let new = name("v")
    switch number(0...21) {
    case 0, 1:
      let constant = pick(["\"\"", "\"none\"", "none", "-1", "0", "util.none", "false"])
      statement("local \(new) = \(missing()) or \(constant)")
      compare(new, with: [constant, constant, word(), "0"], depth: depth)
      if number(0...1) == 0 { compare(new, with: [constant, word()], depth: depth) }
    case 2, 3: state(new, depth: depth)
    case 4:
      statement("local \(new) = \(pick(["special", "rates", "util.colors"]))[\(certainText())]")
      branch(on: pick(["not \(new)", new]), depth: depth)
      compare(new, with: ["nil", "true", "false", "1", "\"red\""], depth: depth)
    case 5, 6: search(new, depth: depth)
    case 7:
      let other = name("v")
      statement("local \(new), \(other) = \"guest\", \"none\"")
      choosing(
        "if c.order.note and \(test()) then \(new), \(other) = c.order.note, c.order.region end")
      compare(other, with: ["\"none\"", "\"eu\"", "\"s\""], depth: depth)
      compare(new, with: ["\"guest\"", "\"\"", "\"10\""], depth: depth)
    case 8: pair(new, depth: depth)
    case 9:
      statement("local \(new) = first(\(missing()), \(pick([missing(), "\"none\"", "nil"])))")
      compare(new, with: ["nil", "\"none\"", word()], depth: depth)
    case 10: parts(new, depth: depth)
    case 11, 12:
      let call = pick([
        "sub(1, 1)", "lower()", "upper()", "match(\"^%a+\")", "find(\"a\", 1, true)", "len()",
        "rep(2)", "byte()", "sub(1, 0)",
      ])
      statement("local \(new) = \(certainText()):\(call)")
      compare(new, with: ["nil", "\"\"", "\"e\"", "\"EU\"", "\"eu\"", "1", "97"], depth: depth)
    case 13: counter(new, depth: depth)
    case 14:
      statement("local \(new) = \(pick(["0", "1"]))")
      statement("while \(new) < \(pick(["#c.order.lines", "3", "c.order.count"])) do")
      statement("\(new) = \(new) + 1")
      choosing("if \(pick(["c.order.lines[\(new)] == 0", "\(new) > 2", test()])) then break end")
      add("end")
      compare(new, with: ["0", "1", "2", "4"], depth: depth)
    case 15, 16: module(new, depth: depth)
    case 17:
      statement("local \(new) = \(missing())")
      choosing("if \(new) == \(pick(["\"\"", "\"none\"", "0"])) then \(new) = nil end")
      compare(new, with: ["nil", "\"\"", word()], depth: depth)
    case 18:
      statement("local \(new) = type(\(missing()))")
      compare(new, with: ["\"string\"", "\"nil\"", "\"number\"", "\"table\""], depth: depth)
    case 19:
      let source = pick([
        "c.order.count", "#c.order.lines", "c.order.count // 2", "c.order.total * 2",
        "math.max(0, c.count or 0)", "math.min(c.order.count, 2)", "c.order.count % 3",
        "math.floor(c.order.total)",
      ])
      statement("local \(new) = \(source)")
      compare(new, with: ["0", "1", "3", "5", "-1", "2.5"], depth: depth)
    case 20: compare("c.mode", with: ["\"none\"", "\"low\"", "\"high\"", "nil", "3"], depth: depth)
    default: branch(on: test(), depth: depth)
    }
  }

  /// Adds a variable whose text says which of several cases it is.
  private mutating func state(_ new: String, depth: Int) {
    var texts = ["\"none\"", "\"big\"", "\"small\"", "\"vip\""].shuffled(using: &random)
    let start = texts.removeFirst()
    statement("local \(new)\(pick([" = \(start)", " = \(start)", ""]))")
    choosing(
      "if \(test()) then \(new) = \(texts[0]) elseif \(test()) then \(new) = \(texts[1]) end")
    for _ in 0..<number(1...3) {
      compare(new, with: [start, "nil", texts[0], texts[0], texts[1], texts[2]], depth: depth)
    }
  }

  /// Adds a search through a list, which ends at what it finds.
  private mutating func search(_ new: String, depth: Int) {
    let start = pick(["", " = false", " = nil", " = \"none\""])
    let each = pick([
      "if e.note then \(new) = e.note break end",
      "if e.note == \"r\" then \(new) = e.note break end",
      "if e.count then \(new) = e.count end",
      "if not e.note then goto next end \(new) = \"x\" ::next::",
    ])
    statement("local \(new)\(start)")
    choosing("for _, e in ipairs(c.order.rows or {}) do \(each) end")
    branch(on: pick(["not \(new)", new]), depth: depth)
    compare(new, with: ["nil", "\"none\"", "\"r\"", "false", "1"], depth: depth)
  }

  /// Adds a function with two results, and their use.
  private mutating func pair(_ new: String, depth: Int) {
    let (function, other) = (name("f"), name("v"))
    statement("local function \(function)()")
    choosing("if not c.order.inner then return \(pick(["nil", "0", "false"])), \"none\" end")
    statement("return c.order.inner.x\(pick(["", ", \"ok\"", ", c.order.note"]))")
    add("end")
    statement("local \(new), \(other) = \(function)()")
    branch(on: pick(["not \(new)", other, "not \(other)"]), depth: depth)
    compare(pick([new, other]), with: ["nil", "\"none\"", "\"ok\"", "0", "false"], depth: depth)
  }

  /// Adds a list that is made of what is there.
  private mutating func parts(_ new: String, depth: Int) {
    statement("local \(new) = {}")
    for _ in 0..<number(1...2) {
      let add = pick(["\(new)[#\(new) + 1] = \(certainText())", "table.insert(\(new), \"x\")"])
      choosing("if \(test()) then \(add) end")
    }
    compare("#\(new)", with: ["0", "1", "3"], depth: depth)
    compare("\(new)[1]", with: ["nil", "\"x\"", "\"eu\""], depth: depth)
    statement("local _ = table.concat(\(new), \",\")")
  }

  /// Adds a number that a function inside counts up.
  private mutating func counter(_ new: String, depth: Int) {
    let function = name("f")
    statement("local \(new) = 0")
    statement("local function \(function)(n) \(new) = \(new) + (n or 1) end")
    for _ in 0..<number(1...2) { choosing("if \(test()) then \(function)(\(pick(["", "2"]))) end") }
    compare(new, with: ["0", "1", "2", "3", "5"], depth: depth)
  }

  private mutating func module(_ new: String, depth: Int) {
    let (call, values) =
      switch number(0...4) {
      case 0: ("util.size(c)", ["util.none", "\"none\"", "\"s\"", "nil"])
      case 1: ("util.sum(c.order.rows or {})", ["0", "1", "-1", "2"])
      case 2: ("util.default(c.order.note, util.none)", ["none", "\"\"", "\"10\"", "nil"])
      case 3:
        (
          "util.find(c.order.lines, function(e) return e \(pick(["> 1", "== 0", "< 9"])) end)",
          ["nil", "0", "1"]
        )
      default: ("util.default(\(missing()), 0)", ["0", "\"\"", "nil"])
      }
    statement("local \(new) = \(call)")
    compare(new, with: values, depth: depth)
  }
}
