import LuaRules
import LuaRulesTools
import Testing

/// What may be written, in texts that are being written.
struct CompletionTests {
  /// An edit that ends with `|`, and what is suggested there.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is replaced.
    let old: String
    /// What takes its place, with the position as `|`.
    let new: String
    var exactly: [String]?
    var with: [String] = []
    var without: [String] = []
    var path = EditedShop.path
  }

  static let cases = [
    Case(
      testDescription: "members of an alias", old: "if line.price", new: "if order.|",
      exactly: ["channel", "lines", "total"]),
    Case(
      testDescription: "members of a loop variable", old: "if line.price > most", new: "if line.|",
      exactly: ["price"]),
    Case(
      testDescription: "members of a parameter", old: "return o.total > limit", new: "return o.|",
      exactly: ["channel", "lines", "total"]),
    Case(
      testDescription: "members behind `or`", old: "(c.order or {}).channel",
      new: "(c.order or {}).|",
      exactly: ["channel", "lines", "total"]),
    Case(
      testDescription: "members of an element", old: "#order.lines", new: "order.lines[1].|",
      exactly: ["price"]),
    Case(
      testDescription: "keys", old: "c.order.channel end", new: "c.|",
      exactly: ["color", "discount", "order", "person", "person.status", "vip"]),
    Case(
      testDescription: "values right of `==`", old: "channel == \"web\" and", new: "channel == |",
      with: ["\"web\"", "\"shop\""]),
    Case(
      testDescription: "values between quotes", old: "channel == \"web\" and",
      new: "channel ~= \"|",
      exactly: ["web", "shop"]),
    Case(
      testDescription: "values left of `==`", old: "\"shop\" ==", new: "\"|\" ==",
      exactly: ["web", "shop"]),
    Case(
      testDescription: "values in a pattern", old: "channel = \"web\" } }, value = 5",
      new: "channel = |", with: ["\"web\"", "\"shop\""]),
    Case(
      testDescription: "values in a list of a pattern", old: "channel = \"web\" } }, value = 5",
      new: "channel = { \"web\", \"|", exactly: ["web", "shop"]),
    Case(
      testDescription: "Booleans in a pattern", old: "vip = true", new: "vip = |",
      with: ["true", "false"]),
    Case(
      testDescription: "names in a pattern", old: "{ channel = \"web\" } }, value = 5",
      new: "{ channel = \"web\", |",
      exactly: ["lines", "total", "\"web\"", "\"shop\""].filter { !$0.hasPrefix("\"") }),
    Case(
      testDescription: "an answer", old: "value = \"red\"", new: "value = |",
      with: ["\"red\"", "\"green\""]),
    Case(
      testDescription: "an answer of `set`", old: "color = \"green\"", new: "color = \"|",
      exactly: ["red", "green"]),
    Case(
      testDescription: "fields of a rule, but those that are written", old: "name = \"vips\"",
      new: "|",
      exactly: ["complexity", "doc", "name", "priority"]),
    Case(
      testDescription: "fields of a new rule", old: "{ set =", new: "{ | },\n  { set =",
      with: ["key", "set", "rules", "when"]),
    Case(
      testDescription: "a field on its own line that is not closed", old: "name = \"vips\" },",
      new: "\n  pri|",
      with: ["priority"], without: ["key", "when"]),
    Case(
      testDescription: "answers of a function", old: "== null and \"new\"",
      new: "== null and \"|", exactly: ["new", "old"]),
    Case(
      testDescription: "answers behind `return`", old: "local name = format",
      new: "if c.vip then return |\n        local name = format",
      with: ["\"new\"", "\"old\"", "c"]),
    Case(
      testDescription: "members of a local table", old: "local text, count",
      new: "local t = { a = c.order } t.a.|\n          local text, count",
      with: ["channel", "lines"]),
    Case(
      testDescription: "a key in brackets", old: "c.order.channel end", new: "c[\"|\"] end",
      with: ["order", "vip"]),
    Case(
      testDescription: "priorities", old: "\"very high\"", new: "|",
      with: ["\"very high\"", "\"low\""]),
    Case(
      testDescription: "priorities between quotes", old: "\"very high\"", new: "\"|\"",
      with: ["very high", "fallback"]),
    Case(
      testDescription: "keys between quotes", old: "key = \"color\"", new: "key = \"|\"",
      with: ["color", "discount", "person.status"]),
    Case(
      testDescription: "the end of a path key", old: "key = \"person.status\"",
      new: "key = \"person.|\"",
      exactly: ["status"]),
    Case(
      testDescription: "modules", old: "require \"sums\"", new: "require \"|\"",
      exactly: ["sums", "tables.rates"]),
    Case(
      testDescription: "modules below", old: "require \"tables.rates\"", new: "require(\"tables.|",
      exactly: ["rates"]),
    Case(
      testDescription: "members of a module", old: "sums.prices(order.lines)", new: "sums.|",
      exactly: ["limits", "prices"]),
    Case(
      testDescription: "members inside a module", old: "rates.steps.first", new: "rates.steps.|",
      exactly: ["first"]),
    Case(
      testDescription: "entries of a table", old: "names.web", new: "names.|",
      exactly: ["shop", "web"]),
    Case(
      testDescription: "names in the elements of a list", old: "return rates.steps.first",
      new: "local steps = { { from = 1, to = { x = 2 } }, { from = 2, add = 3 } }\n"
        + "for _, step in ipairs(steps) do step.| end\nreturn rates.steps.first",
      exactly: ["add", "from", "to"]),
    Case(
      testDescription: "names in the entries of a table", old: "return rates.steps.first",
      new: "local steps = { a = { from = 1 } }\n"
        + "for _, step in pairs(steps) do step.| end\nreturn rates.steps.first",
      exactly: ["from"]),
    Case(
      testDescription: "functions of a library", old: "string.format", new: "string.|",
      with: ["format", "upper"], without: ["math", "insert"]),
    Case(
      testDescription: "methods of a text", old: "name:upper()", new: "name:|",
      with: ["upper", "rep"]),
    Case(testDescription: "host functions", old: "host.rate", new: "host.|", exactly: ["rate"]),
    Case(
      testDescription: "locals and functions of Lua", old: "return rates",
      new: "local x = |\n      return rates",
      with: ["order", "count", "most", "isLarge", "ipairs", "string", "c"],
      without: ["line", "limit", "o"]),
    Case(
      testDescription: "locals at the top", old: "local most = 20", new: "local most = for|",
      with: ["format", "sums", "string"], without: ["isLarge", "c"]),
    Case(
      testDescription: "no name of a new local", old: "local most", new: "local m|", exactly: []),
    Case(
      testDescription: "codes of findings", old: "ignore tie, overlap: known", new: "ignore tie, |",
      with: ["overlap", "unknown-key"]),
    Case(
      testDescription: "nothing in a comment", old: "-- Whether an order", new: "-- Whe|",
      exactly: []),
    Case(testDescription: "nothing in a text", old: "\"é\"", new: "\"|é\"", exactly: []),
    Case(
      testDescription: "fields of a test", old: "skip = \"not yet\"", new: "|",
      with: ["context", "skip"], without: ["expect", "rules"], path: "/rules/shop.test.lua"),
    Case(
      testDescription: "members of a context", old: "channel = \"web\"",
      new: "channel = \"web\", |",
      exactly: ["lines", "total"], path: "/rules/shop.test.lua"),
    Case(
      testDescription: "values of a context", old: "\"web\" } }", new: "\"|",
      exactly: ["web", "shop"], path: "/rules/shop.test.lua"),
  ]

  @Test func `each function of Lua that is suggested is there`() throws {
    let text = "return { { key = \"k\", value = function(c) return pa end } }"
    let offset = text.utf8.count - "a end } }".utf8.count
    var project = EditedProject()
    let file = EditedFile(text, path: "/rules/a.lua")
    project.files[file.path] = file
    let names = project.suggestions(in: file, at: offset).map(\.text).filter { $0 != "c" }
    #expect(names.contains("pairs") && names.contains("string"), "\(names)")
    // A function may only call `require`, with the name of a module.
    for name in names where name != "require" {
      let model = try RuleModel(
        text: "return { { key = \"k\", value = function(c) return type(\(name)) end } }")
      #expect(throws: Never.self, "\(name)") { try RuleContext(model).json(at: "k") }
    }
  }

  @Test(arguments: cases)
  func `what is suggested`(_ test: Case) throws {
    let original = try #require(try EditedShop.project().files[test.path]?.text)
    let start = try #require(original.range(of: test.old), "there is no such place")
    let parts = test.new.split(separator: "|", omittingEmptySubsequences: false)
    let before = String(original[..<start.lowerBound]) + parts[0]
    let text = before + parts[1] + original[start.upperBound...]
    let project = try EditedShop.project(editing: test.path, text)
    let file = try #require(project.files[test.path])
    let found = project.suggestions(in: file, at: before.utf8.count).map(\.text)
    if let exactly = test.exactly { #expect(found == exactly) }
    for name in test.with { #expect(found.contains(name), "\(found)") }
    for name in test.without { #expect(!found.contains(name), "\(found)") }
    #expect(Set(found).count == found.count)
  }
}
