import LuaRules
import LuaRulesTools
import Testing

/// Tests that findings name what was nil.
@Suite struct NilNameTests {
  @Test(arguments: [
    ("local n; for _, x in ipairs(n) do return x end", "`n` has no elements: it is nil"),
    ("local n; return n .. \"x\"", "`n` cannot be joined with `..`: it is nil"),
    (
      "local function f(x) return x .. \"a\" end return f()",
      "the call of `f` fails: `x` cannot be joined with `..`: it is nil"
    ),
    ("return \"x\" .. c.list", "`list` cannot be joined with `..`: it is a list"),
  ])
  func `what is nil or a list is named`(body: String, message: String) throws {
    let schema = #"{ "type": "object", "properties": { "k": {}, "list": { "type": "array" } } }"#
    let found = try CheckedText.check(
      "return { { key = \"k\", value = function(c) \(body) end } }", schema: schema
    ).findings.map(\.message)
    #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
  }

  @Test func `a call that fails is told where it stands, not in the function`() throws {
    let found = try CheckedText.check(
      """
      return { { key = "k", value = function(c)
        local function f(x)
          return x .. "a"
        end
        if c.on then return f() end
        return f("b")
      end } }
      """
    ).findings.filter { $0.severity == .error }
    #expect(found.map(\.location.line) == [5])
  }
}
