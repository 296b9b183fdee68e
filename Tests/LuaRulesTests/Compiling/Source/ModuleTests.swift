import Foundation
import LuaRules
import Testing

struct ModuleTests {
  /// Files below `rules`, and what `rules/a.lua` or the whole folder answers.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]
    let expected: String
    var testDescription: String { name }

    init(_ name: String, _ files: [String: String], gives expected: String) {
      self.name = name
      self.files = files
      self.expected = expected
    }

    func outcome(of path: String) -> String {
      let files = MemoryFileSystem(
        Dictionary(uniqueKeysWithValues: files.map { ("rules/" + $0, $1) }))
      do {
        let rules = try RuleModel(
          sources: [RuleSource(path: path)], options: RuleOptions(fileSystem: files))
        return LuaRulesTests.outcome(in: RuleContext(rules))
      } catch {
        return "\(error)"
      }
    }
  }

  private static func answering(_ name: String) -> String {
    "local m = require \"\(name)\"\nreturn { { key = 'answer', value = m.x } }"
  }

  static let found: [Case] = [
    Case(
      "beside the file", ["a.lua": answering("_m"), "_m.lua": "return { x = 1 }"], gives: "1"),
    Case(
      "in lib of the folder", ["a.lua": answering("m"), "lib/m.lua": "return { x = 2 }"],
      gives: "2"),
    Case(
      "beside the file comes first",
      ["a.lua": answering("_m"), "_m.lua": "return { x = 1 }", "lib/_m.lua": "return { x = 2 }"],
      gives: "1"),
    Case(
      "below, by a name with dots",
      ["a.lua": answering("_p.q.m"), "_p/q/m.lua": "return { x = 3 }"], gives: "3"),
    Case(
      "in lib, by a name with dots",
      ["a.lua": answering("p.m"), "lib/p/m.lua": "return { x = 4 }"], gives: "4"),
    Case(
      "a module that requires one beside it",
      [
        "a.lua": answering("p.m"), "lib/p/m.lua": "return require 'n'",
        "lib/p/n.lua": "return { x = 5 }",
      ], gives: "5"),
    Case(
      "a module that requires one of lib",
      [
        "a.lua": answering("p.m"), "lib/p/m.lua": "return require 'n'",
        "lib/n.lua": "return { x = 6 }",
      ], gives: "6"),
    Case(
      "a module that gives a function",
      [
        "a.lua": "local f = require 'f'\nreturn { { key = 'answer', value = f(20) } }",
        "lib/f.lua": "local function twice(n) return 2 * n end\nreturn twice",
      ], gives: "40"),
    Case(
      "a module that gives rules",
      ["a.lua": "return require 'r'", "lib/r.lua": "return { { key = 'answer', value = 7 } }"],
      gives: "7"),
    Case(
      "used by a rule function",
      [
        "a.lua": "local m = require 'm'\n"
          + "return { { key = 'answer', value = function(c) return m.twice(4) end } }",
        "lib/m.lua": "return { twice = function(n) return 2 * n end }",
      ], gives: "8"),
    Case(
      "run once, whoever requires it",
      [
        "a.lua": "local m = require 'm'\nlocal n = require 'n'\n"
          + "return { { key = 'answer', value = m == n.m and m == require 'm' } }",
        "lib/m.lua": "return {}", "lib/n.lua": "return { m = require 'm' }",
      ], gives: "true"),
  ]

  @Test(arguments: found)
  func `a module is found beside the file, else in lib`(example: Case) {
    #expect(example.outcome(of: "rules/a.lua") == example.expected)
    #expect(example.outcome(of: "rules") == example.expected)
  }

  @Test func `lib is that of the rule folder`() {
    let files = ["x/a.lua": Self.answering("m"), "lib/m.lua": "return { x = 1 }"]
    let example = Case("", files, gives: "1")
    #expect(example.outcome(of: "rules") == "1")
    // For a single file it is that of its own folder.
    #expect(
      example.outcome(of: "rules/x/a.lua")
        == "rules/x/a.lua:1: error: there is no module \"m\" [module]\n"
        + "  hint: looked for rules/x/m.lua and rules/x/lib/m.lua")
  }

  static let refused: [Case] = [
    Case(
      "missing", ["a.lua": answering("m")],
      gives: "rules/a.lua:1: error: there is no module \"m\" [module]\n"
        + "  hint: looked for rules/m.lua and rules/lib/m.lua"),
    Case(
      "missing for a module", ["a.lua": answering("m"), "lib/m.lua": "return require 'n'"],
      gives: "rules/lib/m.lua:1: error: there is no module \"n\" [module]\n"
        + "  hint: looked for rules/lib/n.lua"),
    Case(
      "a circle",
      [
        "a.lua": answering("m"), "lib/m.lua": "return require 'n'",
        "lib/n.lua": "\nreturn require 'm'",
      ],
      gives: "rules/lib/n.lua:2: error: modules require each other in a circle: "
        + "rules/lib/m.lua → rules/lib/n.lua → rules/lib/m.lua [module]"),
    Case(
      "itself", ["a.lua": answering("m"), "lib/m.lua": "return require 'm'"],
      gives: "rules/lib/m.lua:1: error: modules require each other in a circle: "
        + "rules/lib/m.lua → rules/lib/m.lua [module]"),
    Case(
      "no result", ["a.lua": answering("m"), "lib/m.lua": "local x = 1"],
      gives: "rules/lib/m.lua: error: the file returns nothing [no-rules]\n"
        + "  hint: a module ends with `return`, followed by its table"),
    Case(
      "no Lua", ["a.lua": answering("m"), "lib/m.lua": "\nreturn {{"],
      gives: "rules/lib/m.lua:2: error: unexpected symbol near <eof> [syntax]\n"
        + "  hint: a brace is not closed"),
    Case(
      "a name of a number", ["a.lua": "local m = require(5) return {}"],
      gives: "rules/a.lua:1: error: there is no module \"5\" [module]\n"
        + "  hint: looked for rules/5.lua and rules/lib/5.lua"),
    Case(
      "a write to a module",
      [
        "a.lua": "local m = require 'm'\n"
          + "return { { key = 'answer', value = function(c) m.x = 2 return m.x end } }",
        "lib/m.lua": "return { x = 1 }",
      ],
      gives: "rules/a.lua:2: error: a rule function writes to the field `x` of a table "
        + "that was made while loading [frozen]\n"
        + "  hint: what a file makes is frozen once it has been run; use a local inside the function"
    ),
    Case(
      "a function of a module that writes to its file",
      [
        "a.lua": "local m = require 'm'\n"
          + "return { { key = 'answer', value = function(c) return m.next() end } }",
        "lib/m.lua": "local n = 0\nreturn { next = function() n = n + 1 return n end }",
      ],
      gives: "rules/a.lua:2: error: a rule function writes to `n`, a local of its file "
        + "[frozen]\n"
        + "  hint: what a file makes is frozen once it has been run; use a local inside the function"
    ),
    Case(
      "a missing one inside a rule function",
      ["a.lua": "return { { key = 'answer', value = function(c)\nreturn require('m').x end } }"],
      gives: "rules/a.lua:2: error: there is no module \"m\" [module]\n"
        + "  hint: looked for rules/m.lua and rules/lib/m.lua"),
    Case(
      "a computed one inside a rule function",
      [
        "a.lua":
          "return { { key = 'answer', value = function(c)\nreturn require('m' .. 1).x end } }"
      ],
      gives: computed),
    Case(
      "`require` as a value inside a rule function",
      [
        "a.lua":
          "return { { key = 'answer', value = function(c)\nlocal r = require return r('m') end } }"
      ],
      gives: computed),
  ]

  private static let computed =
    "rules/a.lua:2: error: a rule function computes the name of a module [module]\n"
    + "  hint: write the name as a constant, `require \"name\"`, or load the modules at the top of "
    + "the file"

  private static let inner: [Case] = [
    Case(
      "in a rule function",
      [
        "a.lua": "return { { key = 'answer', value = function(c) return require('m').x end } }",
        "lib/m.lua": "return { x = 1 }",
      ], gives: "1"),
    Case(
      "in a function of a function, and in a predicate",
      [
        "a.lua": "return { { key = 'answer', when = function(c) return require'n'.is end, "
          + "value = function(c) return (function() return require [[m]].x end)() end } }",
        "lib/m.lua": "return { x = 2 }", "lib/n.lua": "return { is = true }",
      ], gives: "2"),
    Case(
      "in functions of modules that require each other",
      [
        "a.lua": "return { { key = 'answer', value = function(c) return require('m').x() end } }",
        "lib/m.lua": "return { y = 3, x = function() return require('n').x() end }",
        "lib/n.lua": "return { x = function() return require('m').y end }",
      ], gives: "3"),
    Case(
      "computed in a function that is called while loading",
      [
        "a.lua": "local function load(n) return require('m' .. n) end local m = load(1) "
          + "return { { key = 'answer', value = function(c) return m.x end } }",
        "lib/m1.lua": "return { x = 4 }",
      ], gives: "4"),
  ]

  @Test(arguments: inner)
  func `a module is loaded with the file of the function that requires it`(example: Case) {
    #expect(example.outcome(of: "rules/a.lua") == example.expected)
  }

  @Test(arguments: refused)
  func `what is wrong with a module is told`(example: Case) {
    #expect(example.outcome(of: "rules/a.lua") == example.expected)
  }

  @Test(arguments: ["../m", "/m", "..m", "m.", ".m", "a..b", "", "a/b", "a\\\\b", "m.lua/..", "ä"])
  func `a name that leads outside is none`(name: String) {
    let files = ["a.lua": Self.answering(name)]
    let shown = name.replacing("\\\\", with: "\\")
    #expect(
      Case("", files, gives: "").outcome(of: "rules/a.lua")
        == "rules/a.lua:1: error: \"\(shown)\" is not the name of a module [module]\n"
        + "  hint: write names with dots, such as `require \"colors.dark\"`")
  }

  @Test func `a name that is longer than a path may be is none`() {
    let name = String(repeating: "a.", count: 2048) + "b"
    #expect(
      Case("", ["a.lua": Self.answering(name)], gives: "").outcome(of: "rules/a.lua")
        == "rules/a.lua:1: error: the name of a module has 4097 bytes [module]\n"
        + "  hint: a name has up to 4096 bytes")
  }

  @Test func `a symbolic link does not lead outside`() throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "lrs-\(UUID())")
    defer { try? FileManager.default.removeItem(at: top) }
    let root = top.appending(path: "rules")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (path, text) in [
      ("secret.lua", "return { x = 1 }"), ("rules/a.lua", Self.answering("_m")),
      ("rules/_inside.lua", "return { x = 2 }"),
    ] {
      try text.write(to: top.appending(path: path), atomically: true, encoding: .utf8)
    }
    let link = root.appending(path: "_m.lua")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: top.appending(path: "secret.lua"))
    let error = #expect(throws: RuleError.self) { try RuleModel(contentsOf: root) }
    #expect(error?.message == "the module \"_m\" is outside the rule folder")
    // One that stays inside is a file like others.
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: root.appending(path: "_inside.lua"))
    #expect(outcome(in: RuleContext(try RuleModel(contentsOf: root))) == "2")
  }

  @Test func `modules of a text are texts`() throws {
    let text = "return { { key = 'answer', value = { require('a').x, require('b.c').x } } }"
    let modules = ["a": "return { x = require('b.c').x + 1 }", "b.c": "return { x = 1 }"]
    #expect(
      outcome(in: RuleContext(try RuleModel(sources: [RuleSource(text: text, modules: modules)])))
        == "[2,1]")
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [RuleSource(text: text, modules: ["a": "return {}"])])
    }
    #expect(error?.message == "there is no module \"b.c\"")
    // Another source has modules of its own.
    let other = RuleSource(
      text: "return { { key = 'other', value = require('a').x } }", name: "b.lua",
      modules: ["a": "return { x = 9 }"])
    let both = RuleContext(
      try RuleModel(sources: [RuleSource(text: text, modules: modules), other]))
    #expect(outcome("other", in: both) == "9")
    #expect(outcome(in: both) == "[2,1]")
  }

  @Test func `an error in a module names the rule that called it`() throws {
    let text = """
      local m = require "m"
      return {
        { key = "answer", value = function(c) return c.inner end },
        { key = "inner", value = function(c) return m.fail() end },
      }
      """
    let modules = ["m": "return { fail = function() error(\"no\") end }"]
    let context = RuleContext(try RuleModel(sources: [RuleSource(text: text, modules: modules)]))
    let inner = #expect(throws: RuleError.self) { try context.json(at: "inner") }
    #expect(
      inner?.description == """
        m.lua:1: error: no [runtime]
          note: rules.lua:4: in the rule for `inner`
        """)
    let answer = #expect(throws: RuleError.self) { try context.json(at: "answer") }
    #expect(
      answer?.notes.map(\.description) == [
        "rules.lua:4: in the rule for `inner`", "`answer` asked for `inner`",
      ])
  }
}
