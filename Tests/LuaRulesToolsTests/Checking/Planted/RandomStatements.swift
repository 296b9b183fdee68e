/// Random functions of all kinds of statements, in any order: most make no sense, and many fail.
struct RandomStatements {
  private var random: SplitMix
  private var depth = 0
  private var loops = 0
  private var labels = 0

  init(random: SplitMix) { self.random = random }

  /// Returns a file of rules with a helper for each.
  mutating func file(rules: Int) -> String {
    var text = "local lists = { first = function(t) return t[1] end, none = {} }\n"
    for number in 1...rules {
      text += "local function h\(number)(p, q, r, s, ...)\n\(body())end\n"
    }
    text += "return {\n"
    for number in 1...rules {
      let when = isTrue(1, of: 2) ? " when = function(c, ...)\n\(opening("c"))\(body())end," : ""
      text +=
        "{ key = \"k\(number % 3)\",\(when) value = function(c, ...)\n\(opening("c"))\(statements())"
        + "return h\(number)(p, c.n)\nend },\n"
    }
    return text + "}\n"
  }

  private mutating func opening(_ context: String) -> String {
    "local p, q, r, s = \(context).list, \(context).n, \(context).kind\n"
  }

  private mutating func isTrue(_ count: Int, of all: Int) -> Bool {
    Int.random(in: 0..<all, using: &random) < count
  }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? ""
  }

  private mutating func name() -> String { pick(["p", "q", "r", "s"]) }

  /// Statements, with a `return` behind them or not.
  private mutating func body() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...4, using: &random) { text += statement() }
    if isTrue(1, of: 2) { text += "return \(values())\n" }
    return text
  }

  private mutating func statements() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return "" }
    var text = ""
    for _ in 0..<Int.random(in: 0...2, using: &random) { text += statement() }
    return text
  }

  private mutating func block() -> String {
    var text = statements()
    switch Int.random(in: 0..<8, using: &random) {
    case 0: text += "return\n"
    case 1: text += "return \(value())\n"
    case 2 where loops > 0: text += "break\n"
    default: break
    }
    return text
  }

  private mutating func loop(_ head: String, _ end: String) -> String {
    loops += 1
    defer { loops -= 1 }
    return "\(head)\n\(block())\(end)\n"
  }

  private mutating func statement() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return "\(name()) = \(name())\n"
    case 2: return "\(name()), \(name()) = \(name()), \(name())\n"
    case 3: return "\(name()) = \(value())\n"
    case 4: return "local \(name()) = \(value())\n"
    case 5: return "local \(name()), \(name()) = \(values())\n"
    case 6:
      let other = isTrue(1, of: 2) ? "else\n\(block())" : "elseif \(value()) then\n\(block())"
      return "if \(value()) then\n\(block())\(isTrue(1, of: 2) ? other : "")end\n"
    case 7: return loop("while \(value()) do", "end")
    case 8: return loop("repeat", "until \(value())")
    case 9: return loop("for i = \(value()), \(value())\(pick(["", ", -1", ", 2"])) do", "end")
    case 10: return loop("for \(name()), v in ipairs(\(value())) do", "end")
    case 11: return loop("for \(name()) in pairs(\(value())) do", "end")
    case 12:
      labels += 1
      let label = "l\(labels)"
      return isTrue(1, of: 2)
        ? "do\ngoto \(label)\n\(statements())::\(label):: end\n"
        : "do ::\(label)::\nif \(value()) then goto \(label) end end\n"
    case 13:
      let outer = loops
      defer { loops = outer }
      loops = 0
      return "local function \(name())(p, ...)\n\(block())end\n"
    case 14: return "\(name()).x = \(value())\n"
    case 15: return "\(name())[\(value())] = \(value())\n"
    case 16: return "\(call())\n"
    case 17: return "do\n\(block())end\n"
    case 18: return "local most <const> = \(value())\n"
    default: return "local t = { \(values()), x = \(value()), [\(value())] = 1 }\nt[#t + 1] = t.x\n"
    }
  }

  private mutating func values() -> String {
    let count = Int.random(in: 1...3, using: &random)
    return (0..<count).map { _ in value() }.joined(separator: ", ")
  }

  private mutating func call() -> String {
    pick([
      "table.insert(\(name()), \(value()))", "table.sort(\(name()))", "lists.first(\(values()))",
      "\(name())(\(values()))", "(\(value())):rep(\(value()))", "select(\(value()), \(values()))",
      "pcall(\(name()), \(values()))", "(\(name()) or p):gsub(\(values()))",
      "(function(...) return ... end)(\(values()))", "string.format(\(values()))",
      "math.max(\(values()))", "tostring(\(value()))", "next(\(value()))",
      "table.unpack(\(value()))", "table.concat(\(values()))", "error(\(value()))",
    ])
  }

  private mutating func value() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 6 else { return name() }
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: return name()
    case 2:
      return pick([
        "c.n", "c.on", "c.list", "c.order.total", "c.order.note", "c.kind", "c.k1",
      ])
    case 3: return pick(["0", "1", "-1", "2.5", "nil", "true", "false", "\"\"", "\"a\"", "1e300"])
    case 4: return "not \(value())"
    case 5: return "#\(name())"
    case 6: return "-\(name())"
    case 7, 8:
      let sign = pick(["+", "-", "*", "/", "//", "%", "..", "^", "&", "|", "~", "<<"])
      return "(\(value()) \(sign) \(value()))"
    case 9, 10: return "(\(value()) \(pick(["==", "~=", "<", "<=", ">", ">="])) \(value()))"
    case 11, 12: return "(\(value()) \(pick(["and", "or"])) \(value()))"
    case 13: return "\(name())[\(value())]"
    case 14:
      return pick(["{}", "{ \(value()) }", "{ x = \(value()) }", "...", "{ ... }", "\(name()).x"])
    default: return call()
    }
  }
}
