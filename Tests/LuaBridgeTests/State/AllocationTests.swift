import LuaBridge
import Testing

/// Memory runs out at every allocation: nothing crashes, nothing is left behind.
@Suite(.serialized) struct AllocationTests {
  static let module =
    "local m = {scale = 2, names = {'a', 'b'}} function m.twice(x) return x * 2 end return m"

  static let rules = """
    local m = require "m"
    limits = {low = 1, high = 100, [1] = "one", [true] = "yes"}
    local count = 0
    local function bump() count = count + 1 end
    local function label(c) return string.format("%s-%d-%s", c.name, #c.list, {}) end
    return {
      {key = "a", when = function(c) return c.n > limits.low and m.twice(c.n) < limits.high end},
      {key = "b", value = function(c)
        local out = {}
        for k, v in pairs(limits) do out[#out + 1] = tostring(k) .. tostring(v) end
        for k, v in pairs(c.list) do out[#out + 1] = k .. "=" .. v end
        for w in string.gmatch("one two three", "%a+") do out[#out + 1] = w end
        table.sort(out, function(a, b) return a > b end)
        local nested = host.nested({1, {2, x = "y"}})
        return {label(c), nested, list = out, text = ("x"):rep(2000), (c.todo.title:gsub("%a", "%0%0"))}
      end},
      {key = "c", when = bump}, {key = "d", value = host.nested},
      {key = "e", value = function(c) return error("failing " .. c.name, 1) end},
    }
    """

  /// Loads, freezes and asks, once with each kind of ending; true when everything went well.
  static func round(failing number: Int, wantsTraceback: Bool) throws -> Bool {
    let host = TestHost([
      "n": .scalar(.integer(3)), "name": .scalar(.string("the name")),
      "list": .object(1, .list, identity: 0), "todo": .object(2, .members, identity: 5),
    ])
    host.members[1] = (1...20).map { (.integer($0), .scalar(.string("element \($0)"))) }
    host.members[2] = [(.string("title"), .scalar(.string("Buy beer")))]
    let bench = try Bench(host, functions: ["nested"], failingAllocation: number)
    bench.lua.setTraceback(wantsTraceback)
    try bench.lua.restrictHost(ofScope: 2, to: ["nested", "missing"])
    host.modules["m"] = try bench.run(module)
    guard case .table(let table) = try bench.load(rules) else { return false }
    let numbers = table.elements.compactMap(\.firstFunction)
    let inner = try bench.function("return function(c) return c.n + #c.list end", scope: 2)
    host.functions = [{ [unowned bench] _ in .value(try bench.lua.evaluate(inner)) }]
    let count = try bench.lua.keepReachableFunctions()
    var dumped = 0
    for function in 1...count where bench.lua.info(ofFunction: function).isLua {
      dumped += bench.lua.dump(function: function)?.count ?? 0
    }
    try bench.lua.forbid(function: numbers[2], writingTo: "count")
    try bench.lua.freeze()
    let budget = LuaBudget(instructions: 1 << 30, time: nil)
    let value = try bench.ask(numbers[1], budget: budget)
    guard case .table(let answer) = value, answer.elements.count == 3 else { return false }
    for (failing, kind) in [(numbers[2], LuaFailure.Kind.frozen), (numbers[4], .runtime)] {
      do {
        _ = try bench.ask(failing, budget: LuaBudget(instructions: 1 << 30, time: nil))
        return false
      } catch let failure as LuaFailure where failure.kind == kind {
        continue
      }
    }
    bench.lua.host = host
    bench.lua.beginEvaluation()
    defer { bench.lua.endEvaluation() }
    return try bench.lua.test(numbers[0]) && bench.lua.test(numbers[0], scope: 20)
  }

  @Test(arguments: [false, true])
  func `an allocation that fails is a failure of kind memory`(wantsTraceback: Bool) throws {
    #expect(try Self.round(failing: 0, wantsTraceback: wantsTraceback))
    var number = 1
    var survived = 0
    var last = 0
    while survived < 50 {
      do {
        let isFine = try Self.round(failing: number, wantsTraceback: wantsTraceback)
        #expect(isFine, "allocation \(number)")
        survived += 1
      } catch let failure as LuaFailure {
        var innermost = failure
        while let inner = innermost.underlying as? LuaFailure { innermost = inner }
        if innermost.kind != .memory { Issue.record("allocation \(number): \(failure)") }
        survived = 0
        last = number
      }
      number += 1
    }
    #expect(last > 300)
  }

  @Test func `a memory limit of any size is a failure of kind memory or none`() throws {
    var limit = 1000
    while limit < 400_000 {
      do {
        let bench = try Bench(memory: limit)
        let line = bench.line(
          "return function(c) local t = {} for i = 1, 500 do t[i] = {i} end return t end")
        #expect(line == "a table" || line.hasPrefix("memory"))
        #expect(bench.lua.memoryUsed <= limit)
      } catch let failure as LuaFailure {
        #expect(failure.kind == .memory)
      }
      limit += 997
    }
  }

  @Test func `asking again and again takes no more memory`() throws {
    let bench = try Bench()
    let function = try bench.function(
      "return function(c) local t = {} for i = 1, 100 do t[i] = 'x' .. i end return t end")
    let failing = try bench.function("return function(c) error({}) end")
    try bench.freeze()
    var peak = 0
    for round in 0..<2000 {
      _ = try bench.ask(function)
      _ = try? bench.ask(failing)
      if round == 200 { peak = bench.lua.memoryUsed }
    }
    #expect(bench.lua.memoryUsed < 2 * peak)
  }

  @Test func `a state goes when nobody holds it, whatever failed`() throws {
    for number in stride(from: 0, to: 900, by: 7) {
      weak var gone: LuaState?
      do {
        let bench = try? Bench(failingAllocation: number)
        gone = bench?.lua
        _ = bench?.line("return function(c) local t = {c} error(t) end")
      }
      // In a debug build the state itself asserts that all its memory was freed.
      #expect(gone == nil)
    }
  }
}
