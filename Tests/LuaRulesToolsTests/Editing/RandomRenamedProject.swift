import LuaRules

/// Rules at random whose variables, members and functions have few names, so that many names collide.
struct RandomRenamedProject {
  private var generator: SeededGenerator
  /// The variables that are visible: numbers and objects.
  private var numbers: [String] = []
  private var objects: [String] = []
  private var depth = 0

  /// The names of the keys, then of the members, as the schema lists them.
  static let declared = ["order", "cart", "a", "b", "k", "l", "total", "x"]
  static let names = declared + ["c", "o", "y", "z", "sum", "new", "tostring"]

  init(_ generator: SeededGenerator) {
    self.generator = generator
  }

  static let schema = """
    { "properties": {
      "order": { "$ref": "#/$defs/object" }, "cart": { "$ref": "#/$defs/object" },
      "a": { "type": "integer" }, "b": { "type": "integer" }, "k": { "type": "integer" },
      "l": { "type": "integer" } },
      "$defs": { "object": { "type": "object", "properties": {
        "total": { "type": "integer" }, "x": { "type": "integer" } } } } }
    """

  mutating func texts() -> [String: String] {
    let add = "local m = {}\nfunction m.add(o, x)\n  return (o.total or 0) + x\nend\n"
    let helpers = (0..<Int.random(in: 0...2, using: &generator)).map { _ in helper() }.joined()
    let rules = (0..<Int.random(in: 3...7, using: &generator)).map { _ in rule() }.joined()
    return [
      RenamedProject.schemaPath: Self.schema,
      "/rules/lib/m.lua": add + "m.add2 = function(y) return y end\nreturn m\n",
      "/rules/a.lua":
        "local m = require \"m\"\nlocal function sum(o, y) return (o.total or 0) + (y or 0) end\n"
        + "local most = { x = 3, deep = { total = 2 } }\n\(helpers)return {\n\(rules)}\n",
      "/rules/b.lua": "return {\n\(pattern())}\n",
    ]
  }

  private mutating func pick(_ choices: String...) -> String {
    choices.randomElement(using: &generator) ?? ""
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  private mutating func name() -> String { pick("a", "b", "c", "o", "x", "y", "z", "total") }

  // MARK: Rules

  private mutating func helper() -> String {
    let name = pick("sum", "y", "z")
    (numbers, objects) = ([], [])
    return "local function \(name)(o, x)\n" + body(["x"], ["o"]) + "end\n"
  }

  private mutating func rule() -> String {
    let key = pick("k", "l", "a", "b")
    let context = pick("c", "x", "o")
    (numbers, objects) = ([], [])
    if chance(15) { return pattern() }
    if chance(10) { return "  { key = \"order\", value = { total = 3, x = 1 } },\n" }
    return "  { key = \"\(key)\", value = function(\(context))\n    local c <const> = \(context)\n"
      + body([], ["c.order", "c.cart"]) + "  end },\n"
  }

  private mutating func pattern() -> String {
    if chance(30) {
      let inputs = pick("\"order.total\", \"a\"", "\"cart.x\", \"order.x\"")
      return "  table { inputs = { \(inputs) }, outputs = { \"\(pick("k", "l"))\" }, rows = {\n"
        + "    { at_least(1), \"-\", 1 }, { 2, { 1, 2 }, \(pick("2", "3")) } } },\n"
    }
    let member = pick(
      "order = { total = 1 }", "cart = { x = { 1, 2 } }", "a = 1", "[\"order.x\"] = 2")
    return "  { key = \"\(pick("k", "l"))\", when = { \(member) }, value = \(pick("1", "2")) },\n"
  }

  // MARK: Functions

  private mutating func body(_ numbers: [String], _ objects: [String]) -> String {
    let outside = (self.numbers, self.objects)
    self.numbers += numbers
    self.objects += objects
    depth += 1
    defer {
      depth -= 1
      (self.numbers, self.objects) = outside
    }
    var text = ""
    for _ in 0..<Int.random(in: 0...3, using: &generator) { text += statement() }
    return text + "    return \(number())\n"
  }

  private mutating func block() -> String { depth > 3 ? "return \(number())\n" : body([], []) }

  private mutating func statement() -> String {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1:
      let value = number()
      let name = declare()
      numbers.append(name)
      return "    local \(name) = \(value)\n"
    case 2, 3:
      let value = object()
      let name = declare()
      objects.append(name)
      return "    local \(name) = \(value)\n"
    case 4: return "    if \(number()) > \(number()) then\n\(block())    end\n"
    case 5:
      let list = "{ \(number()), 2 }"
      let outside = (numbers, objects)
      let name = declare()
      numbers.append(name)
      defer { (numbers, objects) = outside }
      return "    for _, \(name) in ipairs(\(list)) do if \(number()) > 4 then return 1 end end\n"
    case 6: return "    do local \(name()) = \(number()) end\n"
    default: return numbers.last.map { $0.contains(".") ? "" : "    \($0) = \(number())\n" } ?? ""
    }
  }

  private mutating func declare() -> String {
    let name = name()
    numbers.removeAll { $0 == name || $0.hasPrefix(name + ".") }
    objects.removeAll { $0 == name || $0.hasPrefix(name + ".") }
    return name
  }

  private mutating func object() -> String {
    guard let object = objects.randomElement(using: &generator) else { return "{ total = 1 }" }
    return chance(20) ? "(\(object) or {})" : object
  }

  private mutating func number() -> String {
    depth += 1
    defer { depth -= 1 }
    switch Int.random(in: 0..<(depth > 5 ? 4 : 9), using: &generator) {
    case 0: return pick("1", "2", "3", "#\"total\"")
    case 1, 2: return numbers.randomElement(using: &generator) ?? "7"
    case 3: return "(\(object()).\(pick("total", "x")) or 0)"
    case 4: return "most.\(pick("x", "deep.total"))"
    case 5: return "m.add(\(object()), \(number()))"
    case 6: return "(\(number()) + \(number()))"
    case 7: return "(function(\(name())) return \(number()) end)(2)"
    default: return "(\(object())[\"\(pick("total", "x"))\"] or 1)"
    }
  }
}
