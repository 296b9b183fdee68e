/// Random conditions, functions and contexts over a small schema.
struct RandomRules {
  static let schema = """
    { "type": "object", "required": ["order", "isNew"], "properties": {
      "order": { "type": "object", "additionalProperties": false,
        "required": ["region", "count", "total", "isFast", "lines", "id"], "properties": {
          "region": { "enum": ["eu", "us", "asia"] }, "isFast": { "type": "boolean" },
          "count": { "type": "integer", "minimum": 1, "maximum": 4 },
          "total": { "type": "number", "minimum": 0, "maximum": 3 },
          "id": { "type": "string" }, "note": { "type": "string" },
          "lines": { "type": "array", "minItems": 1, "items": { "type": "integer", "minimum": 0 } } } },
      "isNew": { "type": "boolean" }, "size": { "enum": ["s", "m"] },
      "k": { "type": "string", "default": "none" } } }
    """

  /// Contexts of the schema: every combination of a few values of each key and member.
  static let contexts: [String] = {
    var all: [String] = []
    for region in ["eu", "us", "asia"] {
      for count in 1...4 {
        for total in ["0", "1.5", "3"] {
          for flags in 0..<4 {
            let note = count % 2 == 0 ? #", "note": "\#(region)""# : ""
            let size = flags == 3 ? "" : #", "size": "\#(count > 2 ? "s" : "m")""#
            all.append(
              #"{ "order": { "region": "\#(region)", "count": \#(count), "total": \#(total), "#
                + #""isFast": \#(flags & 1 == 1), "id": "a-\#(count)", "#
                + #""lines": [\#(Array(repeating: "0", count: count).joined(separator: ", "))]\#(note) }, "#
                + #""isNew": \#(flags & 2 == 2)\#(size) }"#)
          }
        }
      }
    }
    return all
  }()

  var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Conditions

  /// A condition of some depth, as an expression.
  mutating func condition(depth: Int) -> String {
    guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else { return comparison() }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "not (\(condition(depth: depth - 1)))"
    case 1, 2: return "(\(condition(depth: depth - 1)) and \(condition(depth: depth - 1)))"
    default: return "(\(condition(depth: depth - 1)) or \(condition(depth: depth - 1)))"
    }
  }

  private mutating func comparison() -> String {
    let sign = pick(["<", "<=", ">", ">=", "==", "~="])
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return "c.order.count \(sign) \(Int.random(in: 0...5, using: &random))"
    case 2: return "c.order.total \(sign) \(pick(["-1", "0", "1.5", "2", "3", "4"]))"
    case 3, 4:
      return "c.order.region \(pick(["==", "~="])) \"\(pick(["eu", "us", "asia", "mars"]))\""
    case 5:
      return pick(["c.order.isFast", "c.isNew", "c.order.isFast == true", "c.isNew == false"])
    case 6:
      return pick(["c.order.note", "c.order.note == nil", "c.order.id", "c.size", "c.size ~= nil"])
    case 7: return "#c.order.lines \(sign) \(Int.random(in: 0...3, using: &random))"
    default: return "c.size \(pick(["==", "~="])) \"\(pick(["s", "m", "l"]))\""
    }
  }

  /// A `when`: a function or a pattern.
  mutating func when() -> String {
    guard Int.random(in: 0..<3, using: &random) == 0 else {
      return "function(c) return \(condition(depth: 2)) end"
    }
    let entries = [
      #"order = { region = "\#(pick(["eu", "us", "asia"]))" }"#,
      #"order = { region = { "eu", "\#(pick(["us", "asia"]))" }, isFast = \#(pick(["true", "false"])) }"#,
      "order = { count = \(Int.random(in: 1...4, using: &random)) }",
      "order = { isFast = { true, false } }", "order = { count = { 1, 2, 3, 4 } }",
    ]
    let other = pick(["", "", ", isNew = true", ", isNew = false", #", size = { "s", "m" }"#])
    return "{ \(pick(entries))\(other) }"
  }

  // MARK: Functions

  /// The lines of a function of branches, each of which gives its own number as a text.
  mutating func branches() -> [String] {
    let count = Int.random(in: 1...4, using: &random)
    var lines: [String] = []
    for index in 0..<count {
      lines.append("\(index == 0 ? "if" : "elseif") \(condition(depth: 1)) then")
      lines.append("return \"\(index)\"")
    }
    return lines + ["else", "return \"\(count)\"", "end"]
  }

  /// An expression without `and`, `or` and branches, often of unlike parts.
  mutating func expression(depth: Int) -> String {
    let leaf = [
      "c.order.total", "c.order.count", "c.order.region", "c.order.lines", "c.order.isFast",
      "c.order",
      "1", "\"x\"", "nil", "#c.order.lines", "c.order.lines[1]", "c.order.lines[9]", "c.order.id",
      "true",
      "c.size", "c.order.note",
    ]
    guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return pick(leaf) }
    func part(_ rules: inout RandomRules) -> String { rules.expression(depth: depth - 1) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "(\(part(&self)) + \(part(&self)))"
    case 1: return "(\(part(&self)) .. \(part(&self)))"
    case 2: return "#(\(part(&self)))"
    case 3: return "(\(part(&self)) < \(part(&self)))"
    case 4: return "(\(part(&self))).count"
    case 5: return "(\(part(&self)))()"
    case 6: return "(\(part(&self))):upper()"
    case 7: return "math.floor(\(part(&self)))"
    case 8: return "string.rep(\(part(&self)), \(part(&self)))"
    case 9: return "(\(part(&self)) // \(part(&self)))"
    case 10: return "string.format(\"%d\", \(part(&self)))"
    default: return "(\(part(&self)) == \(part(&self)))"
    }
  }
}
