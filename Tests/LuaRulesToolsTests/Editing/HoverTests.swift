import LuaRules
import LuaRulesTools
import Testing

/// What is told about each kind of place.
struct HoverTests {
  /// A place, marked by `|` in a part of the text, and what is told about it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let place: String
    let parts: [String]
    var path = EditedShop.path

    init(_ name: String, _ place: String, _ parts: String..., path: String = EditedShop.path) {
      testDescription = name
      self.place = place
      self.parts = parts
      self.path = path
    }
  }

  static let cases = [
    Case(
      "a local with a number", "local mo|st", "a local variable, the number 20", "local most = 20",
      "The most that is given.", "Used 2 times."),
    Case(
      "a local that gets another value", "local text, cou|nt", "a number in the beginning",
      "It gets another value later."),
    Case(
      "a local with a joined text", "local te|xt", "a local variable, a string", "\"é\" .. most"),
    Case("a local with a table", "local nam|es", "a table with `web`, `shop`"),
    Case(
      "a local with the result of a library", "local na|me =",
      "what `string.format` returns: `string`"),
    Case("an upvalue", "\"é\" .. mo|st", "from outside of this function, the number 20"),
    Case("an alias", "local ord|er", "is `c.order`", "What somebody buys.", "Members: `channel`"),
    Case("an alias of a library", "local form|at", "is `string.format`", "Writes its arguments"),
    Case("the context", "function(|c) return is", "the context"),
    Case("a parameter, by its arguments", "isLarge(|o", "is `c.order`"),
    Case("a parameter", "isLarge(o, lim|it)", "a parameter of `isLarge`", "Used once."),
    Case(
      "a local function", "return isLar|ge", "local function isLarge(o, limit)",
      "Whether an order is large."),
    Case("the position of a loop", "for posi|tion", "the position in `c.order.lines`, a number"),
    Case("an element of a loop", "position, li|ne in", "is `c.order.lines[]`"),
    Case(
      "a module function", "sums.pri|ces(order", "function sums.prices(lines, most)",
      "Adds the prices of lines."),
    Case("a module field", "sums.lim|its", "sums.limits = 5"),
    Case("a field of a returned table", "rates.we|b", "return { web = 5"),
    Case("a field inside", "steps.fir|st", "**tables.rates.steps.first**"),
    Case("a module variable", "local su|ms", "the module `lib/sums.lua`"),
    Case(
      "a required module", "require \"tables.ra|tes\"", "the module `lib/tables/rates.lua`",
      "Rates by channel.", "It returns `steps`, `web`."),
    Case("a function of a library", "string.for|mat", "string.format(format, ...): string"),
    Case("a method of a text", "name:up|per()", "string.upper(s): string"),
    Case("a library", "str|ing.format", "a library of Lua"),
    Case("a function of Lua", "ipa|irs", "Goes through a list"),
    Case("nothing", "== nu|ll", "Explicitly nothing"),
    Case("an entry of a table", "names.we|b", "local names = { web = "),
    Case("the name of an entry", "{ we|b = \"Web\"", "local names = { web = "),
    Case("a key", "c.ord|er, 100", "**order**: an object", "What somebody buys."),
    Case("a member with a bound", "o.tot|al", "**order.total**: a number, more than 0"),
    Case("a list with a bound", "order.lin|es) do", "a list of objects, at most 9 elements"),
    Case("a member of an element", "line.pri|ce", "**order.lines[].price**: an integer"),
    Case("a member behind `or`", "{}).chan|nel", "Where it was ordered."),
    Case("a member in a pattern", "{ chan|nel = ", "one of web, shop"),
    Case(
      "a key with its rules", "key = \"disc|ount\"", "an integer from 0 to 50\n", "Default: `0`",
      "After an error: `1`",
      "Rules, in their order:", "priority 200, complexity 1"),
    Case("the first part of a path key", "key = \"per|son.status", "**person**: an object"),
    Case("a path key", "key = \"person.sta|tus", "one of new, old"),
    Case("`key`", "{ ke|y = \"color\"", "The name that the rule answers for"),
    Case("`when`", "{ wh|en = { order", "The condition", "priority 200 and complexity 1"),
    Case("`value`", "val|ue = 5", "The answer"),
    Case("`priority`", "prio|rity =", "This rule has priority 200"),
    Case("`name`", "na|me = \"vips\"", "What the rule is called."),
    Case("`set`", "{ se|t = ", "Several keys", "This rule has priority 100 and complexity 0."),
    Case("an optional member", "line.pri|ce", "an integer, optional"),
    Case("the functions of the program", "ho|st.rate", "`host.rate`"),
    Case("a group", "ru|les = {", "This group has 3 rules for `discount`."),
    Case("a priority", "\"very hi|gh\"", "the priority 200"),
    Case(
      "a value in a pattern", "channel = \"we|b\" } }, val",
      "a value of `order.channel`, one of `web`, `shop`"),
    Case("a value left of a comparison", "\"sh|op\" ==", "a value of `order.channel`"),
    Case("a value right of a comparison", "== \"we|b\"", "a value of `order.channel`"),
    Case(
      "an answer of a function", "and \"ne|w\"", "a value of `person.status`, one of `new`, `old`"),
    Case("an answer", "value = \"re|d\"", "a value of `color`, one of `red`, `green`"),
    Case("a value in `set`", "color = \"gre|en\"", "a value of `color`"),
    Case("a host function", "host.ra|te", "a function of the program"),
    Case(
      "an ignored finding", "ignore ti|e", "**tie**: ignored here.",
      "only their order of declaration decides"),
    Case("a second one", "over|lap", "**overlap**: ignored here."),
    Case(
      "a field of a test", "sk|ip = ", "Why the test does not run.", path: "/rules/shop.test.lua"),
    Case(
      "a value of a context", "\"we|b\" } }", "a value of `order.channel`",
      path: "/rules/shop.test.lua"),
    Case("an expected key", "disc|ount", "an integer", path: "/rules/shop.test.lua"),
  ]

  @Test(arguments: cases)
  func `what is told about`(_ test: Case) throws {
    let project = try EditedShop.project()
    let file = try #require(project.files[test.path])
    let parts = test.place.split(separator: "|", omittingEmptySubsequences: false)
    let start = try #require(file.text.range(of: parts.joined()), "there is no such place")
    let offset =
      file.text.utf8.distance(from: file.text.startIndex, to: start.lowerBound)
      + parts[0].utf8.count
    let found = try #require(project.description(in: file, at: offset))
    for part in test.parts { #expect(found.text.contains(part)) }
    #expect(found.range.contains(offset) || found.range.upperBound == offset)
  }

  @Test(arguments: [
    "for _, step in ipairs(steps) do print(step.fr|om) end", "print(steps[c.i].fr|om)",
    "local first = steps[1] print(first.fr|om)",
  ])
  func `a field of an element of a list is told about`(body: String) throws {
    let text = """
      local steps = {
        { from = 0, add = 0 }, -- nothing
        { from = 10, add = 5 },
      }
      return { { key = "discount", value = function(c) \(body) return 1 end } }
      """
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let project = try EditedShop.project(editing: EditedShop.path, parts.joined())
    let file = try #require(project.files[EditedShop.path])
    let found = project.description(in: file, at: parts[0].utf8.count)
    #expect(found?.text.contains("{ from = 0, add = 0 }") == true, "\(found?.text ?? "nothing")")
  }

  @Test func `many tables that name each other are told about in time`() throws {
    let text =
      "local t0 = { { x = 1 } }\n"
      + (1...40).map { "local t\($0) = { t\($0 - 1), t\($0 - 1) or t\($0 - 1) }\n" }.joined()
      + "for _, t in ipairs(t40) do print(t.x) end\nreturn {}"
    let project = try EditedShop.project(editing: EditedShop.path, text)
    let file = try #require(project.files[EditedShop.path])
    let place = try #require(text.range(of: "t.x)"))
    let offset = text.utf8.distance(from: text.startIndex, to: place.lowerBound) + 2
    #expect(project.description(in: file, at: offset) == nil)
  }

  /// A variable at `|` in the text of a rule, what is told about it, and what is not.
  @Test(arguments: [
    ("for na|me, v in pairs(c.order) do end", "the name in `c.order`", "a number"),
    ("for w|ord in (\"a b\"):gmatch(\"%a+\") do end", "a variable of a loop", "number"),
    ("for i|, v in ipairs(c.order.lines) do end", "a number", "none"),
    ("for i| = c.discount, 3 do end", "the number of a loop, a number", "none"),
    ("local s|ame = c.discount == 1 .. \"x\"", "true or false", "a string"),
    ("local t|ext = 1 + 2 .. \"x\" .. 3 * 4", "a string", "a number"),
    ("local t|ext = \"x\" .. 3 | 4", "a number", "a string"),
    ("local t|ext = 1 == 2 and \"x\" .. 3 + 4", "a string", "true"),
    ("local un|used = 1", "Not used.", "0 times"),
    (
      "local function f(a) return f(a) end local n|ame = f()",
      "a local variable, what `f` returns", "returns, what"
    ),
    (
      "local function f() return tostring(1) end local n|ame = f()",
      "`string`, what `f` returns", "what `tostring`"
    ),
    (
      "local function f(x) return x.order end local o|rder = f(c)", "which is `c.order`",
      "a string"
    ),
    (
      "local function f() return \"a\" end local n|ame = f()",
      "a string, what `f` returns", "a number"
    ),
    (
      "local function f(a) if a then return 1 end return \"a\" end local n|ame = f()",
      "a local variable, what `f` returns", "a string"
    ),
    (
      "---@return boolean whether\nlocal function f() return g() end\nlocal n|ame = f()",
      "`boolean`, what `f` returns", "whether"
    ),
  ])
  func `what is told about a variable`(code: String, part: String, other: String) throws {
    let marked = code.split(separator: "|", maxSplits: 1)
    let before = "return { { key = \"color\", value = function(c) "
    let text = before + marked.joined() + " end } }"
    let project = try EditedShop.project(editing: EditedShop.path, text)
    let file = try #require(project.files[EditedShop.path])
    let offset = before.utf8.count + marked[0].utf8.count
    let found = try #require(project.description(in: file, at: offset)).text
    #expect(found.contains(part))
    #expect(!found.contains(other))
  }

  @Test func `functions that return each other's results in very many ways are told about`() throws
  {
    let functions = (1...39).map { number in
      let ways = Array(repeating: "if c then return f\(number - 1)(c) end", count: 8)
      return "local function f\(number)(c) \(ways.joined(separator: " ")) end"
    }
    let before = "local function f0(c) return 1 end\n\(functions.joined(separator: "\n"))\nlocal "
    let text = before + "x = f39(1) return {}"
    let project = try EditedShop.project(editing: EditedShop.path, text)
    let file = try #require(project.files[EditedShop.path])
    let found = project.description(in: file, at: before.utf8.count)?.text
    #expect(found?.contains("what `f39` returns") == true)
  }

  @Test func `a function of a module that is called before its definition is told about`() throws {
    let module = """
      local sums = {}
      function sums.total(lines) return sums.prices(lines) end

      --- Adds the prices of lines.
      function sums.prices(lines, most) return 1 end
      return sums
      """
    let project = try EditedShop.project(editing: "/rules/lib/sums.lua", module)
    let file = try #require(project.files[EditedShop.path])
    let place = try #require(file.text.range(of: "sums.prices("))
    let end = file.text.utf8.distance(from: file.text.startIndex, to: place.upperBound)
    let found = project.description(in: file, at: end - 2)?.text
    #expect(found?.contains("function sums.prices(lines, most)") == true)
    #expect(project.signature(in: file, at: end)?.label == "sums.prices(lines, most)")
    let target = try #require(project.files["/rules/lib/sums.lua"])
    let lines = project.definitions(in: file, at: end - 2).map {
      target.position(of: $0.range.lowerBound).line
    }
    #expect(lines == [4])
  }

  @Test func `before the first check no rules are counted`() throws {
    var project = try EditedShop.project()
    let file = try #require(project.files[EditedShop.path])
    func titles() -> Int {
      project.lenses(in: file).count { if case .candidates = $0.lens { true } else { false } }
    }
    #expect(titles() > 0)
    project.index = nil
    #expect(titles() == 0)
  }

  @Test(arguments: ["loc|al most", "retu|rn {", "-- Whe|ther", "\"|%s\""])
  func `nothing is told about`(place: String) throws {
    let project = try EditedShop.project()
    let file = try #require(project.files[EditedShop.path])
    let parts = place.split(separator: "|", omittingEmptySubsequences: false)
    let start = try #require(file.text.range(of: parts.joined()))
    let offset =
      file.text.utf8.distance(from: file.text.startIndex, to: start.lowerBound)
      + parts[0].utf8.count
    #expect(project.description(in: file, at: offset) == nil)
  }
}
