import LuaBridge
import Testing

struct FreezingTests {
  static let table = "the field `a` of a table that was made while loading"
  static let list = "a table that was made while loading"

  /// The tables: `t` a list in a local, `g` a global, `n` nested, `k` reached as a key.
  static let preamble = """
    local t = {3, 1, 2} g = {a = 1} local n = {in_ = {a = 1, deep = {a = 1}}}
    local k = {a = 1} local keys = {[k] = true} local cycle = {a = 1} cycle.self = cycle
    local holes = {1, 2, nil, 4} local made = (function() local m = {a = 1} return {get = function()
    return m end} end)()
    """

  static let reads: [Piece] = [
    Piece("type(t)", "\"table\""), Piece("t == t", "true"), Piece("#t", "3"), Piece("t[4]", "nil"),
    Piece("table.concat(t, ',')", "\"3,1,2\""), Piece("select('#', table.unpack(t))", "3"),
    Piece(
      "(function() local s = 0 for i, v in ipairs(t) do s = s + i * v end return s end)()", "11"),
    Piece(
      "(function() local s = '' for k, v in pairs(t) do s = s .. k .. v end return s end)()",
      "\"132132\""),
    Piece("next(t)", "1"), Piece("next(t, 3)", "nil"), Piece("next({})", "nil"),
    Piece("n.in_.deep.a", "1"), Piece("g.a", "1"), Piece("cycle.self.self == cycle", "true"),
    Piece("table.move(t, 1, 3, 2, {})[4]", "2"), Piece("made.get().a", "1"),
    Piece("string.gsub('a b', '%a', {a = 'x'})", "\"x b\""),
    Piece("#table.pack(table.unpack(t))", "3"),
  ]

  @Test(arguments: reads)
  func `a frozen table reads like any table`(piece: Piece) throws {
    let text = Self.preamble + "\nreturn function(c) return (\(piece.text)) end"
    let line = try Bench().line(text)
    #expect(line == piece.expected)
  }

  static let writes: [Piece] = [
    Piece("t[1] = 9", list), Piece("t[4] = 9", list), Piece("t.a = 1", table),
    Piece("table.insert(t, 4)", list), Piece("table.insert(t, 1, 4)", list),
    Piece("table.remove(t)", list), Piece("table.remove(t, 1)", list), Piece("table.sort(t)", list),
    Piece("table.sort({}) table.sort(n)", list), Piece("table.move({1}, 1, 1, 1, t)", list),
    Piece("g.a = 2", table), Piece("n.in_.a = 2", table), Piece("n.in_.deep.a = 2", table),
    Piece("cycle.self.a = 2", table), Piece("k.a = 2", table), Piece("keys.a = 1", table),
    Piece("g = 1", "the global `g`"), Piece("newGlobal = 1", "the global `newGlobal`"),
    Piece("print = 1", "the global `print`"), Piece("made.get().a = 2", table),
    Piece("string.a = 1", table), Piece("math.a = 1", table), Piece("t[nil] = 1", list),
  ]

  @Test(arguments: writes)
  func `a write to what was made while loading is refused`(piece: Piece) throws {
    let text = Self.preamble + "\nreturn function(c) \(piece.text) end"
    let lines = Self.preamble.split(separator: "\n").count + 1
    // The reference keeps every table of the preamble alive in the function.
    let referring = text + "\n, function() return t, g, n, k, keys, cycle, made end"
    let bench = try Bench()
    let node = try bench.load("return {(function() \(referring) end)()}")
    try bench.freeze()
    let number = try #require(node.firstFunction)
    #expect(lineOf { try bench.ask(number) } == "frozen 1:\(lines) \(piece.expected)")
    #expect(lineOf { try bench.ask(number) } == "frozen 1:\(lines) \(piece.expected)")
  }

  @Test(arguments: [
    "{1, 2, nil, 4}", "{nil, 2}", "{nil, 2, 3, 4}", "{1, nil, 3, x = 1, y = 2}", "{n = 1, [2] = 2}",
    "{}", "{1, 2, 3, nil}", "{[1] = 1, [2] = 2, [4] = 4}",
  ])
  func `freezing does not change the length of a list with holes`(table: String) throws {
    let bench = try Bench()
    let node = try bench.load("local t = \(table) return {#t, function() return #t end}")
    guard case .table(let result) = node,
      case .scalar(let before) = result.elements.first(where: { _ in true })
    else {
      Issue.record("no table")
      return
    }
    try bench.freeze()
    #expect(try bench.ask(#require(node.firstFunction)).literal == before.literal)
  }

  @Test func `what an evaluation makes is its own`() throws {
    let text = "return function(c) local t = {2, 1} t.x = 1 table.sort(t) t[3] = 4 return #t end"
    #expect(try Bench().line(text) == "3")
  }

  @Test func `a forbidden function fails wherever it is reached`() throws {
    let host = TestHost()
    let bench = try Bench(host)
    let text = """
      local count = 0
      local function bump() count = count + 1 return count end
      local tools = {bump = bump, [bump] = 1}
      return {bump, function() return bump() end, function() return tools.bump() end,
        function() return tools[bump] end,
        function() local own = 0 local function f() own = own + 1 return own end f() return f() end}
      """
    guard case .table(let functions) = try bench.load(text) else { return }
    let numbers = functions.elements.compactMap(\.firstFunction)
    #expect(numbers.count == 5)
    let count = try bench.lua.keepReachableFunctions()
    #expect(count >= 5)
    try bench.lua.forbid(function: numbers[0], writingTo: "count")
    try bench.lua.freeze()
    for number in numbers[0...2] {
      let line = lineOf { try bench.ask(number) }
      #expect(line.hasPrefix("frozen"))
      #expect(line.hasSuffix("`count`, a local of its file"))
    }
    #expect(try bench.ask(numbers[3]).literal == "1")
    #expect(try bench.ask(numbers[4]).literal == "2")
    #expect(try bench.ask(numbers[4]).literal == "2")
  }

  @Test func `a module is frozen even when only require leads to it`() throws {
    let host = TestHost()
    let bench = try Bench(host)
    host.modules["m"] = try bench.run("return {a = 1, f = function() end}")
    let function = try bench.function("require('m') return function() require('m').a = 2 end")
    try bench.freeze()
    #expect(lineOf { try bench.ask(function) } == "frozen 2:1 \(Self.table)")
  }

  @Test func `a module that is a forbidden function is forbidden through require`() throws {
    let host = TestHost()
    let bench = try Bench(host)
    let slot = try bench.run("local n = 0 return function() n = n + 1 return n end")
    host.modules["m"] = slot
    let module = try #require(bench.lua.contents(ofSlot: slot).firstFunction)
    let function = try bench.function("require('m') return function() return require('m')() end")
    _ = try bench.lua.keepReachableFunctions()
    try bench.lua.forbid(function: module, writingTo: "n")
    try bench.lua.freeze()
    #expect(lineOf { try bench.ask(function) } == "frozen 2:1 `n`, a local of its file")
  }

  @Test(arguments: ["pairs({1, 2, 3})", "string.gmatch('abc', '.')"])
  func `an iterator does not carry its place from evaluation to evaluation`(iterator: String) throws
  {
    let bench = try Bench()
    let function = try bench.function("local it = \(iterator) return function() return (it()) end")
    try bench.freeze()
    #expect(
      lineOf { try bench.ask(function) } == "frozen 1:1 an iterator that was made while loading")
    #expect(
      try bench.answer("return function() local it = \(iterator) it() return (it()) ~= nil end")
        .literal == "true")
  }
}
