// Statements as authors of rules write them.

extension RandomFunctions {
  /// A member that may be missing, and one behind it.
  private mutating func chain() -> (base: String, member: String) {
    switch number(0...3) {
    case 0: ("c.order.inner", "c.order.inner.x")
    case 1: ("c.order.rows", "c.order.rows[1]")
    case 2: ("c.order.note", "#c.order.note")
    default: ("c.size", "c.size:upper()")
    }
  }

  /// Adds a statement of a kind that real rules have.
  mutating func idiom() {
    switch number(0...10) {
    case 0:
      let chain = chain()
      choosing("local \(newLocal()) = \(chain.base) and \(chain.member)")
    case 1:
      let (test, one, two) = (condition("c").text, expression(1), expression(1))
      choosing("local \(newLocal()) = (\(test)) and \(one) or \(two)")
    case 2:
      let (test, value) = (condition("c").text, expression(1))
      choosing("if \(pick(["", "not "]))(\(test)) then return tostring(\(value)) end")
    case 3:
      let chain = chain()
      choosing("if not \(chain.base) then return \"none\" end")
      choosing("local \(newLocal()) = \(chain.member)")
    case 4:
      let list = newLocal()
      choosing("local \(list) = c.order.\(pick(["rows", "lines", "note"])) or {}")
      choosing("local \(newLocal()) = #\(list)")
    case 5:
      let sum = newLocal()
      statement("local \(sum) = 0")
      let body = pick([
        "if not e.count then goto continue end \(sum) = \(sum) + e.count ::continue::",
        "\(sum) = \(sum) + (e.count or 0)",
        "if e.note then \(sum) = \(sum) + #e.note end",
        "if e.note == \"r\" then break end \(sum) = \(sum) + 1",
      ])
      choosing("for _, e in ipairs(c.order.rows or {}) do \(body) end")
    case 6:
      choosing("local \(newLocal()) = settings.\(pick(["strict", "limit", "mode", "none"]))")
      let test = pick([
        "settings.strict", "settings.limit > c.order.count", "settings.mode == c.order.region",
        "not settings.strict and c.order.isFast",
      ])
      choosing("if \(test) then return tostring(\(expression(1))) end")
    case 7: sentinel()
    case 8:
      let flag = newLocal()
      let chain = chain()
      choosing("local \(flag) = \(chain.base) ~= nil\(pick(["", " and c.order.isFast"]))")
      beginChoice((pick([flag, "not \(flag)", "\(flag) == true"]), nil))
      endChoice(giving: pick([chain.member, "c.order.id"]))
    case 9:
      let number = pick(["c.order.count", "c.count", "#c.order.lines", "3", "limit"])
      choosing("local \(newLocal()) = factorial(\(number))")
    default:
      let list = newLocal()
      choosing("local \(list) = {}")
      choosing("for i, e in ipairs(c.order.lines) do \(list)[#\(list) + 1] = e * i end")
      choosing("local \(newLocal()) = table.concat(\(list), \",\") .. #\(list)")
    }
  }

  /// Adds a comparison with a constant that stands for what is missing.
  private mutating func sentinel() {
    let value = newLocal()
    let (source, constants) =
      switch number(0...3) {
      case 0: ("c.order.note", ["\"none\"", "0"])
      case 1: ("c.size", ["\"none\"", "\"s\""])
      case 2: ("c.order.inner and c.order.inner.x", ["-1", "\"x\""])
      default: ("c.count", ["-1", "math.huge"])
      }
    let constant = pick(constants)
    if number(0...1) == 0 {
      choosing("local \(value) = \(source) or \(constant)")
    } else {
      choosing("local \(value) = \(constant)")
      choosing("if \(source) then \(value) = \(source) end")
    }
    let sign = pick(["==", "~="])
    beginChoice(("\(value) \(sign) \(pick([constant, constant, "\"m\""]))", sign))
    endChoice(giving: value)
  }

  /// What the idioms need outside of the rules.
  static let prelude = [
    "local settings = { strict = false, limit = 2, mode = \"eu\" }",
    "local function factorial(n) if n == nil or n <= 1 then return 1 end return n * factorial(n - 1) end",
  ]

  private mutating func choosing(_ text: String) {
    hasChoice = true
    statement(text)
  }
}
