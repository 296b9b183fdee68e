import LuaRules
import LuaRulesTools
import Testing

/// Lists that functions make for keys, element by element.
@Suite struct MadeListTests {
  private static let schema = #"""
    { "type": "object", "properties": {
      "actions": { "type": "array", "items": { "enum": ["admit", "treat", "close"] } },
      "texts": { "type": "array", "items": { "type": "string" } },
      "numbers": { "type": "array", "items": { "type": "number" } },
      "names": { "type": "array", "items": { "type": "string" } }, "on": { "type": "boolean" },
      "text": { "type": "string" }, "count": { "type": "integer" } } }
    """#

  /// Returns what is told of a function that gives a list to a key; the first line is 2.
  private static func findings(_ key: String, _ body: String) throws -> [String] {
    try CheckedText.findings(
      "return { { key = \"\(key)\", value = function(c)\n\(body)\nend } }", schema: schema
    ).filter { !$0.hasSuffix("info") }
  }

  @Test(arguments: [
    "local list = {}\nlist[#list + 1] = 'admit'\nlist[#list + 1] = 'abort'\nreturn list",
    "local list = {}\ntable.insert(list, 'admit')\ntable.insert(list, 'abort')\nreturn list",
    "local list = { 'admit', 'treat' }\nif c.on then table.insert(list, 'close') end\ntable.insert(list, 1, 'abort')\nreturn list",
    "local list = { 'admit' }\nfor _, name in ipairs(c.names) do\nlist[#list + 1] = 'abort' list[#list + 1] = name end\nreturn list",
    "local list = {}\nif c.on then list[#list + 1] = 'admit' end\nlist[#list + 1] = 'abort'\ntable.sort(list)\nreturn list",
    "local list = { 'admit' }\nlocal last = #list\nlist[#list + 1] = last > 5 and 'abort' or 'abort'\nreturn list",
  ])
  func `an element that a list does not accept is told in its line`(body: String) throws {
    #expect(try Self.findings("actions", body).contains("4 wrong-type warning"))
  }

  @Test func `each element that does not fit is told`() throws {
    let body = """
      local list = { "admit" }
      list[#list + 1] = "abort"
      table.insert(list, "stop")
      list[#list + 1] = "close"
      return list
      """
    #expect(
      try Self.findings("actions", body) == ["3 wrong-type warning", "4 wrong-type warning"])
  }

  @Test func `a number among texts is told`() throws {
    let body = "local list = { c.text }\nlist[#list + 1] = 5\nlist[#list + 1] = c.text\nreturn list"
    #expect(try Self.findings("texts", body) == ["3 wrong-type warning"])
  }

  @Test(arguments: [
    // All fit.
    "local list = {}\nlist[#list + 1] = 'admit'\ntable.insert(list, 'close')\nreturn list",
    "local list = {}\nlist[#list + 1] = c.on and 'admit' or 'treat'\nlist[#list + 1] = 'close'\nreturn list",
    "local list = {}\nlist[#list + 1] = c.text\nlist[#list + 1] = 'close'\nreturn list",
    // Nothing is added.
    "local list = { 'admit' }\nlist[#list + 1] = nil\nreturn list",
    // They are removed, or replaced.
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\ntable.remove(list)\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nlist[#list] = nil\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nlist[#list] = 'close'\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nlist[2] = 'close'\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nfor i = 1, #list do list[i] = 'close' end\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nlocal function fix() list[2] = 'close' end\nfix()\nreturn list",
    "local list = { 'admit' }\nlist[#list + 1] = 'abort'\nlocal other = list\nother[2] = 'close'\nreturn list",
    // They are in another list.
    "local list, texts = { 'admit' }, {}\ntexts[#texts + 1] = 'abort'\nif #texts > 5 then list[#list + 1] = 'close' end\nreturn list",
    "local list = { 'admit' }\nif c.on then\nlist[#list + 1] = 'abort'\nerror(table.concat(list))\nend\nlist[#list + 1] = 'close'\nreturn list",
    "local list = { 'admit' }\nif c.on then\nlist[#list + 1] = 'abort'\nlist = { 'close' }\nend\nreturn list",
  ])
  func `a list with elements that fit is right`(body: String) throws {
    #expect(try Self.findings("actions", body) == [])
  }

  @Test func `integers fit a list of numbers`() throws {
    let body = "local list = { 1.5 }\nlist[#list + 1] = 2\nreturn list"
    #expect(try Self.findings("numbers", body) == [])
  }
}
