import Foundation
import LuaBridge
import Testing

@testable import LuaBytecode
@testable import LuaRules

struct DecisionFunctionTests {
  static let prelude = """
    local LOW, n = "low", 0
    local names = { low = "gray" }
    local mixed = { f = function(x) return x == LOW end, t = names }
    local function isLow(t) return t.priority == LOW end
    local function bump() n = n + 1 return true end
    local function forever(x) return forever(x) end
    local function late(x) return forever(x) end
    """

  /// A value function, and what native code makes of it: its reads, and what is left to Lua.
  struct Case: Sendable, CustomStringConvertible {
    let body: String
    let reads: String
    let obstacle: DecisionObstacle.Kind?
    let canDecline: Bool
    var description: String { body }

    init(
      _ body: String, reads: String = "", lua obstacle: DecisionObstacle.Kind? = nil,
      declines canDecline: Bool = false
    ) {
      self.body = body
      self.reads = reads
      self.obstacle = obstacle
      self.canDecline = canDecline
    }
  }

  static let cases: [Case] = [
    Case("return 1"), Case("return nil", declines: true), Case("", declines: true),
    Case("return c.a", reads: "a", declines: true),
    Case("return c.t.x == 1", reads: "t.x"),
    Case("local t = c.t return t.x == LOW and t.y < 3", reads: "t.x t.y"),
    Case("if c.a then return 1 elseif c.b then return 2 end return 3", reads: "a b"),
    Case("return c.a and 'yes' or 'no'", reads: "a"),
    Case("return c.a or 'no'", reads: "a", declines: true),
    Case("return not c.a", reads: "a"), Case("return #c.a > 2", reads: "a"),
    Case("return c.a + 1", reads: "a"), Case("return 'a' .. c.b .. 1.5", reads: "b"),
    Case("return isLow(c.t)", reads: "t.priority"),
    Case("return mixed.f(c.a) or mixed.t.low == c.b", reads: "a b"),
    Case("return names[c.a]", reads: "a", declines: true),
    Case("return names[c.a] or 'none'", reads: "a", declines: true),
    Case("local a, b = c.a, c.b; a, b = b, a; return a == 1", reads: "a b"),
    Case("return c.list[1] == c['undecided name']", reads: "list[1] undecided name"),
    Case(
      "return c.a == 1 and string.len(c.b) == 1", reads: "a", lua: .unknownVariable, declines: true),
    Case("return c.a == 1 and c.b:upper() == 'X'", reads: "a", lua: .method, declines: true),
    Case("return c.a == 1 and forever(c)", reads: "a", lua: .call, declines: true),
    Case(
      "if c.a == 1 then for i = 1, 2 do end end return 1", reads: "a", lua: .loop, declines: true),
    Case("return c.a == 1 and { 1 }", reads: "a", lua: .table, declines: true),
    Case("return c.a and function() end", reads: "a", lua: .closure, declines: true),
    Case("return c.a and names", reads: "a", lua: .result, declines: true),
    Case("return c.a and c.b ^ 2", reads: "a", lua: .power, declines: true),
    Case("return c.a and c[c.b]", reads: "a", lua: .computedMember, declines: true),
    Case("return c.a and bump()", reads: "a", lua: .unknownVariable, declines: true),
    Case("return c.a and c.b == names", reads: "a", lua: .comparison, declines: true),
  ]

  @Test(arguments: cases)
  func `what is native, what it reads and whether it declines is known`(example: Case) throws {
    // A function that never returns a value is refused as a rule.
    let body = example.body.isEmpty ? "if c.a then return 1 end" : example.body
    let model = try RuleModel(
      text: Self.prelude + "\nreturn { { key = \"k\", value = function(c) \(body) end } }")
    let core = try #require(model.current.first)
    guard case .function(let number) = core.rules[0].assignment else { return }
    let (native, paths) = try core.withState { state in
      let outside = StateCapturedValues(state)
      var builder = DecisionBuilder(outside: outside)
      let function = try #require(outside.code(ofFunction: number))
      return (builder.build(function, number: number), builder.paths)
    }
    #expect(native.entry != nil)
    #expect(native.obstacle?.kind == example.obstacle)
    #expect(native.canDecline == example.canDecline)
    if !example.body.isEmpty {
      let reads = native.reads.map { paths.text(of: $0) }.joined(separator: " ")
      #expect(reads == example.reads)
    }
  }

  @Test
  func `what only Lua can do is told with its line`() throws {
    let rules = try NativeRules([
      "local a = c.a\nfor i = 1, 2 do a = i end return a == 1", "string.len(c.a) == 1",
    ])
    #expect(rules.predicates.map(\.entry) == [nil, nil])
    #expect(rules.predicates.map { $0.obstacle?.kind } == [.loop, .unknownVariable])
    #expect(rules.predicates[0].obstacle?.line == 4)
  }

