import LuaBridge
import Testing

struct BudgetTests {
  static let endless: [Piece] = [
    Piece("while true do end", "instructions"),
    Piece("local function f() return f() end f()", "instructions"),
    Piece("for i = 1, math.huge do local t = {} end", "instructions"),
    Piece("string.rep('a', 1e15 // 1 | 0)", "instructions"),
    Piece("table.move({}, 1, 1000000000000000, 2)", "instructions"),
    Piece("table.concat({}, '', 1, 1000000000000000)", "instructions"),
    Piece("local t = {} for i = 1, 20000 do table.insert(t, 1, i) end", "instructions"),
    Piece(
      "local t = {} for i = 1, 1000 do t[i] = i end while true do for k in pairs(t) do break end end",
      "instructions"),
    Piece("while true do next({1, 2, 3}) end", "instructions"),
    Piece("table.sort({3, 2, 1}, function() while true do end end)", "instructions"),
    Piece("string.gsub('aaa', 'a', function() while true do end end)", "instructions"),
  ]

  @Test(arguments: endless)
  func `instructions run out, asked and while loading`(piece: Piece) throws {
    let bench = try Bench()
    let budget = LuaBudget(instructions: 1_000_000, time: .seconds(10))
    #expect(
      bench.line("return function() \(piece.text) end", budget: budget)
        .hasPrefix("instructions"))
    #expect(budget.isExhausted)
    let loading = try Bench()
    loading.lua.setBudget(LuaBudget(instructions: 1_000_000, time: .seconds(10)))
    #expect(lineOf { try loading.load(piece.text).value }.hasPrefix(piece.expected))
  }

  @Test func `time runs out`() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let budget = LuaBudget(instructions: .max / 2, time: .milliseconds(20))
    #expect(
      try Bench().line("return function() while true do end end", budget: budget) == "time 1:1")
    #expect(clock.now - start < .seconds(10))
  }

  static let hungry = [
    "local t = {} while true do t[#t + 1] = {} end",
    "local s = 'x' while true do s = s .. s end",
    "return ('x'):rep(100000000)",
    "return string.format('%s%s', ('x'):rep(700000), ('y'):rep(700000))",
    "local t = {} for i = 1, 100000 do t[i] = tostring(i) end return table.concat(t)",
    "local function f() return 1 + f() end return f()",
    "local a = {} for i = 1, 40 do a = {a, a} end return a",
    "local t = {} for i = 1, 20000 do t[i] = i end return t",
  ]

  @Test(arguments: hungry)
  func `memory runs out`(code: String) throws {
    let bench = try Bench(memory: 1 << 20)
    let budget = LuaBudget(instructions: 1 << 30, time: .seconds(10))
    let line = bench.line("return function() \(code) end", budget: budget)
    #expect(line == "memory" || line.hasPrefix("memory 1:1"))
    #expect(budget.isExhausted)
    #expect(bench.lua.memoryUsed <= 1 << 20)
  }

  @Test func `an empty string is repeated at once`() throws {
    let text = "return function() return ('') :rep(1000000000000000) == '' end"
    #expect(try Bench().line(text, budget: LuaBudget(instructions: 1000, time: nil)) == "true")
  }

  @Test func `a budget that ran out stays so, in every state that shares it`() throws {
    let host = TestHost()
    let other = try Bench()
    let stillFine = try other.function("return function() return 1 end")
    try other.freeze()
    let budget = LuaBudget(instructions: 200_000, time: nil)
    var inner: [String] = []
    host.functions = [
      { _ in
        inner.append(lineOf { try other.ask(stillFine, budget: budget) })
        return .value(.integer(7))
      }
    ]
    let bench = try Bench(host, functions: ["ask"])
    let spin = try bench.function("return function() while true do end end")
    let calls = try bench.function("return function() return host.ask() end")
    try bench.freeze()
    #expect(try bench.ask(calls, budget: budget).literal == "7")
    #expect(inner == ["1"])
    #expect(lineOf { try bench.ask(spin, budget: budget) } == "instructions 1:1")
    #expect(lineOf { try bench.ask(calls, budget: budget) } == "instructions 2:1")
    #expect(inner == ["1"])
    #expect(lineOf { try other.ask(stillFine, budget: budget) } == "instructions 1:1")
    #expect(try bench.ask(calls, budget: LuaBudget(instructions: 9000, time: nil)).literal == "7")
  }

  @Test func `a host that swallows a nested failure does not extend the budget`() throws {
    let host = TestHost()
    let bench = try Bench(host, functions: ["nested"])
    let spin = try bench.function("return function() while true do end end")
    let outer = try bench.function("return function() return host.nested() end")
    try bench.freeze()
    host.functions = [
      { [unowned bench] _ in
        _ = try? bench.lua.evaluate(spin)
        return .value(.integer(1))
      }
    ]
    let budget = LuaBudget(instructions: 100_000, time: nil)
    #expect(lineOf { try bench.ask(outer, budget: budget) } == "instructions")
  }

  @Test(arguments: [1, 50, 100, 200, 255])
  func `calls nest through the host`(depth: Int) throws {
    let host = TestHost()
    let bench = try Bench(host, functions: ["deeper"])
    let function = try bench.function("return function(c) return host.deeper() end")
    try bench.freeze()
    host.functions = [
      { [unowned bench] _ in
        let level = bench.lua.depth
        return .value(level >= depth ? .integer(Int64(level)) : try bench.lua.evaluate(function))
      }
    ]
    #expect(lineOf { try bench.ask(function) } == "\(depth)")
    #expect(bench.lua.depth == 0)
  }

  @Test(arguments: [
    "return (function(f) return f(f) end)(function(f) return f(f) + 1 end)",
    "local function f() string.gsub('a', 'a', f) end f()",
    "local function f() table.sort({1, 2}, f) end f()",
    "local function f() string.gsub('a', 'a', f) end f() return host.deeper()",
    "local function f() string.gsub('a', 'a', f) host.deeper() end f()",
    "local n = 0 local function f() n = n + 1 if n < 80 then string.gsub('a', 'a', f) else host.deeper() end end f()",
  ])
  func `a full stack is an error and not a crash`(code: String) throws {
    let host = TestHost()
    let bench = try Bench(host, functions: ["deeper"])
    let function = try bench.function("return function(c) \(code) end")
    try bench.freeze()
    host.functions = [{ [unowned bench] _ in .value(try bench.lua.evaluate(function)) }]
    for _ in 0..<2 {
      var line = ""
      var kind: LuaFailure.Kind?
      do {
        line = try bench.ask(function).literal
      } catch {
        var failure: LuaFailure? = error as? LuaFailure
        while let inner = failure?.underlying as? LuaFailure { failure = inner }
        line = failure?.message ?? "?"
        kind = failure?.kind
      }
      #expect(line.contains("stack overflow") || kind == .depth)
    }
    #expect(bench.lua.depth == 0)
  }

  @Test func `deep text is an error and not a crash`() throws {
    for text in [
      "return " + String(repeating: "(", count: 100_000),
      "return " + String(repeating: "{", count: 100_000),
      "return " + String(repeating: "not ", count: 100_000) + "1",
      String(repeating: "do ", count: 100_000),
    ] {
      let line = lineOf { try Bench().load(text).value }
      #expect(line.hasPrefix("syntax"))
    }
  }
}
