@testable import LuaRules

/// A writer of random rule functions: over what native code knows, and beyond.
struct RandomLua {
  var random: SplitMix
  private var locals: [String] = []
  private var localCount = 0

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// What stands at the top of each file.
  static let prelude = """
    local LOW, LIMIT, HALF, YES = "low", 7, 0.5, true
    local NOTHING, EMPTY = nil, null
    local names = { low = "gray", high = "red", [1] = "one", [2.5] = "half" }
    local mixed = { low = "gray", inner = { deep = 3, name = "x" }, f = function(x) return x end }
    local function isLow(t) return t.priority == LOW end
    local function pick(x, y) if x then return x end return y end
    local function two(x) return x, 2 end
    local function none() end
    local function less(x, y) return x < y end
    local function twice(x) return pick(x, x) end
    local function round(x) return round(x) end
    local function forever(x) return forever(x) end
    local counter = 0
    local function bump() counter = counter + 1 return counter end
    local helper = { deeper = { same = function(x, y) return x == y end } }
    """

  private mutating func choice<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  // MARK: Terms

  static let paths = [
    "c.a", "c.a", "c.b", "c.b", "c.d", "c.todo.priority", "c.todo.priority", "c.todo.count",
    "c.todo.done", "c.todo.note", "c.todo", "c.person.name", "c.person.status", "c.person",
    "c.list", "c.list[1]", "c.list[2]", "c.person.inner.deep", "c.fromRule", "c.fromOther",
    "c.person.inner", "c.todo.inner.name",
  ]

  static let oddPaths = [
    "c.unknown", "c.broken", "c.todo.misspelt", "c.a.b", "c.list[0]", "c", "c[1]", "c[c.a]",
    "c.circle", "c.list[-1]", "c.list.x",
  ]

  static let constants = [
    "1", "7", "7.0", "0", "-1", "0.5", "-0.0", "1e300", "1e15", "123456789012345678", "2.5",
    "9223372036854775807", "(-9223372036854775807 - 1)", "9007199254740993", "9007199254740992.0",
    "9223372036854775808.0", "1e308 * 10", "'low'", "'high'", "'7'", "''", "'é'", "'a\\0b'",
    "'\\xFF'",
    "'a long string that is stored in another form than short ones are, as Lua does'",
    "true", "false", "nil", "LOW", "LIMIT", "HALF", "YES", "NOTHING", "EMPTY", "null",
    "names.low", "names.none", "names[1]", "mixed.inner.deep", "mixed.inner.name", "helper.nothing",
    "counter", "mixed", "names", "pick",
  ]

  mutating func path() -> String {
    if !locals.isEmpty, chance(3) { return choice(locals) }
    return chance(25) ? choice(Self.oddPaths) : choice(Self.paths)
  }

  mutating func constant() -> String { choice(Self.constants) }

  private mutating func term() -> String { chance(3) ? constant() : path() }

  mutating func value(_ depth: Int) -> String {
    if depth <= 0 { return term() }
    switch Int.random(in: 0...21, using: &random) {
    case 0...5: return term()
    case 6, 7:
      let operation = choice(["+", "-", "*", "/", "//", "%", "&", "|", "~", "<<", ">>"])
      return "(\(value(depth - 1)) \(operation) \(value(depth - 1)))"
    case 8: return "(\(value(depth - 1)) .. \(value(depth - 1)))"
    case 9: return choice(["(- ", "(~", "(#"]) + value(depth - 1) + ")"
    case 10...13: return "(\(test(depth - 1)) and \(value(depth - 1)) or \(value(depth - 1)))"
    case 14: return "(\(value(depth - 1)) or \(value(depth - 1)))"
    case 15: return "(\(value(depth - 1)) and \(value(depth - 1)))"
    case 16:
      // A comparison by itself is an index that Lua 5.4.4 compiles wrongly.
      let index = chance(2) ? term() : "\(value(depth - 1)) or nil"
      return choice(["names[", "mixed[", "helper["]) + index + "]"
    case 17: return "pick(\(value(depth - 1)), \(value(depth - 1)))"
    case 18: return "twice(\(value(depth - 1)))"
    case 19: return "mixed.f(\(value(depth - 1)))"
    case 20: return beyond(depth)
    default: return test(depth - 1)
    }
  }