  @Test
  func `what stands before a part for Lua is decided natively`() throws {
    let model = try RuleModel(
      text: """
        return { { key = "k", when = { a = { 1, 2 }, ["t.x"] = null }, rules = {
          { when = function(c) return c.b end, rules = {
            { when = function(c) return tostring(c.d) == "1" end, value = 1 } } } } } }
        """)
    let core = try #require(model.current.first)
    let (predicate, builder) = try core.withState { state in
      var builder = DecisionBuilder(outside: StateCapturedValues(state))
      return (builder.build(core.rules[0].predicate), builder)
    }
    let entry = try #require(predicate.entry)
    #expect(!predicate.isWhole)
    let table: [([String: NativeValue], NativeVerdict)] = [
      (["a": .integer(3)], .no), (["a": .integer(1), "t.x": .boolean(false)], .no),
      (["a": .float(2), "b": .nil], .no), (["a": .integer(1), "b": .boolean(true)], .undecided),
      (["a": .undecided], .undecided), (["a": .integer(1), "t.x": .undecided], .undecided),
    ]
    for (values, expected) in table {
      var reader = TableReader(values, builder.paths)
      #expect(builder.code.holds(from: entry, reader: &reader) == expected, "\(values)")
    }
  }

  @Test
  func `large functions stop at a limit`() throws {
    let many = (0..<4000).map { "c.a == \($0)" }.joined(separator: " or ")
    let paths = (0..<3000).map { "c.a\($0) == 1" }.joined(separator: " and ")
    let sum = (0..<200).map { "c.a\($0)" }.joined(separator: " + ") + " == 1"
    let doubled =
      "local a = c.a + 1 " + String(repeating: "a = a + a ", count: 100) + "return a == 1"
    let ways = (0..<18).map { "(c.a\($0) or c.b\($0))" }.joined(separator: " and ")
    // Much that is read, and then a large expression in many tests.
    let tests = (0..<1500).map { "e == \($0)" }.joined(separator: " or ")
    let large = "local e = c.a0 + " + (1..<40).map { "c.a\($0)" }.joined(separator: " + ")
    let wide =
      "local _ \(large) do " + (0..<1500).map { "_ = c.r\($0)" }.joined(separator: " ")
      + " end return " + tests
    let deep = "local x = c " + String(repeating: "x = x.a ", count: 3000) + "return x == 1"
    let rules = try NativeRules([many, paths, sum, doubled, ways, wide, deep])
    #expect(rules.predicates[6].obstacle?.kind == .tooLarge)
    let names = Array(repeating: "a", count: 3000)
    #expect(NativeRules(patterns: [[(names, [.integer(1)])]]).predicates[0].entry == nil)
    #expect(rules.code.nodes.count < 3 * DecisionBuilder.nodeLimit)
    #expect(rules.predicates[2].obstacle?.kind == .tooLarge)
    #expect(rules.predicates[3].obstacle?.kind == .tooLarge)
    // Ways that come together are followed once.
    #expect(rules.predicates[4].isWhole)
  }

  @Test
  func `strings are in order only where bytes are`() throws {
    #expect(NativeValue.isLess(.string("Z"), .string("a")) == .yes)
    #expect(NativeValue.isLess(.string("a"), .string("a\0b")) == .yes)
    #expect(NativeValue.isLessOrEqual(.string("é"), .string("z")) == .no)
    let locale = unsafe newlocale(1 << LC_COLLATE, "C", nil)
    let before = unsafe uselocale(locale)
    let verdict = NativeValue.isLess(.string("Z"), .string("a"))
    _ = unsafe uselocale(before)
    unsafe freelocale(locale)
    #expect(verdict == .undecided)
  }

  @Test
  func `probable reads of functions for Lua are found`() throws {
    let text = """
      return function(c)
        local t, all = c.todo, {}
        for i, x in ipairs(c.list) do all[i] = function() return t.title .. c.other end end
        return all[1]:upper(c.last)
      end
      """
    var paths = NativePaths()
    let reads = FunctionReads.of(try CompiledFunction.decode(try dump(text)), in: &paths)
    #expect(
      Set(reads.map { paths.text(of: $0) }) == ["todo", "list", "todo.title", "other", "last"])
  }
}

struct DecisionTemplateTests {
  @Test
  func `functions of one shape compare with their own constants`() throws {
    let texts = ["low", "high", "e\u{301}", "low"].map { "c.t.x == '\($0)' and c.a ~= 2.5" }
    let others = ["c.t.x == nil and c.a ~= 2.5", "c.t.y == 'low' and c.a ~= 2.5"]
    let rules = try NativeRules(texts + others + ["c.t.x == 'low' and c.a ~= -0.0"])
    let values: [(NativeValue, NativeValue, [Int])] = [
      (.string("low"), .integer(1), [0, 3, 6]), (.string("high"), .nil, [1]),
      (.string("e\u{301}"), .integer(2), [2]), (.string("\u{E9}"), .integer(2), []),
      (.nil, .float(2), [4]), (.string("low"), .float(2.5), [6]),
      (.string("low"), .integer(0), [0, 3]),
    ]
    for (x, a, expected) in values {
      let reader = TableReader(["t.x": x, "t.y": .string("high"), "a": a], rules.paths)
      let found = rules.naive(reader, reads: \.reads).tried
      #expect(found == expected.map { "\($0) yes" })
    }
  }
}
