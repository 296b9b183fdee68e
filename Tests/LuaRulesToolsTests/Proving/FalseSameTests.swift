import LuaRules
import LuaRulesTools
import Testing

/// Rules that look the same, and answer differently.
struct FalseSameTests {
  private static let schema = """
    { "properties": {
      "vip": { "type": "boolean" }, "other": { "type": "integer" },
      "level": { "type": "integer" }, "ratio": { "type": "number" }, "k": {} } }
    """

  /// Two folders of rules for `k`.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: [String: String]
    let new: [String: String]

    init(_ description: String, _ old: [String: String], _ new: [String: String]) {
      (testDescription, self.old, self.new) = (description, old, new)
    }

    /// A file on both sides, with a word in place of `$`.
    init(_ description: String, _ file: String, _ old: String, _ new: String) {
      self.init(
        description, ["a.lua": file.replacing("$", with: old)],
        ["a.lua": file.replacing("$", with: new)])
    }

    func model(_ files: [String: String]) throws -> RuleModel {
      let texts = files.map { ("/rules/\($0.key)", $0.value) }
      return try RuleModel(
        sources: [RuleSource(path: "/rules")], schema: RuleSchema(json: FalseSameTests.schema),
        options: RuleOptions(fileSystem: TextFiles(Dictionary(uniqueKeysWithValues: texts))))
    }
  }

  /// A rule for `k` that no case can follow.
  private static func rule(_ result: String) -> String {
    """
    { key = "k", value = function(c)
      for i = 1, 2 do if c.vip then return i end end
      return \(result)
    end },
    """
  }

  private static func file(_ head: String, _ result: String) -> String {
    "\(head)\nreturn {\n\(rule(result))\n}"
  }

  /// Modules that change what they have given to other files.
  private static let register =
    "local n = { 0 } return { set = function(x) n[1] = x return x end, get = function() return n[1] end }"

  static let cases = [
    Case("globals in a local variable", file("local _ENV = { x = $ }", "x"), "1", "2"),
    Case("globals that are assigned", file("_ENV = { x = $ }", "x"), "1", "2"),
    Case("globals by another name", file("local e = _ENV e.x = $", "x"), "1", "2"),
    Case(
      "another variable of globals",
      file(
        "",
        "(function() local a = { x = 1 } local $ = { x = 2 } return function() "
          + "for i = 1, 0 do return i end return x end end)()()"), "_ENV", "b"),
    Case(
      "a function in place of `require`",
      file("local function require() return { n = $ } end\nlocal m = require 'm'", "m.n"),
      "1", "2"),
    Case(
      "a module by a variable",
      [
        "a.lua": file("local n = 'x' local m = require(n)", "m.n"),
        "b.lua": "require 'y' return {}",
        "lib/x.lua": "return { n = 1 }", "lib/y.lua": "return { n = 2 }",
      ],
      [
        "a.lua": file("local n = 'y' local m = require(n)", "m.n"),
        "b.lua": "require 'x' return {}",
        "lib/x.lua": "return { n = 1 }", "lib/y.lua": "return { n = 2 }",
      ]),
    Case(
      "a table behind a module",
      [
        "a.lua": file("local t = { n = 1 }\nlocal m = require 'x' and t", "m.n"),
        "lib/x.lua": "return {}",
      ],
      [
        "a.lua": file("local t = { n = 2 }\nlocal m = require 'x' and t", "m.n"),
        "lib/x.lua": "return {}",
      ]),
    Case(
      "modules that change their names",
      [
        "a.lua": file("local m = require 'm' local n = require 'n'", "m.v"),
        "lib/m.lua": "return { v = 1 }", "lib/n.lua": "return { v = 2 }",
      ],
      [
        "a.lua": file("local m = require 'm' local n = require 'l'", "m.v"),
        "lib/l.lua": "return { v = 1 }", "lib/m.lua": "return { v = 2 }",
      ]),
    Case(
      "a file that moves to another module of the same name",
      [
        "x/a.lua": file("local m = require '_m'", "m.v"), "x/_m.lua": "return { v = 1 }",
        "y/b.lua": "require '_m' return {}", "y/_m.lua": "return { v = 2 }",
      ],
      [
        "y/a.lua": file("local m = require '_m'", "m.v"), "x/_m.lua": "return { v = 1 }",
        "x/b.lua": "require '_m' return {}", "y/_m.lua": "return { v = 2 }",
      ]),
    Case(
      "a rule file as a module",
      [
        "a.lua": file("local m = require 'b'", "m[1].value"),
        "b.lua": "return { { key = 'other', value = 1 } }",
      ],
      [
        "a.lua": file("local m = require 'b'", "m[1].value"),
        "b.lua": "return { { key = 'other', value = 2 } }",
      ]),
    Case(
      "a module that another file changes while it is loaded",
      [
        "a.lua": "return { { key = 'other', value = (require 'm').set(3) } }",
        "b.lua": file("local m = require 'm'", "m.get()"), "lib/m.lua": register,
      ],
      [
        "a.lua": "return { { key = 'other', value = 3 } }",
        "b.lua": file("local m = require 'm'", "m.get()"), "lib/m.lua": register,
      ]),
    Case(
      "a module that a function requires",
      ["a.lua": file("require 'm'", "require('m').v"), "lib/m.lua": "return { v = 1 }"],
      ["a.lua": file("require 'm'", "require('m').v"), "lib/m.lua": "return { v = 2 }"]),
    Case(
      "a table in place of a library",
      file("local string = { format = math.$ }\nlocal f = string.format", "f(2.5)"),
      "floor", "ceil"),
    Case(
      "a library as a parameter",
      """
      local function make(math)
        local round = math.floor
        return function(c) for i = 1, 2 do if c.vip then return i end end return round(2.5) end
      end
      return { { key = "k", value = make($) } }
      """, "math", "{ floor = math.ceil }"),
    Case(
      "a global that counts",
      """
      n = 0
      function count() n = n + 1 return n end
      return {
        { key = "other", value = $ },
        { key = "k", value = count() },
      }
      """, "count()", "1"),
    Case(
      "two rules that count, in another order",
      [
        "a.lua": """
        local n = 0 local function count() n = n + 1 return n end
        return {
          { key = "other", value = count() },
          { key = "k", value = count() },
        }
        """
      ],
      [
        "a.lua": """
        local n = 0 local function count() n = n + 1 return n end
        return {
          { key = "k", value = count() },
          { key = "other", value = count() },
        }
        """
      ]),
    Case("a letter in two forms", "return { { key = 'k', value = '$' } }", "\u{E9}", "e\u{301}"),
    Case("a letter in two forms, in a loop", file("", "'$'"), "\u{E9}", "e\u{301}"),
    Case(
      "a letter in two forms, in a module",
      ["a.lua": file("local m = require 'm'", "m"), "lib/m.lua": "return { '\u{E9}' }"],
      ["a.lua": file("local m = require 'm'", "m"), "lib/m.lua": "return { 'e\u{301}' }"]),
    Case(
      "a whole number of another kind",
      "return { { key = 'level', value = $ }, { key = 'k', value = function(c) return c.level .. '' end } }",
      "3", "3.0"),
    Case(
      "a whole number of another kind for numbers",
      "return { { key = 'ratio', value = $ }, { key = 'k', value = function(c) return c.ratio .. '' end } }",
      "3", "3.0"),
    Case(
      "a zero with a sign",
      "return { { key = 'ratio', value = $ }, { key = 'k', value = function(c) return 1 / c.ratio end } }",
      "0.0", "-0.0"),
  ]

  @Test(arguments: cases)
  func `what answers differently is not told to be the same`(test: Case) throws {
    let (old, new) = (try test.model(test.old), try test.model(test.new))
    let proof = try RuleSetProof(of: old, with: new, keys: ["k"])
    #expect(proof.differenceCount + proof.unknownCount == 1, "\(proof.text)")
    let all = try RuleSetProof(of: old, with: new)
    let isSame = all.results.contains { result in
      if result.key == "k", case .same = result.result { true } else { false }
    }
    #expect(!isSame, "\(all.text)")
  }

  @Test func `names of one look and different bytes are not taken for one`() throws {
    func model(_ letter: String) throws -> RuleModel {
      try RuleModel(
        text: """
          return {
            { key = "\u{E9}", value = 1 }, { key = "e\u{301}", value = 2 },
            { key = "k", value = function(c) return c["\(letter)"] end },
          }
          """,
        schema: RuleSchema(json: #"{ "properties": { "k": {}, "\u00e9": {}, "e\u0301": {} } }"#))
    }
    let proof = try RuleSetProof(of: model("\u{E9}"), with: model("e\u{301}"), keys: ["k"])
    #expect(proof.differenceCount + proof.unknownCount == 1, "\(proof.text)")
  }

  @Test func `another default is another answer`() throws {
    func model(_ usual: Int) throws -> RuleModel {
      let schema = #"{ "properties": { "k": { "type": "integer", "default": \#(usual) } } }"#
      return try RuleModel(text: "return {}", schema: RuleSchema(json: schema))
    }
    let proof = try RuleSetProof(of: model(1), with: model(2), keys: ["k"])
    #expect(proof.differenceCount + proof.unknownCount == 1, "\(proof.text)")
  }

  @Test func `what functions capture is the same by its content`() throws {
    func model(_ head: String, _ result: String) throws -> RuleModel {
      let text = Self.file(head, result)
      return try RuleModel(text: text, schema: RuleSchema(json: Self.schema))
    }
    let cases = [
      (
        "local t = { a = { 1, 2 }, b = math.floor }", "t.a[1] + t.b(2.5)",
        "local x = { b = math.floor } local t = { a = {}, b = x.b } t.a[1] = 1 t.a[2] = 2",
        "t.a[1] + t.b(2.5)"
      ),
      (
        "function twice(x) return x * 2 end", "twice(3)",
        "three = nil function twice(y) return y * 2 end", "twice(3)"
      ),
      (
        "local function f(n) return n < 2 and n or f2(n) end f2 = function(n) return n end", "f(4)",
        "local function f(m) return m < 2 and m or f2(m) end\nf2 = function(n) return n end", "f(4)"
      ),
    ]
    for (oldHead, oldResult, newHead, newResult) in cases {
      let proof = try RuleSetProof(
        of: model(oldHead, oldResult), with: model(newHead, newResult), keys: ["k"])
      #expect(proof.text.hasPrefix("1 of 1 keys certainly"), "\(proof.text)")
    }
  }

  @Test(arguments: [
    "\"minimum\": 0", "\"exclusiveMaximum\": 10", "\"minimum\": 2, \"maximum\": 9.5",
  ])
  func `a witness keeps to the bounds of a number`(bounds: String) throws {
    let schema = """
      { "required": ["n", "list"], "properties": {
        "n": { "type": "number", \(bounds) }, "list": { "minItems": 2, "type": "array",
          "items": { "type": "number", \(bounds) } }, "k": {} } }
      """
    func model(_ rules: String) throws -> RuleModel {
      try RuleModel(text: "return { \(rules) }", schema: RuleSchema(json: schema))
    }
    func proof(_ old: String, _ new: String) throws -> RuleSetProof {
      try RuleSetProof(of: model(old), with: model(new), keys: ["k"])
    }
    let same = try proof(
      bounds.contains("minimum")
        ? "{ key = 'k', when = function(c) return c.n < 0 end, value = 1 }"
        : "{ key = 'k', when = function(c) return c.n >= 10 end, value = 1 }", "")
    #expect(same.text.hasPrefix("1 of 1 keys certainly"), "\(same.text)")
    let other = try proof(
      "{ key = 'k', value = function(c) return c.n > 3 and #c.list end }",
      "{ key = 'k', value = function(c) return c.n >= 3 and #c.list end }")
    #expect(other.text.contains(#""n":3}"#), "\(other.text)")
    #expect(other.text.contains(#"{"list":["#) && !other.text.contains("[]"), "\(other.text)")
  }
}
