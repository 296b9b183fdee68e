import Testing

@testable import LuaBytecode
@testable import LuaRules

struct FunctionFactsTests {
  static let writes: [(String, String?)] = [
    ("local n = 0; return function(c)\n n = n + 1 return true end", "n:2"),
    ("local n = 0; return function(c) local function g()\n n = 1 end g() end", "n:2"),
    ("local n, m = 0, 0; return function(c) local function g()\n n = 1 end\n m = 2 g() end", "n:2"),
    ("return function(c) local n = 0; local function g() n = 1 end g() return n end", nil),
    ("return function(c) local n; return function() return function() n = 1 end end end", nil),
    ("local n; return function(c) return function() return function() n = 1 end end end", "n:1"),
    ("local n = 0; return function(c) return n end", nil), ("return function(c) x = 1 end", nil),
  ]

  @Test(arguments: writes)
  func `a write to a variable outside is found`(text: String, expected: String?) throws {
    let function = try CompiledFunction.decode(try dump(text))
    #expect(function.writesOutside().map { "\($0.name):\($0.line)" } == expected)
    let chunk = try CompiledFunction.decode(try dumpChunk(text))
    #expect(expected == nil || chunk.hasUpvalueAssignment)
  }

  static let ends: [(String, Bool)] = [
    ("", true), ("return", true), ("c.f()", true), ("if c.a then return end", true),
    ("c.a = c.b == 1", true), ("return c", false), ("return nil", false), ("return c.f()", false),
    ("if c.a then return 1 end", false), ("while true do end", false), ("return ...", false),
    ("for i = 1, 3 do c.f(i) end", true), ("local x <close> = nil; return", true),
    ("error('x')", false), ("return true", false), ("return 1, 2", false),
  ]

  @Test(arguments: ends)
  func `a function without values at its ends is found`(body: String, expected: Bool) throws {
    let text = "return function(c, ...) \(body) end"
    #expect(try CompiledFunction.decode(try dump(text)).neverReturnsValue == expected)
  }
}
