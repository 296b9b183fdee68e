import LuaRules
import LuaRulesTools
import Synchronization
import Testing

/// Tools at scale do each piece of work once.
struct LargeProjectTests {
  /// Texts that count how often each is read.
  private struct CountedFiles: RuleFileSystem {
    let base: TextFiles
    let counts = CountBox()

    func kind(of path: String) -> RuleFileKind { base.kind(of: path) }
    func names(inFolder path: String) throws -> [String] { try base.names(inFolder: path) }
    func resolved(_ path: String) -> String { base.resolved(path) }

    func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
      counts.add(path)
      return try base.contents(ofFile: path, limit: limit)
    }
  }

  private final class CountBox: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

    subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }
  }

  @Test func `files of tests with the same rules load them once`() throws {
    var texts = ["rules/a.lua": "return { { key = 'k', when = { x = 1 }, value = 1 } }"]
    for number in 0..<5 {
      texts["rules/t\(number).test.lua"] = """
        return { rules = { "." }, { "a", context = { x = 1 }, expect = { k = 1 } } }
        """
    }
    var settings = RuleTestSettings()
    let files = CountedFiles(base: TextFiles(texts))
    settings.fileSystem = files
    let tests = try RuleTests(loading: ["rules"], settings)
    #expect(files.counts["rules/a.lua"] == 1)
    let run = tests.run(wantsCoverage: true)
    #expect(run.counts.passed == 5)
    #expect(run.coverage?.rules.map(\.won) == [5])
    #expect(try tests.mutate().noticedCount == 3)
    #expect(files.counts["rules/a.lua"] == 1)
  }

  @Test func `functions of the tests belong to one file`() throws {
    func tests(_ answer: Int) -> String {
      "return { rules = { 'a.lua' }, host = { f = \(answer) }, { 'a', expect = { k = \(answer) } } }"
    }
    let texts = [
      "rules/a.lua": "return { { key = 'k', value = function(c) return host.f() end } }",
      "rules/b.test.lua": tests(1), "rules/c.test.lua": tests(2),
    ]
    #expect(try RuleTests(texts).run().counts.passed == 2)
  }

  /// Paths in which `..` is followed as a file system does.
  private struct LinkedFiles: RuleFileSystem {
    let base: TextFiles

    private func plain(_ path: String) -> String { path.replacing("tests/../", with: "") }

    func kind(of path: String) -> RuleFileKind { base.kind(of: plain(path)) }
    func names(inFolder path: String) throws -> [String] {
      try base.names(inFolder: plain(path))
    }
    func resolved(_ path: String) -> String { base.resolved(plain(path)) }
    func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
      try base.contents(ofFile: plain(path), limit: limit)
    }
  }

  @Test func `rules that tests name by two paths are merged`() throws {
    var settings = RuleTestSettings()
    settings.fileSystem = LinkedFiles(
      base: TextFiles([
        "rules/a.lua": """
        return {
          { key = "k", when = { x = 1 }, value = 1 },
          { key = "k", when = function(c) return c.x == 1 end, value = 2 },
          { key = "k", value = 3 },
        }
        """,
        "rules/a.test.lua": "return { { 'a', context = { x = 1 }, expect = { k = 1 } } }",
        "tests/b.test.lua":
          "return { rules = { '../rules/a.lua' }, { 'b', context = { x = 2 }, expect = { k = 3 } } }",
      ]))
    let tests = try RuleTests(loading: ["rules", "tests"], settings)
    let run = tests.run(wantsCoverage: true)
    #expect(run.coverage?.files.map(\.path) == ["rules/a.lua"])
    #expect(run.coverage?.rules.map(\.tries) == [2, 1, 1])
    let mutation = try tests.mutate()
    #expect(
      mutation.unnoticed.map { "\($0.rule.location) \($0.change)" } == [
        "rules/a.lua:3 without the rule", "rules/a.lua:3 with the value 3",
        "rules/a.lua:3 asked after the rule at rules/a.lua:4",
      ])
    #expect(mutation.noticedCount == 7)
  }

  @Test func `a change is tried with the tests that it can alter`() throws {
    let count = 40
    let rules = (0..<count).map {
      "  { key = \"k\", when = { x = \($0), y = 1 }, value = \($0), priority = \(1000 - $0) },\n"
    }
    // The test that a rule answers comes after all others that reach it.
    let tests = (0..<count).reversed().map {
      "  { \"\($0)\", context = { x = \($0), y = 1 }, expect = { k = \($0) } },\n"
    }
    var settings = RuleTestSettings()
    settings.fileSystem = TextFiles([
      "rules/a.lua": "return {\n\(rules.joined())}",
      "rules/a.test.lua": "return {\n\(tests.joined())}",
    ])
    let contexts = CountBox()
    settings.prepare = { _ in contexts.add("made") }
    let mutation = try RuleTests(loading: ["rules"], settings).mutate()
    // Without the condition on `y` nothing changes: no test has another value. The last rule is tried
    // where no other one holds.
    let conditions = Array(repeating: "without its condition on `y`", count: count - 1)
    #expect(
      mutation.unnoticed.map(\.change)
        == conditions + ["without its condition on `x`", "without its condition on `y`"])
    #expect(mutation.noticedCount == 4 * count - 1)
    // All 5 changes of 40 rules, with the 20 tests that reach a rule on the average, are 4000 contexts;
    // the two changes of conditions alone are 1640.
    #expect(contexts["made"] < 2500)
  }
}
