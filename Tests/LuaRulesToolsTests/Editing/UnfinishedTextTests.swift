import LuaRules
import Testing

@testable import LuaRulesTools

/// Texts that are being written: what stands behind the place is still there.
struct UnfinishedTextTests {
  /// Ends of a line that a table in the next one could be an argument of.
  @Test(arguments: [
    "tot", "c.order.total", "f(c)", "f(c).x", "\"text\"", "(1)", "function(c) return c",
    "function(c) return c.order.total", "function(c) return f(c)",
  ])
  func `rules behind a line that ends with a name or a call stay`(end: String) {
    let text = """
      return {
        { key = "a", value = \(end)
        { key = "b", value = 2 },
        { key = "c", value = 3 },
      }
      """
    #expect(EditedFile(text, path: "a.lua").outline.rules.map(\.key) == ["a", "b", "c"])
  }

  @Test(arguments: [
    "local function f(c)\n  return c.a\n",
    "local function f(c)\n  if c.a then\n    return 1\n\nlocal function g(c)\n  return 2\nend\n",
    "local function f(c)\n  for _, x in ipairs(c.a) do\n    x.y = 1\n  return x\n\n",
    "local t = {}\nfunction t.f(c)\n  while c.a do\n    t.x = c.b\n",
  ])
  func `rules behind a function without an end stay`(before: String) {
    let text =
      before + "return {\n  { key = \"a\", value = 1 },\n  { key = \"b\", value = 2 },\n}\n"
    #expect(EditedFile(text, path: "a.lua").outline.rules.map(\.key) == ["a", "b"])
  }

  @Test(arguments: [
    "local function f(c)\nif c.a then\nreturn 1\nend\nlocal x = 1\nreturn x\nend\n",
    "local function f(c) return c.a\nend\n",
  ])
  func `functions that are not indented have their ends`(before: String) {
    let text = before + "return {\n  { key = \"a\", value = c.\n  { key = \"b\", value = 2 },\n}\n"
    #expect(EditedFile(text, path: "a.lua").outline.rules.map(\.key) == ["a", "b"])
  }

  @Test func `an unfinished call has no arguments in the next rules`() throws {
    let text = """
      return {
        { key = "a", value = math.max(
        { key = "b", value = 2, priority = 3 },
      }
      """
    let file = EditedFile(text, path: "a.lua")
    func offset(behind part: String) throws -> Int {
      let end = try #require(text.range(of: part)?.upperBound)
      return text.utf8.distance(from: text.startIndex, to: end)
    }
    let project = EditedProject()
    #expect(try project.signature(in: file, at: offset(behind: "math.max("))?.active == 0)
    #expect(try project.signature(in: file, at: offset(behind: "\"b\",")) == nil)
    #expect(try project.signature(in: file, at: offset(behind: "value = 2,")) == nil)
  }
}
