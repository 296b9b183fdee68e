// Random conditions and expressions.

extension RandomFunctions {
  /// A condition, with the sign of its comparison if it is one of two values.
  mutating func condition(_ context: String) -> (text: String, sign: String?) {
    let order = "\(context).order"
    switch number(0...12) {
    case 0: return ("\(order).note", nil)
    case 1: return ("not \(order).note", nil)
    case 2:
      hasChoice = true
      return ("\(order).note and \(order).count > \(number(0...5))", nil)
    case 3:
      return (
        "type(\(order).\(pick(["note", "total", "lines"]))) == \"\(pick(["string", "number", "nil", "table", "null"]))\"",
        "=="
      )
    case 4:
      let sign = pick(["==", "~="])
      return ("\(order).region \(sign) \"\(pick(["eu", "us", "asia", "mars"]))\"", sign)
    case 5:
      let sign = pick(["<", "<=", ">", ">=", "==", "~="])
      return (
        "\(order).\(pick(["total", "count"])) \(sign) \(pick(["-1", "0", "1.5", "2", "4", "5", "0/0", "math.huge"]))",
        sign
      )
    case 6:
      let sign = pick(["<", ">", "==", "~="])
      return ("#\(order).lines \(sign) \(number(0...3))", sign)
    case 7:
      return (
        "\(context).size == \(pick(["\"s\"", "\(context).count", "nil", "\(context).ratio"]))", "=="
      )
    case 8:
      hasChoice = true
      return ("\(context).size == \"s\" or \(context).size == \"m\"", nil)
    case 9:
      let sign = pick(["<", "<=", ">", ">="])
      return (
        "(\(context).ratio or 0) * \(pick(["2", "0.0", "math.huge"])) \(sign) \(number(0...2))",
        sign
      )
    case 10 where !locals.isEmpty:
      let sign = pick(["==", "~=", "<", ">="])
      let (left, right) = (pick(locals), pick(locals + ["1", "\"x\"", "nil", "0.5"]))
      return ("\(left) \(sign) \(right)", sign)
    case 11 where !locals.isEmpty: return (pick(locals), nil)
    default:
      hasChoice = true
      return ("\(order).isFast or \(order).total >= 0 and \(context).count", nil)
    }
  }

  private mutating func leaf() -> String {
    if !locals.isEmpty, number(0...2) > 0 { return pick(locals.filter { $0 != "c" } + ["1"]) }
    return pick([
      "c.order.total", "c.order.count", "c.order.region", "c.order.lines", "c.order.note",
      "c.order.id",
      "c.order.isFast", "c.order.lines[1]", "c.order.lines[9]", "c.count", "c.ratio", "c.size", "1",
      "0",
      "0.0", "-0.0", "\"10\"", "\"x\"", "nil", "null", "true", "math.maxinteger", "math.mininteger",
      "1e308",
      "(0/0)", "c.order.rows", "c.order.inner", "limit",
    ])
  }

  mutating func expression(_ depth: Int) -> String {
    guard depth > 0, number(0...4) > 0 else {
      return context != nil ? leaf() : pick(locals + ["1"])
    }
    func part(_ this: inout RandomFunctions) -> String { this.expression(depth - 1) }
    switch number(0...25) {
    case 0, 1, 2: return "(\(part(&self)) \(pick(["+", "-", "*"])) \(part(&self)))"
    case 3: return "(\(part(&self)) \(pick(["/", "//", "%", "^"])) \(part(&self)))"
    case 4: return "(\(part(&self)) .. \(part(&self)))"
    case 5: return "#(\(part(&self)))"
    case 6:
      hasChoice = true
      return "(\(part(&self)) \(pick(["and", "or"])) \(part(&self)))"
    case 7: return "(not \(part(&self)))"
    case 8: return "(\(part(&self)) \(pick(["==", "~=", "<"])) \(part(&self)))"
    case 9: return "tostring(\(part(&self)))"
    case 10: return "tonumber(\(part(&self)))"
    case 11: return "math.\(pick(["floor", "abs", "type", "tointeger", "sqrt"]))(\(part(&self)))"
    case 12: return "math.\(pick(["max", "min"]))(\(part(&self)), \(part(&self)))"
    case 13:
      return "string.format(\"\(pick(["%s", "%d", "%s-%s", "%5.1f", "%u"]))\", \(part(&self)))"
    case 14:
      return
        "string.format(\"%s-%s\", (\(part(&self))):\(pick(["find(\"a\")", "gsub(\"a\", \"b\")", "byte(1, 2)"])))"
    case 15:
      return
        "(\(part(&self))):\(pick(["upper()", "sub(1, 2)", "rep(2)", "len()", "match(\"%d+\")", "foo()"]))"
    case 16: return "string.rep((\"ab\"):gsub(\"b\", \"c\"))"
    case 17: return "select(\(pick(["\"#\"", "1", "2", "-1"])), \(part(&self)), \(part(&self)))"
    case 18: return "math.max(1, table.unpack({ 2, 3 }))"
    case 19: return "type(\(part(&self)))"
    case 20 where !functions.isEmpty && context != nil: return "\(pick(functions))(\(arguments()))"
    case 21 where !functions.isEmpty && context != nil:
      return "math.max(1, \(pick(functions))(\(arguments())))"
    case 22: return "(\(part(&self))).\(pick(["count", "note", "total", "x"]))"
    case 23: return "(\(part(&self)))[\(pick(["1", "\"note\"", "limit"]))]"
    case 24: return "math.modf(\(part(&self)))"
    default: return leafOrLocal()
    }
  }

  private mutating func leafOrLocal() -> String {
    context != nil ? leaf() : pick(locals + ["2"])
  }
}
