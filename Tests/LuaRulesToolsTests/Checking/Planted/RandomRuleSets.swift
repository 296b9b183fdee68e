/// Random rules for one key, over a schema of which all contexts can be tried.
struct RandomRuleSets {
  static let schema = """
    { "type": "object", "required": ["region", "isNew", "count"], "properties": {
      "region": { "enum": ["eu", "us", "asia"] }, "size": { "enum": ["s", "m"] },
      "isNew": { "type": "boolean" }, "isGift": { "type": "boolean" },
      "count": { "type": "integer", "minimum": 1, "maximum": 4 }, "note": { "enum": ["", "x"] },
      "tier": { "enum": ["low", "mid", "high", null] }, "isHot": { "type": ["boolean", "null"] }, "k": { "type": "string" } } }
    """

  /// All contexts of the schema.
  static let contexts: [String] = {
    func optional(_ name: String, _ values: [String]) -> [String] {
      [""] + values.map { ", \"\(name)\": \($0)" }
    }
    var all = [""]
    let parts = [
      ["\"eu\"", "\"us\"", "\"asia\""].map { "\"region\": \($0)" },
      optional("size", ["\"s\"", "\"m\""]), optional("isGift", ["true", "false"]),
      optional("note", ["\"\"", "\"x\""]), ["true", "false"].map { ", \"isNew\": \($0)" },
      (1...4).map { ", \"count\": \($0)" },
    ]
    for part in parts { all = all.flatMap { known in part.map { known + $0 } } }
    return all.map { "{ \($0) }" }
  }()

  /// What stands in front of the rules, in one line.
  static let prelude = """
    local near = { eu = true, us = true } \
    local function isBig(c) return c.count > 2 end \
    local function first(text) return text:sub(1, 1) end return {
    """

  /// A rule for the key `k`.
  struct Rule {
    let when: String
    let value: String
    let priority: String

    /// The rule as a line of a list.
    var line: String { "{ key = \"k\",\(priority)\(when) value = \(value) }," }
    /// The rule that has the same condition and never declines.
    func holding(_ answer: Int) -> String { "{ key = \"k\",\(when) value = \"\(answer)\" }," }
  }

  /// The rules for `tier` and `isHot`, which those for `k` read.
  let tiers: [String]
  /// The rules for `k`: each gives its number, or declines.
  let rules: [Rule]

  /// Creates the rules of a seed.
  ///
  /// - Parameters:
  ///   - seed: What the rules depend on.
  ///   - givesNull: Whether rules calculate `isHot`, and give `null`.
  init(seed: Int, givesNull: Bool = false) {
    var maker = Maker(
      random: SeededGenerator(seed: UInt64(seed) &* 7919 &+ 17), givesNull: givesNull)
    tiers = maker.tiers()
    rules = (0..<maker.number(2...6)).map { maker.rule($0) }
  }

  /// A file with the rules for `tier`, `isHot` and some others; each rule stands in a line of its own.
  func text(_ lines: [String]) -> String {
    "\(Self.prelude)\n" + (tiers + lines).joined(separator: "\n") + "\n}"
  }

  /// The number of the rule for `k` that stands in a line of ``text(_:)``.
  func number(atLine line: Int?) -> Int? {
    guard let line, line > tiers.count + 1 else { return nil }
    return line - tiers.count - 2
  }
}

extension RandomRuleSets {
  /// What makes the parts of rules.
  private struct Maker {
    var random: SeededGenerator
    let givesNull: Bool

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick(_ elements: [String]) -> String {
      elements[number(0...elements.count - 1)]
    }

    mutating func rule(_ index: Int) -> Rule {
      let answer = "\"\(index)\""
      let value =
        switch number(0...9) {
        case 0: "function(c) if \(condition(1)) then return \(answer) end end"
        case 1: "function(c) return \(answer) end"
        default: answer
        }
      let when =
        switch number(0...9) {
        case 0: ""
        case 1, 2, 3: " when = { \(pattern()) },"
        case 4, 5: " when = function(c) return \(onlyLua()) end,"
        default: " when = function(c) return \(condition(2)) end,"
        }
      let priority = number(0...3) == 0 ? " priority = \(pick(["50", "200"]))," : ""
      return Rule(when: when, value: value, priority: priority)
    }

    mutating func tiers() -> [String] {
      var lines: [String] = []
      for tier in ["high", "mid"] where number(0...3) > 0 {
        let when =
          number(0...1) == 0
          ? "{ \(pattern(readingTier: false)) }"
          : "function(c) return \(plain()) end"
        let value = givesNull && number(0...4) == 0 ? "null" : "\"\(tier)\""
        lines.append("{ key = \"tier\", when = \(when), value = \(value) },")
      }
      guard givesNull else { return lines + ["{ key = \"tier\", value = \"low\" },"] }
      let last = pick(["\"low\"", "\"low\"", "null"])
      return lines + ["{ key = \"tier\", value = \(last) },"] + hot()
    }

