import LuaBridge
import Testing

struct SandboxTests {
  static let refused = [
    "_G", "_VERSION", "collectgarbage", "coroutine", "debug", "dofile", "getmetatable", "io",
    "load", "loadfile", "loadstring", "module", "os", "package", "pcall", "rawequal", "rawget",
    "rawlen", "rawset", "setmetatable", "unpack", "warn", "xpcall", "lua_State", "arg",
  ]

  @Test(arguments: refused)
  func `a global that is not offered is undefined`(name: String) throws {
    #expect(
      try Bench().line("return function(c) return \(name) end") == "undefinedGlobal 1:1 \(name)")
  }

  @Test(arguments: [
    "string.dump", "math.random", "math.randomseed", "table.freeze", "string.foo", "utf8.foo",
  ])
  func `a library function that is not offered is undefined`(name: String) throws {
    #expect(
      try Bench().line("return function(c) return \(name) end") == "undefinedField 1:1 \(name)")
  }

  @Test func `the allow-list is exactly this`() throws {
    let bench = try Bench()
    let names = """
      assert error host ipairs math next null pairs print require select string table \
      tonumber tostring type utf8
      """
    for name in names.split(separator: " ") {
      #expect(bench.line("return function() return \(name) ~= nil end") == "true")
    }
    let libraries = [
      "math":
        "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger "
        + "modf pi rad sin sqrt tan tointeger type ult",
      "string": "byte char find format gmatch gsub len lower match pack packsize rep reverse sub "
        + "unpack upper",
      "table": "concat insert move pack remove sort unpack",
      "utf8": "char charpattern codepoint codes len offset",
    ]
    for (library, names) in libraries {
      let listed = bench.line(
        """
        return function()
          local names = {}
          for name in pairs(\(library)) do names[#names + 1] = name end
          return table.concat(names, " ")
        end
        """)
      #expect(listed == "\"\(names)\"")
    }
  }

  static let loading: [Piece] = [
    Piece("\u{1B}Lua", "syntax attempt to load a binary chunk (mode is 't')"),
    Piece("return 1 +", "syntax 1:1 unexpected symbol near <eof>"),
    Piece("local x = 1\nreturn x y", "syntax 1:2 <eof> expected near 'y'"),
    Piece("", "nil"),
    Piece("x = 3 return x", "3"),
    Piece("x = 3 x = x + 1 return x", "4"),
    Piece("return gray", "undefinedGlobal 1:1 gray"),
    Piece("\n\nreturn string.nope", "undefinedField 1:3 string.nope"),
    Piece(
      "string.upper = 1", "frozen 1:1 the field `upper` of a table that was made while loading"),
    Piece("(\"\").upper = 1", "runtime 1:1 attempt to index a string value (constant '')"),
    Piece("host.x = 1", "frozen 1:1 the field `x` of a table that was made while loading"),
    Piece("return host.nope", "unknownHost 1:1 nope"),
    Piece("return host.known()", "hostWhileLoading 1:1 known"),
    Piece("return (\"abc\"):upper()", "\"ABC\""),
    Piece("return \"10\" + 1", "11"),
    Piece(
      "return {1, nil, 3}",
      "conversion a list with holes cannot become a value: 2 of 3 positions are there"),
    Piece("while true do end", "instructions 1:1"),
    Piece("return (\"(\"):rep(0) .. tostring(null)", "\"null\""),
  ]

  @Test(arguments: loading)
  func `loading text gives its value or says what is wrong`(piece: Piece) throws {
    let bench = try Bench(functions: ["known"])
    bench.lua.setBudget(LuaBudget(instructions: 100_000, time: nil))
    #expect(lineOf { try bench.load(piece.text).value } == piece.expected)
  }

  @Test func `bytecode is refused`() throws {
    let bench = try Bench()
    try bench.lua.compile(Array("return 1".utf8), chunk: 1)
    let bytes = try #require(bench.lua.dumpChunk())
    #expect(throws: LuaFailure.self) { try bench.lua.compile(bytes, chunk: 2) }
  }

  @Test func `a global of one file is not seen by another`() throws {
    let bench = try Bench()
    #expect(lineOf { try bench.load("shared = 1 return shared").value } == "1")
    #expect(lineOf { try bench.load("return shared").value } == "undefinedGlobal 2:1 shared")
    #expect(lineOf { try bench.load("print = 1 return print").value } == "1")
    #expect(lineOf { try bench.load("return type(print)").value } == "\"function\"")
  }

  @Test(arguments: [
    "tostring({})", "tostring(print)", "tostring(function() end)", "string.format('%s', {})",
    "string.format('%10s|%-10s', print, {})", "tostring(host)", "tostring(c)",
    "string.format('%s', c)", "tostring(null)", "string.format('%q', 'a')",
  ])
  func `no text shows an address`(expression: String) throws {
    let text = try Bench().line("return function(c) return \(expression) end")
    #expect(!text.contains("0x"))
  }

  static let errorsWithObjects = [
    "string.format('%p', {})", "string.format('%d', {})", "error({})", "error(print)",
    "({}) .. 'a'", "print + 1", "{} < {}", "c < c", "c()", "#c", "-c", "string.rep(c, 1)",
  ]

  @Test(arguments: errorsWithObjects)
  func `no error shows an address`(expression: String) throws {
    let text = try Bench().line("return function(c) local x = \(expression) return x end")
    #expect(text.hasPrefix("runtime 1:1 "))
    #expect(!text.contains("0x"))
  }

  @Test func `print joins its arguments and shows no address`() throws {
    let host = TestHost()
    _ = try Bench(host).load(
      "print(1, 'a', {}, print, nil, null, 2.5) print() print(('x'):rep(9999))")
    #expect(host.printed.prefix(2) == ["1\ta\ttable\tfunction\tnil\tnull\t2.5", ""])
    #expect(host.printed.last?.utf8.count == 4096)
  }
}
