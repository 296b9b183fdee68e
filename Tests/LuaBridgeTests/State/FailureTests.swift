import LuaBridge
import Testing

struct FailureTests {
  static let raised: [Piece] = [
    Piece("error('plain')", "runtime 1:1 plain"),
    Piece("error('bare', 0)", "runtime 1:1 bare"),
    Piece("\nerror('second line')", "runtime 1:2 second line"),
    Piece("local function f() error('callers', 2) end\nf() return 1", "runtime 1:2 callers"),
    Piece("local function f() error('own') end\nf() return 1", "runtime 1:1 own"),
    Piece("error('9:9: not a place', 0)", "runtime 1:1 9:9: not a place"),
    Piece("error('1:1: a place', 0)", "runtime 1:1 a place"),
    Piece("error('12:30: lunch')", "runtime 1:1 12:30: lunch"),
    Piece("error()", "runtime 1:1 the rule file raised an error without a message"),
    Piece("error(nil)", "runtime 1:1 the rule file raised an error without a message"),
    Piece("error(7)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error(7.5)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error(true)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error({})", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error(print)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error(null)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error(c)", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("assert(false)", "runtime 1:1 assertion failed!"),
    Piece("assert(nil, 'because')", "runtime 1:1 because"),
    Piece("assert(false, {})", "runtime 1:1 the rule file raised an error that is not a string"),
    Piece("error('a\\0b')", "runtime 1:1 a\0b"),
    Piece("error('\\xff!')", "runtime 1:1 \u{FFFD}!"),
    Piece("local x = nil + 1", "runtime 1:1 attempt to perform arithmetic on a nil value"),
    Piece("local x = c.todo.title", "runtime 1:1 attempt to index a nil value (field 'todo')"),
    Piece(
      "for _ in ipairs(nil) do end",
      "runtime 1:1 bad argument #1 to 'ipairs' (table expected, got nil)"),
    Piece(
      "for _ in ipairs(2) do end",
      "runtime 1:1 bad argument #1 to 'ipairs' (table expected, got number)"),
    Piece(
      "for _ in ipairs('abc') do end",
      "runtime 1:1 bad argument #1 to 'ipairs' (table expected, got string)"),
    Piece("ipairs(null)", "runtime 1:1 bad argument #1 to 'ipairs' (table expected, got null)"),
    Piece("pairs(null)", "runtime 1:1 bad argument #1 to 'pairs' (table expected, got null)"),
    Piece("ipairs()", "runtime 1:1 bad argument #1 to 'ipairs' (table expected, got no value)"),
    Piece("local t = {} t[nil] = 1", "runtime 1:1 table index is nil"),
    Piece("local t = {} t[0/0] = 1", "runtime 1:1 table index is NaN"),
    Piece("return 1 // 0", "runtime 1:1 attempt to divide by zero"),
    Piece("('x'):rep(2000000000)", "memory 1:1"),
    Piece("return ('x'):bad()", "undefinedField 1:1 string.bad"),
    Piece("c.x = 1", "frozen 1:1 the key `x` of the context"),
  ]

  @Test(arguments: raised)
  func `an error tells its place and its message`(piece: Piece) throws {
    let line = try Bench().line("return function(c) \(piece.text) end")
    #expect(line == piece.expected)
  }

  @Test func `a long message is cut between characters`() throws {
    let bench = try Bench()
    let function = try bench.function("return function() error(('é'):rep(100000), 0) end")
    try bench.freeze()
    let failure = #expect(throws: LuaFailure.self) { try bench.ask(function) }
    let message = try #require(failure?.message)
    #expect(message.utf8.count <= 8192)
    #expect(message.utf8.count > 8000)
    #expect(message.allSatisfy { $0 == "é" })
  }

  @Test func `an error of the host comes out as it went in`() throws {
    struct Refusal: Error, Equatable { var number: Int }
    let host = TestHost(["bad": .failure(Refusal(number: 1))])
    host.functions = [{ _ in throw Refusal(number: 2) }]
    let bench = try Bench(host, functions: ["refuse"])
    let reads = try bench.function("return function(c) return c.bad end")
    let calls = try bench.function("return function(c)\n return host.refuse() end")
    try bench.freeze()
    for (function, number, line) in [(reads, 1, 1), (calls, 2, 2), (reads, 1, 1)] {
      let failure = #expect(throws: LuaFailure.self) { try bench.ask(function) }
      #expect(failure?.kind == .host)
      #expect(failure?.line == line)
      #expect(failure?.underlying as? Refusal == Refusal(number: number))
    }
  }

  @Test func `a state without a host says so`() throws {
    let bench = try Bench()
    let function = try bench.function("return function(c) return c.x end")
    try bench.freeze()
    bench.lua.host = nil
    bench.lua.beginEvaluation()
    let failure = #expect(throws: LuaFailure.self) { try bench.lua.evaluate(function) }
    #expect((failure?.underlying as? LuaFailure)?.message == "the host has no answers")
    bench.lua.endEvaluation()
  }

  @Test func `a traceback names the calls, one row each`() throws {
    let bench = try Bench()
    bench.lua.setTraceback(true)
    let function = try bench.function(
      """
      local t = {["a\\n9:9:z"] = function() error("x") end}
      local function inner() t["a\\n9:9:z"]() return 1 end
      return function()
        inner()
        return 2
      end
      """)
    try bench.freeze()
    let failure = #expect(throws: LuaFailure.self) { try bench.ask(function) }
    let frames = try #require(failure?.traceback)
    #expect(frames.map(\.line) == [1, 2, 4])
    #expect(frames.map(\.chunk) == [1, 1, 1])
    #expect(failure?.libraryFunction == "error")
    bench.lua.setTraceback(false)
    let bare = #expect(throws: LuaFailure.self) { try bench.ask(function) }
    #expect(bare?.traceback.isEmpty == true)
    #expect(bare?.libraryFunction == nil)
  }

  @Test func `a failure leaves nothing behind`() throws {
    let bench = try Bench()
    let fails = try bench.function("return function() error('x') end")
    let works = try bench.function("return function() return 1 end")
    try bench.freeze()
    for _ in 0..<300 {
      #expect(throws: LuaFailure.self) { try bench.ask(fails) }
      #expect(try bench.ask(works).literal == "1")
    }
    #expect(bench.lua.depth == 0)
  }

  @Test func `an unknown function is an error`() throws {
    let bench = try Bench()
    #expect(lineOf { try bench.ask(77) } == "runtime attempt to call a nil value")
    #expect(lineOf { try bench.ask(0) } == "runtime attempt to call a nil value")
    #expect(bench.lua.dump(function: 5) == nil)
    #expect(bench.lua.info(ofFunction: 5).isLua == false)
    #expect(bench.lua.dumpChunk() == nil)
  }

  @Test func `a state outlives the variable that held it while it runs`() throws {
    let host = TestHost()
    var bench: Bench? = try Bench(host, functions: ["drop"])
    let function = try #require(
      try bench?.function("return function(c) host.drop() return c.x end"))
    try bench?.freeze()
    host.functions = [
      { _ in
        bench = nil
        return .value(.nil)
      }
    ]
    host.members[0] = [(.string("x"), .scalar(.string("still here")))]
    #expect(lineOf { try bench?.ask(function) ?? .nil } == "\"still here\"")
    #expect(bench == nil)
  }
}