    /// The rules for `isHot`.
    private mutating func hot() -> [String] {
      let (one, two) = (condition(1), condition(1))
      return switch number(0...2) {
      case 0:
        [
          "{ key = \"isHot\", when = function(c) return \(one) end, value = true },",
          "{ key = \"isHot\", value = \(pick(["false", "null"])) },",
        ]
      case 1: ["{ key = \"isHot\", value = function(c) return \(one) end },"]
      default:
        [
          "{ key = \"isHot\", value = function(c) if \(one) then return \(two) end "
            + "return \(pick(["nil", "null", "true"])) end },"
        ]
      }
    }

    private mutating func pattern(readingTier: Bool = true) -> String {
      var entries = [
        "region = \"\(pick(["eu", "us", "asia"]))\"",
        "region = { \"eu\", \"\(pick(["us", "asia"]))\" }",
        "size = \"\(pick(["s", "m"]))\"", "size = { \"s\", \"m\" }",
        "isNew = \(pick(["true", "false"]))",
        "isNew = { true, false }", "isGift = \(pick(["true", "false"]))",
        "isGift = { true, false }", "count = \(number(1...4))",
        "count = { 1, 2, \(pick(["3", "4"])) }",
        "note = \"\(pick(["", "x"]))\"",
      ]
      if readingTier { entries.append("tier = \"\(pick(["low", "mid", "high"]))\"") }
      let first = pick(entries)
      guard number(0...1) == 0 else { return first }
      let name = first.prefix { $0 != " " }
      return "\(first), \(pick(entries.filter { !$0.hasPrefix(name) }))"
    }

    mutating func condition(_ depth: Int) -> String {
      guard depth > 0, number(0...3) > 0 else {
        return number(0...3) == 0 ? derived() : plain()
      }
      switch number(0...5) {
      case 0: return "not (\(condition(depth - 1)))"
      case 1, 2, 3: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
      default: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
      }
    }

    /// A test of a key that rules answer.
    private mutating func derived() -> String {
      switch givesNull ? number(0...5) : 5 {
      case 0: pick(["c.tier", "not c.tier", "c.tier == nil", "c.tier ~= nil"])
      case 1: pick(["c.isHot", "not c.isHot", "c.isHot == nil", "c.isHot == false"])
      default: "c.tier \(pick(["==", "~="])) \"\(pick(["low", "mid", "high"]))\""
      }
    }

    private mutating func plain() -> String {
      switch number(0...8) {
      case 0, 1:
        return "c.count \(pick(["<", "<=", ">", ">=", "==", "~="])) \(number(0...5))"
      case 2, 3: return "c.region \(pick(["==", "~="])) \"\(pick(["eu", "us", "asia"]))\""
      case 4: return pick(["c.isNew", "not c.isNew", "c.isGift", "not c.isGift"])
      case 5:
        return pick(["c.size", "c.note", "c.size == nil", "c.note ~= nil", "c.isGift ~= nil"])
      case 6: return "c.size \(pick(["==", "~="])) \"\(pick(["s", "m"]))\""
      case 7: return pick(["c.note == \"x\"", "c.note ~= \"\"", "c.size == c.note"])
      default: return "c.isGift \(pick(["==", "~="])) \(pick(["true", "false"]))"
      }
    }

    /// A condition that is calculated.
    private mutating func onlyLua() -> String {
      let part = pick([
        "near[c.region]", "not near[c.region]", "isBig(c)", "not isBig(c)",
        "first(c.region) == \"\(pick(["e", "u", "a", "z"]))\"",
        "(\"eu us\"):find(c.region, 1, true)", "c.note and c.note:find(\"x\")",
        "#c.region \(pick(["<", ">"])) \(number(1...5))", "c.count % 2 == \(number(0...1))",
        "c.count * 2 \(pick(["<", ">="])) \(number(1...9))",
        "(c.size or \"s\") == \"\(pick(["s", "m"]))\"",
        "(c.isGift and 2 or 1) \(pick(["==", "~=", "<="])) c.count",
        "(function() for i = 1, c.count do if i == \(number(1...4)) then return true end end end)()",
        "math.max(c.count, 2) > \(number(1...3))", "c.region .. (c.size or \"\") == \"eus\"",
      ])
      return number(0...1) == 0 ? part : "(\(part)) \(pick(["and", "or"])) \(condition(1))"
    }
  }
}
