import LuaBridge
import Testing

struct ViewTests {
  /// `c.todo` with members, `c.list`, `c.map`, `c.secret`, and `c.same`, which is `c.todo` again.
  static func host() -> TestHost {
    let host = TestHost([
      "todo": .object(1, .members, identity: 11), "same": .object(5, .members, identity: 11),
      "plain": .object(6, .members, identity: 0), "list": .object(2, .list, identity: 0),
      "map": .object(3, .dictionary, identity: 0), "secret": .object(4, .opaque, identity: 44),
      "secret2": .object(4, .opaque, identity: 44), "empty": .object(7, .list, identity: 0),
      "n": .scalar(.integer(3)), "none": .scalar(.nil), "null": .scalar(.null),
      "raw": .scalar(.bytes([0xFF, 0x00])), "text": .scalar(.string("é\0x")),
    ])
    host.members[1] = [
      (.string("title"), .scalar(.string("Buy"))),
      (.string("inner"), .object(8, .list, identity: 0)),
    ]
    host.members[2] = (1...3).map { (.integer($0), .scalar(.integer($0 * 10))) }
    host.members[8] = host.members[2]
    host.members[3] = [
      (.string("a"), .scalar(.integer(1))), (.string("b"), .scalar(.boolean(false))),
    ]
    return host
  }

  static let reads: [Piece] = [
    Piece("c.n", "3"), Piece("c.none", "nil"), Piece("c.null == null", "true"),
    Piece("#c.raw", "2"), Piece("c.text == 'é\\0x'", "true"),
    Piece("c.todo.title", "\"Buy\""), Piece("c.todo.inner[2]", "20"), Piece("c.list[2]", "20"),
    Piece("c.list[2.0]", "20"), Piece("c.list[9]", "nil"), Piece("c.list[nil]", "nil"),
    Piece("c.list[0/0]", "nil"), Piece("c.list[{}]", "nil"), Piece("#c.list", "3"),
    Piece("#c.empty", "0"), Piece("#c.map", "2"), Piece("c.map.a", "1"), Piece("c.map.b", "false"),
    Piece("c.map.x", "nil"), Piece("type(c)", "\"table\""), Piece("type(c.todo)", "\"table\""),
    Piece("type(c.secret)", "\"userdata\""), Piece("tostring(c.secret)", "\"userdata\""),
    Piece("c.todo == c.same", "true"), Piece("c.todo == c.plain", "false"),
    Piece("c.plain == c.same", "false"), Piece("c.secret == c.secret2", "true"),
    Piece("c == c", "true"), Piece("c == c.todo", "false"), Piece("c.todo == {}", "false"),
    Piece(
      "(function() local s = '' for k, v in pairs(c.map) do s = s .. k .. tostring(v) end return s end)()",
      "\"a1bfalse\""),
    Piece(
      "(function() local s = 0 for i, v in ipairs(c.list) do s = s + i * v end return s end)()",
      "140"),
    Piece("(function() local n = 0 for k in pairs(c) do n = n + 1 end return n end)()", "12"),
    Piece("next(c.list)", "1"), Piece("next(c.empty)", "nil"), Piece("next(c.list, 3)", "nil"),
    Piece("select('#', table.unpack(c.list))", "3"),
    Piece("select(2, next(c.map, 'a'))", "false"),
    Piece("table.concat(c.list)", "\"102030\""), Piece("c.secret", "opaque"),
  ]

  @Test(arguments: reads)
  func `a view reads like a table`(piece: Piece) throws {
    let line = try Bench(Self.host()).line(
      "return function(c) local x = \(piece.text) return x end")
    switch piece.expected {
    case "opaque": #expect(!line.contains("0x"))
    default: #expect(line == piece.expected)
    }
  }

  static let writes: [Piece] = [
    Piece("c.n = 1", "the key `n` of the context"),
    Piece("c[1] = 1", "the key `1` of the context"),
    Piece("c.todo.title = 1", "the member `title` of a value of the host"),
    Piece("c.list[1] = 1", "the member `1` of a value of the host"),
    Piece("c.secret.x = 1", "the member `x` of a value of the host"),
  ]

