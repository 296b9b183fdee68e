import Foundation
import LuaRules
import LuaRulesTesting
import LuaRulesTools
import Testing

@Suite struct LuaRuleTestTests {
  /// A folder that has files for the length of a body.
  private static func withFolder<Result>(
    _ files: [String: String], _ body: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rule-tests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return try body(folder)
  }

  private static let rules = """
    return {
      { key = "fancyColor", name = "calm", when = { priority = "low" }, value = "gray" },
      { key = "fancyColor", value = "black" },
    }
    """

  private static let passing = """
    return {
      { "gray", context = { priority = "low" }, expect = { fancyColor = "gray" } },
      { "black", context = { priority = "high" }, expect = { fancyColor = "black" } },
    }
    """

  private static let example = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../examples/flags").standardizedFileURL

  private static var schema: RuleSchema {
    get throws {
      let url = example.appending(path: "app.schema.json")
      return try RuleSchema(json: String(contentsOf: url, encoding: .utf8))
    }
  }

  @Test(arguments: LuaRuleTest.all(in: example.appending(path: "rules"), schema: try schema))
  func `the rules of an example pass their tests`(test: LuaRuleTest) throws {
    try test.run()
  }

  @Test func `each test is an argument with its place and name`() throws {
    try Self.withFolder(["todo.lua": Self.rules, "todo.test.lua": Self.passing]) { folder in
      let tests = LuaRuleTest.all(in: folder)
      #expect(
        tests.map(\.testDescription) == ["todo.test.lua:2: gray", "todo.test.lua:3: black"])
      for test in tests { try test.run() }
      let encoded = try JSONDecoder().decode(
        [String].self, from: JSONEncoder().encode(tests.map(Encoded.init)))
      #expect(encoded == tests.map(\.testDescription))
    }
  }

  private struct Encoded: Encodable {
    var test: LuaRuleTest
    func encode(to encoder: any Encoder) throws {
      try test.encodeTestArgument(to: encoder)
    }
  }

  @Test func `a failure is an issue at its line in the Lua file`() throws {
    let tests = """
      return {
        { "gray", context = { priority = "low" },
          expect = { fancyColor = "grey" } },
      }
      """
    try Self.withFolder(["todo.lua": Self.rules, "todo.test.lua": tests]) { folder in
      let found = issues { for test in LuaRuleTest.all(in: folder) { try test.run() } }
      let issue = try #require(found.first)
      #expect(found.count == 1)
      #expect(issue.text.hasPrefix("`fancyColor` is \"gray\"; expected \"grey\"\n"))
      #expect(issue.text.contains("by the rule `calm` at \(folder.path())/todo.lua:2"))
      #expect(issue.sourceLocation?.fileName == "todo.test.lua")
      #expect(issue.sourceLocation?.line == 3)
    }
  }

  @Test(arguments: [
    ["todo.lua": "return { { kye = 1 } }", "todo.test.lua": passing],
    ["todo.lua": rules, "todo.test.lua": "return { { 3 "],
    ["todo.lua": rules, "todo.test.lua": "return {}"],
    ["todo.test.lua": passing],
  ])
  func `a file that does not load fails, and the others run`(files: [String: String]) throws {
    var files = files
    files["more.lua"] = Self.rules
    files["more.test.lua"] = Self.passing
    try Self.withFolder(files) { folder in
      let tests = LuaRuleTest.all(in: folder)
      #expect(tests.count == 3)
      let broken = try #require(tests.last)
      #expect(broken.testDescription == "todo.test.lua cannot be tested")
      for test in tests.dropLast() { try test.run() }
      let found = issues { try broken.run() }
      #expect(found.count >= 1)
      for issue in found {
        #expect(issue.text.contains("error: "))
        #expect(issue.sourceLocation?.fileName.hasPrefix("todo.") == true)
      }
    }
  }

  @Test func `a folder without tests is a case that fails`() throws {
    try Self.withFolder(["todo.lua": Self.rules]) { folder in
      let tests = LuaRuleTest.all(in: folder)
      #expect(tests.map(\.testDescription) == ["\(folder.path()) cannot be tested"])
      let found = issues { for test in tests { try test.run() } }
      #expect(found.map { $0.text.contains("there are no tests") } == [true])
    }
  }

  @Test func `a folder that does not exist is a case that fails`() throws {
    let tests = LuaRuleTest.all(in: URL(filePath: "/does/not/exist"))
    let found = issues { for test in tests { try test.run() } }
    #expect(found.map { $0.text.contains("no such file or folder") } == [true])
  }

  @Test func `a list without paths is a case that fails`() throws {
    let tests = LuaRuleTest.all(in: [], settings: RuleTestSettings())
    let found = issues { for test in tests { try test.run() } }
    #expect(found.map { $0.text.contains("no path to tests is given") } == [true])
  }

  @Test func `values that Lua cannot express are set before a test`() throws {
    let tests = "return {{ 'gray', expect = { fancyColor = 'gray' } }}"
    try Self.withFolder(["todo.lua": Self.rules, "todo.test.lua": tests]) { folder in
      let tests = LuaRuleTest.all(in: folder) { $0["priority"] = "low" }
      for test in tests { try test.run() }
    }
  }

  #if compiler(>=6.3)
    @Test(arguments: try skipped)
    func `a skipped test is cancelled`(test: LuaRuleTest) throws {
      try test.run()
      Issue.record("it is run")
    }

    private static var skipped: [LuaRuleTest] {
      get throws {
        let test = "return {{ 'old', skip = 'until the import', expect = { fancyColor = 'x' } }}"
        return try withFolder(["todo.lua": rules, "todo.test.lua": test]) {
          LuaRuleTest.all(in: $0)
        }
      }
    }
  #endif
}
