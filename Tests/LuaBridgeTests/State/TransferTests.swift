import LuaBridge
import Testing

struct TransferTests {
  static let scalars: [Piece] = [
    Piece("nil", "nil"), Piece("null", "null"), Piece("true", "true"), Piece("3", "3"),
    Piece("3.0", "3.0"), Piece("-0.0", "-0.0"), Piece("2^63", "9.2233720368548e+18"),
    Piece("math.mininteger", "-9223372036854775808"), Piece("1/0", "inf"), Piece("-1/0", "-inf"),
    Piece("'a\\0b'", "\"a\0b\""), Piece("print", "a function"),
    Piece("'\\xff\\xfe'", LuaValue.bytes([0xFF, 0xFE]).literal), Piece("''", "\"\""),
    Piece("function() end", "a function"),
  ]

  @Test(arguments: scalars)
  func `a scalar comes out as it is`(piece: Piece) throws {
    let line = try Bench().line("return function() return \(piece.text) end")
    #expect(line == piece.expected)
  }

  @Test func `NaN comes out as NaN`() throws {
    guard case .number(let number) = try Bench().answer("return function() return 0/0 end") else {
      Issue.record("no number")
      return
    }
    #expect(number.isNaN)
  }

  static let refused: [Piece] = [
    Piece("{1, nil, 3}", "a list with holes cannot become a value: 2 of 3 positions are there"),
    Piece("{[0] = 1}", "a table with the position 0 cannot become a value"),
    Piece("{[-5] = 1}", "a table with the position -5 cannot become a value"),
    Piece(
      "{[math.maxinteger] = 1}",
      "a list with holes cannot become a value: 1 of 9223372036854775807 positions are there"),
    Piece("{[1.5] = 1}", "a table with a number as key cannot become a value"),
    Piece("{[true] = 1}", "a table with a boolean as key cannot become a value"),
    Piece("{[null] = 1}", "a table with a null as key cannot become a value"),
    Piece("{[{}] = 1}", "a table with a table as key cannot become a value"),
    Piece("{['\\xff'] = 1}", "a table with a key that is not UTF-8 cannot become a value"),
    Piece(
      "(function() local t = {} t.t = t return t end)()",
      "a table that contains itself cannot become a value"),
    Piece(
      "(function() local t = {} t[1] = {{t}} return t end)()",
      "a table that contains itself cannot become a value"),
  ]

  @Test(arguments: refused)
  func `a table that has no copy says why`(piece: Piece) throws {
    let line = try Bench().line("return function() return \(piece.text) end")
    #expect(line == "conversion \(piece.expected)")
    let loaded = lineOf { try Bench().load("return \(piece.text)").value }
    #expect(loaded == "conversion \(piece.expected)")
  }

  @Test func `a table that doubles at each level stops at a limit`() throws {
    let text = "return function() local t = {} for i = 1, 40 do t = {t, t} end return t end"
    let budget = LuaBudget(instructions: 1_000_000, time: nil)
    #expect(try Bench().line(text, budget: budget) == "instructions")
    #expect(try Bench(memory: 4 << 20).line(text) == "memory")
    let bench = try Bench(memory: 1 << 30)
    #expect(
      bench.line(text) == "valueNodes")
    #expect(bench.lua.memoryUsed < 2 << 20)
  }

  @Test func `a value that is too large or too deep is told by the limit that it passed`() throws {
    let limits = LuaBudget.ValueLimits(nodes: 100, bytes: 1000, depth: 5)
    func line(_ value: String) throws -> String {
      let budget = LuaBudget(instructions: 1_000_000, time: nil, values: limits)
      return try Bench().line("return function() return \(value) end", budget: budget)
    }
    func list(_ count: Int) -> String {
      "(function() local t = {} for i = 1, \(count) do t[i] = i end return t end)()"
    }
    #expect(try line("{('x'):rep(900), ('y'):rep(100)}") == "a table")
    #expect(try line("{('x'):rep(900), ('y'):rep(101)}") == "valueBytes")
    #expect(try line("('x'):rep(1001)") == "valueBytes")
    #expect(try line("{[('x'):rep(1001)] = 1}") == "valueBytes")
    #expect(try line(list(99)) == "a table")
    #expect(try line(list(100)) == "valueNodes")
    #expect(try line("{{{{{}}}}}") == "a table")
    #expect(try line("{{{{{{}}}}}}") == "valueDepth")
  }

  @Test func `tables come out with positions and sorted names`() throws {
    let value = try Bench().answer(
      "return function() return {10, 20, b = {1}, a = 'x', [''] = true, ['é'] = 2.5} end")
    guard case .table(let table) = value else { return }
    #expect(table.elements.map(\.literal) == ["10", "20"])
    #expect(table.fields.map(\.name) == ["", "a", "b", "é"])
    #expect(table.fields.map(\.value.literal) == ["true", "\"x\"", "a table", "2.5"])
  }

  @Test func `a file's functions are numbered in one order`() throws {
    var orders: Set<[Int]> = []
    for _ in 0..<20 {
      let bench = try Bench()
      let node = try bench.load(
        "local f = function() end return {z = f, y = function() end, x = {f, function() end}, print}"
      )
      guard case .table(let table) = node else { return }
      var numbers = table.elements.compactMap(\.firstFunction)
      numbers += table.fields.compactMap(\.node.firstFunction)
      orders.insert(numbers)
    }
    #expect(orders == [[1, 2, 4, 2]])
  }

  static let host: [Piece] = [
    Piece("host.echo()", "0"), Piece("host.echo(nil, nil)", "2"),
    Piece("host.echo(1, {2}, 'x')", "3"),
    Piece("host.echo(table.unpack({}, 1, 250))", "250"),
    Piece(
      "host.echo({[true] = 1})",
      "conversion 1:1 a table with a boolean as key cannot become a value"),
  ]

  @Test(arguments: host)
  func `arguments reach the host`(piece: Piece) throws {
    let host = TestHost()
    host.functions = [{ .value(.integer(Int64($0.count))) }]
    let bench = try Bench(host, functions: ["echo"])
    #expect(bench.line("return function() local n = \(piece.text) return n end") == piece.expected)
  }

  @Test func `host stubs take the place of host functions`() throws {
    let bench = try Bench(functions: ["one"])
    try bench.lua.useHostStubs(slot: bench.run("return {one = function() return 'stub' end}"))
    let function = try bench.function("return host.one")
    try bench.freeze()
    #expect(bench.lua.info(ofFunction: function).isHostStub)
    #expect(try bench.ask(function).literal == "\"stub\"")
    #expect(throws: LuaFailure.self) { try bench.lua.useHostStubs(slot: 99) }
  }
}