  @Test(arguments: writes)
  func `a view is read-only`(piece: Piece) throws {
    let line = try Bench(Self.host()).line("return function(c) \(piece.text) end")
    #expect(line == "frozen 1:1 \(piece.expected)")
  }

  @Test func `an opaque object has no members`() throws {
    let line = try Bench(Self.host()).line("return function(c) return c.secret.x end")
    #expect(line == "runtime 1:1 `x` cannot be read: the host's object shows no members to rules")
  }

  @Test func `a key is asked once in an evaluation`() throws {
    let host = Self.host()
    let bench = try Bench(host)
    let function = try bench.function(
      """
      return function(c)
        local s = 0
        local todo = c.todo
        for i = 1, 5 do s = s + c.n + #todo.title + c.list[1] + todo.inner[1] end
        return s
      end
      """)
    try bench.freeze()
    for _ in 0..<2 {
      host.reads = []
      _ = try bench.ask(function)
      #expect(Set(host.reads).count == host.reads.count)
      #expect(host.reads.count == 7)
    }
  }

  @Test func `a new evaluation reads anew`() throws {
    let host = Self.host()
    let bench = try Bench(host)
    let function = try bench.function("return function(c) return c.n end")
    try bench.freeze()
    #expect(try bench.ask(function).literal == "3")
    host.members[0] = [(.string("n"), .scalar(.integer(4)))]
    #expect(try bench.ask(function).literal == "4")
  }

  @Test func `a view is stale in the next evaluation`() throws {
    let host = Self.host()
    host.functions = [{ [unowned host] _ in try host.member(.string("todo"), of: nil) }]
    let bench = try Bench(host, functions: ["todo"])
    let nested = try bench.function("return function(c) return c.list[1] end")
    let function = try bench.function(
      """
      return function(c)
        local todo, list = host.todo(), c.list
        local first = todo.title
        host.again()
        return first .. todo.title
      end
      """)
    _ = nested
    // The evaluation ends and begins while a function is under way: as close as a host can come.
    host.functions.append { [unowned bench, unowned host] _ in
      bench.lua.endEvaluation()
      bench.lua.host = host
      bench.lua.beginEvaluation()
      return .value(.nil)
    }
    try bench.lua.defineHost("again", function: 1)
    try bench.freeze()
    #expect(lineOf { try bench.ask(function) } == "staleView 2:5")
  }

  @Test func `callbacks that throw come out as they are`() throws {
    struct Refusal: Error {}
    final class Refusing: LuaHost {
      func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush {
        guard object == nil, key.literal == "\"v\"" else { throw Refusal() }
        return .view(ObjectHandle(index: 1), .list, identity: 0)
      }
      func count(of object: ObjectHandle) throws -> Int { throw Refusal() }
      func keys(of object: ObjectHandle?) throws -> [LuaValue] { throw Refusal() }
      func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush { throw Refusal() }
      func require(_ name: String, from chunk: Int) throws -> Int { throw Refusal() }
      func print(_ text: String) {}
    }
    let refusing = Refusing()
    let bench = try Bench(functions: ["f"])
    let numbers = try [
      "c.x", "c.v.x", "#c.v", "pairs(c.v)", "next(c.v)", "pairs(c)", "host.f(1)", "require 'm'",
      "table.sort({2, 1}, function() return c.x end)", "('a'):gsub('a', function() return c.x end)",
      "ipairs(c.v)(c.v, 0)",
    ].map { try bench.function("return function(c) local x = \($0) return x end") }
    try bench.freeze()
    for number in numbers {
      bench.lua.host = refusing
      bench.lua.beginEvaluation()
      let failure = #expect(throws: LuaFailure.self) { try bench.lua.evaluate(number) }
      #expect(failure?.kind == .host)
      #expect(failure?.underlying is Refusal)
      bench.lua.endEvaluation()
    }
  }
}
