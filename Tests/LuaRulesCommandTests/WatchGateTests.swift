import Foundation
import Testing

struct WatchGateTests {
  private static func color(_ name: String) -> String {
    "return { { key = 'color', value = '\(name)' } }"
  }

  private static func test(_ name: String) -> String {
    "return {\n  { 'the color', expect = { color = '\(name)' } },\n}"
  }

  private static let schema = #"{"properties":{"color":{"type":"string"}}}"#

  @Test func `what the gates refuse is an error, and the answers stay`() async throws {
    let run = try WatchRun(
      ["rules", "--gate", "checks", "--gate", "tests", "--schema", "s.json", "--key", "color"],
      files: [
        "s.json": Self.schema, "rules/a.lua": Self.color("red"),
        "rules/a.test.lua": Self.test("red"),
      ])
    try await run.wait { $0.news.count == 1 }
    try run.replace(
      "rules/a.lua", by: "return { { key = 'color', value = function(c) return c.hue end } }")
    try await run.wait { $0.errors.hasSuffix("goes on answering\n") }
    #expect(
      run.complaints == """
        generation 1: error: the gate refused the rules: the check found 1 error [refused]
          note: rules/a.lua:1:56: error: the key `hue` is neither declared nor assigned by a rule \
        [unknown-key]
          note: 1 test, 1 failed:
          note: rules/a.test.lua:2: `color` is an error; expected "red"
          note: generation 1 goes on answering

        """)
    try run.replace("rules/a.lua", by: Self.color("blue"))
    try await run.wait { $0.errors.contains("`color` is \"blue\"; expected \"red\"") }
    #expect(run.news == ["generation 1: color = \"red\""])
    // The test is edited, too.
    try run.replace("rules/a.test.lua", by: Self.test("blue"))
    try await run.wait { $0.news.last == "generation 2: color = \"blue\"" }
    try await run.wait { $0.errors.hasSuffix(" gate: good again\n") }
    #expect(await run.end() == 0)
  }

  @Test func `the project file names the gates, and an option counts instead`() async throws {
    let files = [
      "luarules.json": #"{ "rules": ["rules"], "gate": ["strict-checks"] }"#,
      "rules/a.lua": Self.color("red"), "rules/a.test.lua": Self.test("red"),
    ]
    let twice = "return { { key = 'color', value = 'b' },\n{ key = 'color', value = 'b' } }"
    let run = try WatchRun(["--format", "json"], files: files)
    try await run.wait { $0.lines.count == 1 }
    try run.replace("rules/a.lua", by: twice)
    try await run.wait { $0.lines.count == 2 }
    try run.replace("rules/a.lua", by: Self.color("green"))
    try await run.wait { $0.lines.count == 4 }
    #expect(await run.end() == 0)
    let lines = try run.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["input"] as? String } == [nil, "gate", "gate", nil])
    #expect(lines.map { $0["generation"] as? Int } == [1, 1, 2, 2])
    let error = try #require(lines[1]["error"] as? [String: String])
    #expect(error["code"] == "refused")
    #expect(error["message"] == "the gate refused the rules: the check found 1 warning")
    #expect(error["text"].map { run.complaints == "generation 1: \($0)\n" } == true)
    #expect(lines[2]["good"] as? Bool == true)

    let other = try WatchRun(["--gate", "tests"], files: files)
    try await other.wait { $0.news.count == 1 }
    try other.replace("rules/a.lua", by: twice.replacing("'b'", with: "'red'"))
    try other.replace("rules/a.lua", by: Self.color("green"))
    try await other.wait { $0.errors.contains("rules/a.test.lua:2: ") }
    #expect(!other.errors.contains("the check found"))
    #expect(await other.end() == 0)
  }

  @Test func `a fallback is known to the gates, and judged itself`() async throws {
    let run = try WatchRun(
      [
        "rules", "--fallback", "base", "--gate", "checks", "--gate", "tests", "--schema", "s.json",
        "--key", "color",
      ],
      files: [
        "s.json": Self.schema, "rules/a.lua": Self.color("red"),
        "rules/a.test.lua": Self.test("gray"),
        "base/b.lua": "return {{ key = 'hue', value = 'gray' }}",
      ])
    try await run.wait { $0.news.count == 1 }
    try run.replace(
      "rules/a.lua", by: "return { { key = 'color', value = function(c) return c.hue end } }")
    try await run.wait { $0.news.last == "generation 2: color = \"gray\"" }
    try run.replace(
      "base/b.lua", by: "return { { key = 'hue', value = function(c) return c.tint end } }")
    try await run.wait { $0.errors.contains("base/b.lua:1:54: error: the key `tint`") }
    #expect(await run.end() == 0)
  }

  @Test func `a gate that does not exist is wrong usage`() throws {
    let run = try CommandRun(["watch", "a.lua", "--gate", "test"])
    #expect(run.status == 64)
    #expect(run.errors.contains("'checks', 'strict-checks' or 'tests'"))
  }
}
