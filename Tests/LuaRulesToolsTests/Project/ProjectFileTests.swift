import Foundation
import LuaRules
import LuaRulesTools
import Testing

struct ProjectFileTests {
  @Test func `all fields are read, and paths begin in the project's folder`() throws {
    let project = try ProjectFile(
      json: """
        { "rules": [".", "more/a.lua"], "fallback": ["../base", "/opt/base"],
          "schema": "app.schema.json", "host": "lib/host.lua",
          "grant": "app.grant.json", "accept": "lua-free",
          "gate": ["strict-checks", "tests"], "coverageThreshold": 87.5,
          "budget": { "instructions": 1, "time": 0.5, "memory": 2, "depth": 3, "valueNodes": 4,
                      "valueBytes": 5, "valueDepth": 6, "file": 7, "files": 8 } }
        """, path: "app/luarules.json")
    #expect(project.rules == ["app", "app/more/a.lua"])
    #expect(project.fallback == ["app/../base", "/opt/base"])
    #expect(project.schema == "app/app.schema.json")
    #expect(project.host == "app/lib/host.lua")
    #expect(project.grant == "app/app.grant.json")
    #expect(project.accept == .luaFree)
    #expect(project.gate == [.strictChecks, .tests])
    #expect(project.coverageThreshold == 87.5)
    var limits = ProjectLimits()
    limits.instructions = 1
    limits.time = 0.5
    limits.memory = 2
    limits.depth = 3
    limits.valueNodes = 4
    limits.valueBytes = 5
    limits.valueDepth = 6
    limits.file = 7
    limits.files = 8
    #expect(project.limits == limits)
  }

  @Test(arguments: ["{}", " { } ", "{\"budget\":{}}"])
  func `everything may be left out`(json: String) throws {
    let project = try ProjectFile(json: json, path: "luarules.json")
    #expect(project == (try ProjectFile(json: "{}", path: "luarules.json")))
    #expect(project.rules.isEmpty)
  }

  @Test func `in the folder where the program runs paths stay as they are`() throws {
    let project = try ProjectFile(json: #"{ "rules": [".", "a"] }"#, path: "luarules.json")
    #expect(project.rules == [".", "a"])
  }

  @Test(arguments: [
    (
      "{ \"rulse\": [] }",
      "error: unknown field `rulse` [bad-project]\n  hint: did you mean `rules`?"
    ),
    (
      "{ \"zzz\": [] }",
      "error: unknown field `zzz` [bad-project]\n  hint: known are `rules`, `fallback`, `schema`, `host`, `grant`, `accept`, `unusedKeys`, `gate`, `findings`, `coverageThreshold`, `budget`"
    ),
    (
      "{ \"gate\": [\"checks\", \"test\"] }",
      "error: the field `gate` has \"test\" in it; expected \"checks\", \"strict-checks\", \"tests\" [bad-project]"
    ),
    (
      "{ \"gate\": \"tests\" }",
      "error: the field `gate` is \"tests\"; expected a list of \"checks\", \"strict-checks\", \"tests\" [bad-project]"
    ),
    (
      "{ \"accept\": \"lua\" }",
      "error: the field `accept` is \"lua\"; expected \"any-lua\" or \"lua-free\" [bad-project]"
    ),
    (
      "{ \"budget\": { \"instuctions\": 1 } }",
      "error: unknown field `budget.instuctions` [bad-project]\n  hint: did you mean `budget.instructions`?"
    ),
    (
      "{ \"rules\": \".\" }",
      "error: the field `rules` is \".\"; expected a list of paths [bad-project]"
    ),
    (
      "{ \"rules\": [1] }",
      "error: the field `rules` has 1 in it; expected paths [bad-project]"
    ),
    (
      "{ \"rules\": {} }",
      "error: the field `rules` is an object; expected a list of paths [bad-project]"
    ),
    (
      "{ \"findings\": [ ] }",
      "error: the field `findings` is a list; expected an object with codes and their levels [bad-project]"
    ),
    ("{ \"budget\": [] }", "error: the field `budget` is a list; expected an object [bad-project]"),
    ("{ \"schema\": true }", "error: the field `schema` is true; expected a path [bad-project]"),
    ("{ \"host\": \"\" }", "error: the field `host` is \"\"; expected a path [bad-project]"),
    (
      "{ \"coverageThreshold\": 101 }",
      "error: the field `coverageThreshold` is 101; expected a number from 0 to 100 [bad-project]"
    ),
    (
      "{ \"coverageThreshold\": \"all\" }",
      "error: the field `coverageThreshold` is \"all\"; expected a number from 0 to 100 [bad-project]"
    ),
    ("{ \"budget\": 1 }", "error: the field `budget` is 1; expected an object [bad-project]"),
    (
      "{ \"budget\": { \"depth\": 0 } }",
      "error: the field `budget.depth` is 0; expected an integer from 1 on [bad-project]"
    ),
    (
      "{ \"budget\": { \"valueDepth\": 101 } }",
      "error: the field `budget.valueDepth` is 101; expected an integer from 1 to 100 [bad-project]"
    ),
    (
      "{ \"budget\": { \"time\": -1 } }",
      "error: the field `budget.time` is -1; expected seconds, more than 0 and at most 86400 [bad-project]"
    ),
    (
      "[]",
      "error: the project is no object [bad-project]\n  hint: it looks like `{ \"rules\": [\".\"] }`"
    ),
    (
      "1",
      "error: the project is no object [bad-project]\n  hint: it looks like `{ \"rules\": [\".\"] }`"
    ),
  ])
  func `what is wrong is told`(json: String, message: String) throws {
    let error = try #require(throws: RuleError.self) {
      try ProjectFile(json: json, path: "luarules.json")
    }
    #expect(error.description == "luarules.json: \(message)")
  }

  @Test func `bad JSON is told with its line`() throws {
    let error = try #require(throws: RuleError.self) {
      try ProjectFile(json: "{\n\"rules\": ,}", path: "p.json")
    }
    #expect(error.description.hasPrefix("p.json:2: error: the project is not JSON: column 10: "))
  }

  @Test func `the nearest project above is found`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "project-\(UUID())")
    let inner = root.appending(path: "a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let file = inner.appending(path: "r.lua")
    try Data("return {}".utf8).write(to: file)
    #expect(ProjectFile.path(above: file.path) == nil)

    try Data("{}".utf8).write(to: root.appending(path: "luarules.json"))
    #expect(ProjectFile.path(above: file.path) == root.path + "/luarules.json")
    #expect(ProjectFile.path(above: inner.path + "/") == root.path + "/luarules.json")

    try Data("{}".utf8).write(to: inner.appending(path: "luarules.json"))
    #expect(ProjectFile.path(above: file.path) == inner.path + "/luarules.json")
    #expect(ProjectFile.path(above: root.path) == root.path + "/luarules.json")
  }
}
