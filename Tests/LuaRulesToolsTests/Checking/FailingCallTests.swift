import LuaRules
import LuaRulesTools
import Testing

/// Calls of functions of the file that never give a value, or raise an error with what they are given.
@Suite struct FailingCallTests {
  private static let schema = #"""
    { "type": "object", "required": ["n", "kind"], "properties": {
      "n": { "type": "integer", "minimum": 0, "maximum": 9 }, "kind": { "enum": ["a", "b"] },
      "k": {} } }
    """#

  private static let helpers = #"""
    local function clamp(n, low, high) if low > high then error("the bounds are wrong") end
      return math.max(low, math.min(n, high)) end
    local function isOpen(a, b) local _ = a >= b end
    local function fail(text) error(text) end
    local function only(x) if x ~= "a" then error("no") end return x end
    local function note(x) if x then return nil end return x end
    local function noted(x) if x == nil then error("missing") end end
    local _ = { clamp, isOpen, fail, only, note, noted }
    """#

  private static func found(_ value: String) throws -> [String] {
    let text = "\(helpers) return { { key = \"k\", value = function(c)\n\(value)\nend } }"
    return try CheckedText.check(text, schema: schema).findings.filter { $0.severity > .info }
      .map { "\($0.location.line ?? 0) \($0.code.rawValue) \($0.message)" }
  }

  @Test(arguments: [
    (
      "return clamp(c.n, 9, 0)",
      "wrong-argument the call of `clamp` fails: with these arguments it always raises an error"
    ),
    (
      "return clamp(c.n, 9, 0) + 1",
      "wrong-argument the call of `clamp` fails: with these arguments it always raises an error"
    ),
    (
      "return isOpen(c.n, 3)",
      "no-answer `isOpen` has no `return` with a value, so nothing is given back"
    ),
  ])
  func `a call that gives nothing is told`(value: String, message: String) throws {
    #expect(try Self.found(value) == ["9 \(message)"])
  }

  @Test(arguments: [
    "return clamp(c.n, 0, 9)", "return clamp(3, c.n, 9)", "return fail(\"not yet\")",
    "return only(c.kind)", "return note(c.n)", "noted(c.n) return c.n", "return noted(c.n) or c.n",
  ])
  func `a call that may give something is right`(value: String) throws {
    #expect(try Self.found(value).filter { !$0.contains("always-") } == [])
  }
}
