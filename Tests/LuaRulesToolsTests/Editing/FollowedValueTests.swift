import LuaRules
import LuaRulesTools
import Testing

/// What is known of values that come from other functions and files.
struct FollowedValueTests {
  private static let schema = """
    { "properties": {
      "user": { "$ref": "#/$defs/person" },
      "order": { "type": "object", "required": ["buyer", "lines"], "properties": {
        "buyer": { "$ref": "#/$defs/person" },
        "lines": { "type": "array", "items": { "type": "object", "required": ["price"],
          "properties": { "price": { "type": "integer" } } } } } },
      "label": { "type": "string" } },
      "$defs": { "person": { "type": "object", "required": ["age", "home"], "properties": {
        "age": { "type": "integer", "description": "In years." },
        "home": { "type": "object", "required": ["city"], "properties": {
          "city": { "enum": ["Rome", "Oslo"] } } } } } } }
    """

  private static let module = """
    local people = {}
    local function homeOf(person) return person.home end
    function people.isOld(person) return person.age > 64 end
    people.city = function(who)
      local home = homeOf(who)
      if home then return home.city end
      return nil
    end
    function people.sum(lines)
      local sum = 0
      for _, line in ipairs(lines) do sum = sum + line.price end
      return sum
    end
    function people.again(x) return people.again(x) end
    function people.odd(thing) return thing.price end
    return people
    """

  private static let rules = """
    local people = require "people"
    local function first(o) return o.lines[1] end
    local function buyer(o) return o and o.buyer or nil end
    return {
      { key = "label", when = function(c) return people.isOld(c.user) end, value = "old" },
      { key = "label", value = function(c)
        local city = people.city(c.user)
        local line = first(c.order)
        local again = people.again(c.order)
        if people.isOld(c.order.buyer) and people.sum(c.order.lines) > line.price then return city end
        if people.odd(c.user) or people.odd(line) then return again end
        return buyer(c.order).home.city
      end },
    }
    """

  private static let rulesPath = "/rules/shop.lua"
  private static let modulePath = "/rules/lib/people.lua"

  private static var project: EditedProject {
    get throws {
      try RenamedProject(texts: [
        rulesPath: rules, modulePath: module, RenamedProject.schemaPath: schema,
      ]).project
    }
  }

  /// The file and the offset of `|` in a part of one of the texts.
  private static func place(
    _ marked: String, in project: EditedProject
  ) throws -> (EditedFile, Int) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    for path in [rulesPath, modulePath] {
      guard let file = project.files[path], let range = file.text.range(of: parts.joined()) else {
        continue
      }
      let start = file.text.utf8.distance(from: file.text.startIndex, to: range.lowerBound)
      return (file, start + parts[0].utf8.count)
    }
    return try #require(nil, "there is no such place")
  }

  @Test(arguments: [
    ("isOld(pers|on)", "a parameter, which is `c.user` or `c.order.buyer`"),
    ("person.a|ge > 64", "**user.age**: an integer"),
    ("person.a|ge > 64", "In years."),
    ("local ho|me", "a local variable, which is `c.user.home`"),
    ("homeOf(per|son) return", "which is `c.user`"),
    ("return home.ci|ty", "**user.home.city**: one of Rome, Oslo"),
    ("for _, li|ne", "which is `c.order.lines[]`"),
    ("sum + line.pri|ce", "**order.lines[].price**: an integer"),
    ("local ci|ty = people", "which is `c.user.home.city`"),
    ("> line.pri|ce", "**order.lines[].price**: an integer"),
    ("buyer(c.order).home.ci|ty", "**order.buyer.home.city**: one of Rome, Oslo"),
    ("local aga|in", "a local variable, what `people.again` returns"),
  ])
  func `the object of a call is followed`(_ marked: String, _ expected: String) throws {
    let project = try Self.project
    let (file, offset) = try Self.place(marked, in: project)
    let text = try #require(project.description(in: file, at: offset)).text
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `a member of unlike objects is not known`() throws {
    let project = try Self.project
    let (file, offset) = try Self.place("thing.pri|ce", in: project)
    #expect(project.description(in: file, at: offset) == nil)
  }

  @Test func `a member is found in modules, and from there`() throws {
    let project = try Self.project
    let places = try ["person.a|ge > 64", "sum + line.pri|ce"].map { marked in
      let (file, offset) = try Self.place(marked, in: project)
      return project.occurrences(in: file, at: offset).map(\.path)
    }
    #expect(places[0] == [Self.modulePath, "/app.json", "/app.json"])
    #expect(places[1] == [Self.modulePath, Self.rulesPath, "/app.json", "/app.json"])
    let (file, offset) = try Self.place("> line.pri|ce", in: project)
    #expect(project.occurrences(in: file, at: offset).map(\.path) == places[1])
    #expect(project.definitions(in: file, at: offset).map(\.path) == ["/app.json"])
  }

  @Test(arguments: [
    ("return person.age", "return person.|", ["age", "home"]),
    ("return home.city", "return home.city == \"|", ["Rome", "Oslo"]),
    ("> line.price", "> line.|", ["price"]),
  ])
  func `members and values are suggested`(
    _ old: String, _ new: String, _ expected: [String]
  ) throws {
    var project = try Self.project
    let (file, _) = try Self.place("|\(old)", in: project)
    let text = file.text.replacing(old, with: new)
    let offset = try #require(text.utf8.firstIndex(of: UInt8(ascii: "|")))
    let position = text.utf8.distance(from: text.startIndex, to: offset)
    let edited = EditedFile(text.replacing("|", with: ""), path: file.path)
    project.files[file.path] = edited
    #expect(project.suggestions(in: edited, at: position).map(\.text) == expected)
  }

  /// Without a limit it would look at 2 to the power of 38 results.
  @Test(.timeLimit(.minutes(5)))
  func `results of results of results are not looked at without an end`() throws {
    let functions = (1..<40).map { number in
      "local function f\(number)(o) if o then return f\(number - 1)(o.a) end "
        + "return f\(number - 1)(o.b) end"
    }
    let text =
      "local function f0(o) return o end\n" + functions.joined(separator: "\n")
      + "\nreturn { { key = \"label\", value = function(c) local x = f39(c) return x.y end } }"
    var project = try Self.project
    let file = EditedFile(text, path: Self.rulesPath)
    project.files[file.path] = file
    let offset = text.utf8.count - 9
    #expect(project.description(in: file, at: offset) == nil)
  }
}
