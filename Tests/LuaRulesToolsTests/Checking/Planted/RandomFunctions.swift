import LuaRules

/// A random file of rules, once as it is checked and once with traces of what it does.
///
/// Each statement has a line of its own. In the traced text `host.mark` is called before it, and
/// `host.see` tells the outcome of its condition.
struct RandomFunctions {
  var random: SeededGenerator
  private var plain: [String] = []
  private var traced: [String] = []
  var locals: [String] = []
  var functions: [String] = []
  /// The local variables that the next statement declares.
  private var declared: [String] = []
  private var loops = 0
  private var count = 0
  /// The name of the context; `nil` where there is none.
  var context: String? = "c"
  var hasChoice = false
  /// The lines in which a part may be left out, so that reaching them is no proof of reaching it.
  private(set) var choices: Set<Int> = []
  /// The lines of conditions of one comparison, with their signs.
  private(set) var comparisons: [Int: String] = [:]

  var text: String { plain.joined(separator: "\n") }
  var tracedText: String { traced.joined(separator: "\n") }

  /// What the statements of functions are like.
  enum Style { case wild, habitual }

  private let style: Style

  init(seed: Int, style: Style = .wild) {
    self.style = style
    random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed) &* 7919 &+ 17)
    switch style {
    case .wild: addWild()
    case .habitual: addHabitual()
    }
  }

  private mutating func addWild() {
    add("local limit = \(pick(["3", "1.5", "\"x\"", "nil", "math.huge", "math.maxinteger"]))")
    for line in Self.prelude { add(line) }
    locals = ["limit"]
    for index in 0..<number(0...3) { helper("h\(index)") }
    add("return {")
    for _ in 0..<number(0...2) {
      add(
        "{ key = \"k\", priority = 200, when = function(c) return \(condition("c").text) end, value = \"first\" },"
      )
    }
    let outer = locals
    for _ in 0..<number(1...2) {
      locals = outer + ["c"]
      add("{ key = \"k\", value = function(c)")
      let known = functions
      block(number(2...6), depth: 2)
      functions = known
      add("end },")
    }
    let condition = condition("c")
    add("{ key = \"p\", when = function(c) return \(condition.text) end, value = \"yes\" },")
    add("}")
  }

  private mutating func addHabitual() {
    for line in Self.habitualPrelude { add(line) }
    add("return {")
    for line in ruleOfMode() { add(line) }
    for _ in 0..<number(1...2) {
      add("{ key = \"k\", value = function(c)")
      block(number(3...6), depth: 2)
      statement("return \(result())")
      add("end },")
    }
    add("}")
  }

  // MARK: Choosing

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func pick(_ elements: [String]) -> String {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// Returns the name of a new local variable, which the next statement declares.
  mutating func newLocal() -> String {
    let new = name("v")
    declared.append(new)
    return new
  }

  mutating func name(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  // MARK: Lines

  mutating func add(_ line: String, traced other: String? = nil) {
    plain.append(line)
    traced.append(other ?? line)
  }

  mutating func statement(_ text: String) {
    let line = plain.count + 1
    if hasChoice { choices.insert(line) }
    hasChoice = false
    add(text, traced: "host.mark(\(line)) \(text)")
    locals += declared
    declared = []
  }

  mutating func block(_ length: Int, depth: Int) {
    let known = (locals, functions)
    for _ in 0..<length {
      switch style {
      case .wild: statement(depth: depth)
      case .habitual: habit(depth: depth)
      }
    }
    (locals, functions) = known
  }

  private mutating func returning() {
    let value = expression(2)
    statement("do return tostring(\(value)) end")
  }

  // MARK: Statements

  private mutating func statement(depth: Int) {
    let isDeep = depth > 0
    switch number(0...21) {
    case 0, 1, 2:
      let value = expression(2)
      let new = name("v")
      statement("local \(new) = \(value)")
      locals.append(new)
    case 3:
      let value = expression(2)
      guard let old = locals.filter({ $0 != "c" && $0 != "limit" }).randomElement(using: &random)
      else { return }
      statement("\(old) = \(value)")
    case 4 where isDeep, 5 where isDeep, 6 where isDeep, 7 where isDeep: choice(depth: depth)
    case 8 where isDeep && context != nil:
      let (from, to) = (
        pick(["1", "0", "c.order.count", "limit", "1.5"]),
        pick(["3", "#c.order.lines", "limit", "c.order.total", "0"])
      )
      let step = pick(["", "", ", -1", ", 0.5", ", 2"])
      let new = name("i")
      statement("for \(new) = \(from), \(to)\(step) do")
      loop(with: [new], depth: depth)
    case 9 where isDeep && context != nil:
      let names = [name("i"), name("e")]
      let list = pick([
        "ipairs(c.order.lines)", "ipairs(c.order.rows)", "pairs(c.order)", "pairs(c.order.lines)",
        "ipairs({ 1, \"a\" })",
      ])
      statement("for \(names[0]), \(names[1]) in \(list) do")
      loop(with: names, depth: depth)
    case 10 where isDeep && context != nil:
      let counter = name("n")
      let start = pick(["0", "1", "c.order.count", "7"])
      statement("local \(counter) = \(start)")
      locals.append(counter)
      let condition = pick([
        "\(counter) < 5", "\(counter) > 0", "\(counter) ~= 3", "true", "c.order.isFast",
        "#c.order.lines > \(counter)",
      ])
      statement("while \(condition) do")
      add(
        "\(counter) = \(counter) \(pick(["+ 1", "- 1", "* 2", "* 31 + 7", "+ 0", "// 2"]))")
      loop(with: [], depth: depth)
    case 11 where isDeep && context != nil: closure(depth: depth)
    case 12 where !functions.isEmpty && context != nil:
      let (one, two) = (name("v"), name("v"))
      let call = "\(pick(functions))(\(arguments()))"
      statement("local \(one), \(two) = \(call)")
      locals += [one, two]
    case 13: returning()
    case 14 where loops > 0: statement("do break end")
    case 15 where isDeep:
      let list = name("t")
      let value = expression(1)
      statement("local \(list) = { \(value), tostring(\(expression(1))) }")
      statement("\(list)[#\(list) + 1] = \(expression(1))")
      locals.append(list)
    case 16 where context != nil, 17 where context != nil, 18 where context != nil,
      19 where context != nil, 20 where context != nil:
      idiom()
    default:
      let value = expression(1)
      statement("local _ = \(value)")
    }
  }

  private mutating func loop(with names: [String], depth: Int) {
    let known = locals
    locals += names
    loops += 1
    block(number(1...3), depth: depth - 1)
    loops -= 1
    locals = known
    add("end")
  }

  /// Adds the first line of a choice, with a trace of its outcome.
  mutating func beginChoice(_ condition: (text: String, sign: String?)) {
    let line = plain.count + 1
    if let sign = condition.sign { comparisons[line] = sign }
    if hasChoice { choices.insert(line) }
    hasChoice = false
    add(
      "if \(condition.text) then",
      traced:
        "host.mark(\(line)) local b\(line) = \(condition.text) host.see(\(line), b\(line) and true or false) if b\(line) then"
    )
  }

  /// Ends a choice that gives a result.
  mutating func endChoice(giving value: String) {
    statement("return tostring(\(value))")
    add("end")
  }

  private mutating func choice(depth: Int) {
    beginChoice(condition(context ?? "x"))
    block(number(1...2), depth: depth - 1)
    if number(0...1) == 0 {
      add("else")
      block(number(1...2), depth: depth - 1)
    }
    add("end")
  }

  private mutating func closure(depth: Int) {
    let function = name("f")
    let known = (locals, loops)
    if number(0...2) == 0,
      let old = locals.filter({ $0.hasPrefix("v") }).randomElement(using: &random)
    {
      hasChoice = true
      statement("local function \(function)() \(old) = \(expression(1)) return \(old), 2 end")
    } else {
      loops = 0
      statement("local function \(function)(x, ...)")
      locals += ["x"]
      block(number(1...2), depth: depth - 1)
      let results = pick(["x", "x, 1", "...", "nil", "tostring(x), x", "select(\"#\", ...)"])
      statement("return \(results)")
      add("end")
    }
    (locals, loops) = known
    functions.append(function)
  }

  private mutating func helper(_ name: String) {
    let known = locals
    add("local function \(name)(x, y)")
    locals += ["x", "y"]
    let outer = context
    let context = pick(["x", "y"])
    self.context = nil
    defer { self.context = outer }
    if number(0...1) == 0 {
      let condition = condition(context)
      statement("if \(condition.text) then return \(pick(["x", "y", "1, 2", "nil", "\"a\""])) end")
      choices.insert(plain.count)
    }
    block(number(0...2), depth: 1)
    statement("return \(pick(["x", "y", "x, y", "x == y", "tostring(x)", "x and y", "#x"]))")
    add("end")
    locals = known
    functions.append(name)
  }

  mutating func arguments() -> String {
    pick([
      "c", "c, 1", "c.order", "c.order.note", "1, 2", "", "c.order.total, c", "\"x\"", "limit",
      "nil, c",
    ])
  }
}