  mutating func test(_ depth: Int) -> String {
    switch Int.random(in: depth <= 0 ? 0...5 : 0...14, using: &random) {
    case 0...3:
      let operation = choice(["==", "==", "==", "~=", "<", "<=", ">", ">="])
      let operands = [depth > 1 && chance(4) ? value(depth - 1) : path(), term()]
      return chance(3)
        ? "(\(operands[1]) \(operation) \(operands[0]))"
        : "(\(operands[0]) \(operation) \(operands[1]))"
    case 4: return path()
    case 5: return "(not \(path()))"
    case 6, 7, 8: return "(\(test(depth - 1)) and \(test(depth - 1)))"
    case 9, 10: return "(\(test(depth - 1)) or \(test(depth - 1)))"
    case 11: return "(not \(test(depth - 1)))"
    case 12: return "isLow(\(chance(3) ? value(depth - 1) : "c.todo"))"
    case 13: return "less(\(value(depth - 1)), \(value(depth - 1)))"
    default: return "helper.deeper.same(two(\(value(depth - 1))))"
    }
  }

  /// Something that native code leaves to Lua.
  private mutating func beyond(_ depth: Int) -> String {
    switch Int.random(in: 0...10, using: &random) {
    case 0: "string.len(\(value(depth - 1)))"
    case 1: "tostring(\(value(depth - 1)))"
    case 2: "(\(value(depth - 1)) ^ 2)"
    case 3: "(function() return \(constant()) end)()"
    case 4: "#{ \(constant()), \(constant()) }"
    case 5: "type(\(value(depth - 1)))"
    case 6: "none()"
    case 7: "round(\(value(depth - 1)))"
    case 8: "(\(path())):upper()"
    case 9: "bump()"
    default: "math.maxinteger"
    }
  }

  // MARK: Statements

  mutating func body(_ depth: Int, isPredicate: Bool) -> String {
    let outer = locals
    defer { locals = outer }
    var text = ""
    while chance(3), localCount < 20 {
      localCount += 1
      let name = "x\(localCount)"
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        text += "local \(name), y\(localCount) = two(\(value(depth - 1)))\n"
      case 1 where !locals.isEmpty:
        text += "\(choice(locals)) = \(value(depth - 1))\nlocal \(name) = \(term())\n"
      case 2:
        text += "local \(name) if \(test(1)) then \(name) = \(value(depth - 1)) end\n"
      default: text += "local \(name) = \(value(depth - 1))\n"
      }
      locals.append(name)
    }
    let result = isPredicate ? test(depth) : value(depth)
    guard depth > 1 else { return text + "do return \(result) end" }
    switch Int.random(in: 0...7, using: &random) {
    case 0:
      return text + "if \(test(depth - 1)) then \(body(depth - 1, isPredicate: isPredicate)) "
        + "elseif \(test(1)) then \(body(depth - 1, isPredicate: isPredicate)) end\n"
        + "do return \(result) end"
    case 1:
      return text + "if \(test(depth - 1)) then \(body(depth - 1, isPredicate: isPredicate)) "
        + "else \(body(depth - 1, isPredicate: isPredicate)) end"
    case 2 where chance(4):
      return text + "for i = 1, 3 do if \(test(1)) then return i end end do return \(result) end"
    case 3 where chance(4): return text + "none() do return \(result) end"
    default: return text + "do return \(result) end"
    }
  }

  /// One of few functions that differ in what they compare with.
  private mutating func shape() -> String {
    let path = choice(["c.a", "c.todo.priority"])
    let literals = [
      "'low'", "'high'", "'7'", "'é'", "7.5", "0.5", "-0.0", "0.0", "1e15", "nil", "true",
    ]
    return switch Int.random(in: 0...2, using: &random) {
    case 0: "function(c) return \(path) == \(choice(literals)) end"
    case 1: "function(c) return c.b ~= \(choice(literals)) and \(path) == \(choice(literals)) end"
    default: "function(c) if \(path) == \(choice(literals)) then return \(choice(literals)) end end"
    }
  }

  mutating func function(isPredicate: Bool) -> String {
    locals = []
    localCount = 0
    if chance(4) { return shape() }
    let depth = Int.random(in: 1...4, using: &random)
    return "function(c) \(body(depth, isPredicate: isPredicate)) end"
  }
}
