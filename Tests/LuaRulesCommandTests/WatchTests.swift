import Foundation
import Testing

struct WatchTests {
  private static func color(_ name: String) -> String {
    "return { { key = 'color', value = '\(name)' }, { key = 'title', value = 'same' } }"
  }

  private static let double =
    "return { { key = 'double', value = function(c) return 2 * c.n end } }"

  @Test func `each answer that an edit changes is a line`() async throws {
    let run = try WatchRun(["rules"], files: ["rules/a.lua": Self.color("red")])
    let first = ["generation 1: color = \"red\"", "generation 1: title = \"same\""]
    try await run.wait { $0.news == first }
    try run.edit("rules/a.lua", Self.color("blue"))
    try await run.wait { $0.news.last?.hasSuffix(": color = \"blue\"") == true }
    try run.replace("rules/a.lua", by: Self.color("green"))
    try await run.wait { $0.news.last?.hasSuffix(": color = \"green\"") == true }
    try run.edit("rules/b.lua", "return { { key = 'other', value = { 1, 2 } } }")
    try await run.wait { $0.news.last?.hasSuffix(": other = [1,2]") == true }
    #expect(run.news.count == 5)
    #expect(await run.end() == 0)
    for line in run.lines { #expect(line.contains(#/^\d\d:\d\d:\d\d generation \d+: \w+ = /#)) }
  }

  @Test func `the project file names what is watched`() async throws {
    let run = try WatchRun(
      ["--key", "color"],
      files: [
        "luarules.json": "{ \"rules\": [\"rules\"], \"fallback\": [\"base.lua\"] }",
        "rules/a.lua": "return {}", "base.lua": Self.color("gray"),
      ])
    try await run.wait { $0.news == ["generation 1: color = \"gray\""] }
    try run.edit("rules/a.lua", Self.color("red"))
    try await run.wait { $0.news.last?.hasSuffix(": color = \"red\"") == true }
    #expect(await run.end() == 0)
  }

  @Test func `a project file that names no rules is told`() async throws {
    let run = try CommandRun(["watch", "--help"])
    #expect(run.output.contains("luarules.json"))
    let files = try TemporaryFolder()
    _ = try files.file("luarules.json", "{}")
    let watch = try CommandRun(["watch"], in: files.url)
    #expect(watch.errors.hasPrefix("error: no rules are named [unreadable]\n"))
    #expect(watch.status == 66)
  }

  @Test func `only the keys that are named are told`() async throws {
    let run = try WatchRun(
      ["a.lua", "--key", "title", "--set", "n=3", "--key", "n"],
      files: ["a.lua": Self.color("red")])
    try await run.wait { $0.news.count == 2 }
    try run.replace("a.lua", by: Self.color("blue") + "  --")
    try run.replace("a.lua", by: "return { { key = 'title', value = 'other' } }")
    try await run.wait { $0.news.count == 3 }
    #expect(await run.end() == 0)
    #expect(run.news.prefix(2) == ["generation 1: n = 3", "generation 1: title = \"same\""])
    #expect(run.news[2].hasSuffix(": title = \"other\""))
  }

  @Test func `a bad file is an error, and the answers stay`() async throws {
    let run = try WatchRun(["a.lua", "--key", "color"], files: ["a.lua": Self.color("red")])
    try await run.wait { $0.news.count == 1 }
    try run.replace("a.lua", by: "return {\n")
    try await run.wait { $0.errors.contains("goes on answering\n") }
    #expect(
      run.complaints == """
        generation 1: a.lua:2: error: unexpected symbol near <eof> [syntax]
          hint: a brace is not closed
          note: generation 1 goes on answering

        """)
    try run.replace("a.lua", by: Self.color("blue"))
    try await run.wait { $0.news.count == 2 }
    try await run.wait { $0.errors.hasSuffix(" rules: good again\n") }
    #expect(run.news == ["generation 1: color = \"red\"", "generation 2: color = \"blue\""])
    #expect(await run.end() == 0)
  }

  @Test func `answers come once bad rules load`() async throws {
    let run = try WatchRun(["rules"], files: ["other": ""])
    try await run.wait { !$0.errors.isEmpty }
    #expect(
      run.complaints == """
        rules: error: no such file or folder [unreadable]
          note: nothing answers until this is mended

        """)
    try run.edit("rules/a.lua", Self.color("red"))
    try await run.wait { $0.news.count == 2 }
    #expect(run.news.first == "generation 1: color = \"red\"")
    #expect(await run.end() == 0)
  }

  @Test func `a context is read again, and a bad one changes nothing`() async throws {
    let run = try WatchRun(
      ["a.lua", "--context", "c.json"], files: ["a.lua": Self.double, "c.json": #"{"n":1}"#])
    try await run.wait { $0.news == ["generation 1: double = 2"] }
    try run.edit("c.json", #"{"n":2}"#)
    try await run.wait { $0.news.last == "generation 1: double = 4" }
    try run.replace("c.json", by: "{")
    try await run.wait { $0.errors.hasSuffix("note: the context from before stays\n") }
    #expect(run.errors.contains("c.json:1: error: the context is not JSON: "))
    try run.replace("a.lua", by: Self.double.replacing("2 *", with: "3 *"))
    try await run.wait { $0.news.last == "generation 2: double = 6" }
    try run.replace("c.json", by: #"{"n":5}"#)
    try await run.wait { $0.news.last == "generation 2: double = 15" }
    #expect(run.errors.hasSuffix(" context: good again\n"))
    #expect(await run.end() == 0)
  }

  @Test func `a context that is missing is waited for`() async throws {
    let run = try WatchRun(["a.lua", "--context", "c.json"], files: ["a.lua": Self.double])
    try await run.wait { $0.errors.contains("note: nothing is asked until this is mended") }
    #expect(run.news == [])
    try run.edit("c.json", #"{"n":4}"#)
    try await run.wait { $0.news == ["generation 1: double = 8"] }
    #expect(await run.end() == 0)
  }

  @Test func `a context from standard input stays`() async throws {
    let run = try WatchRun(
      ["a.lua", "--context", "-"], files: ["a.lua": Self.double], input: #"{"n":4}"#)
    try await run.wait { $0.news == ["generation 1: double = 8"] }
    try run.replace("a.lua", by: Self.double.replacing("2 *", with: "3 *"))
    try await run.wait { $0.news.last == "generation 2: double = 12" }
    #expect(await run.end() == 0)
  }

  @Test func `edits of the schema and of the stand-ins count`() async throws {
    let schema = #"{"properties":{"size":{"type":"integer","default":7}}}"#
    let rules = "return { { key = 'sum', value = function(c) return host.add(c.size, 1) end } }"
    let run = try WatchRun(
      ["a.lua", "--schema", "s.json", "--host", "h.lua", "--key", "sum"],
      files: [
        "a.lua": rules, "s.json": schema,
        "h.lua": "return { add = function(a, b) return a + b end }",
      ])
    try await run.wait { $0.news == ["generation 1: sum = 8"] }
    try run.replace("s.json", by: schema.replacing("7", with: "9"))
    try await run.wait { $0.news.last == "generation 2: sum = 10" }
    try run.replace("h.lua", by: "return { add = function(a, b) return a - b end }")
    try await run.wait { $0.news.last == "generation 3: sum = 8" }
    try run.replace("s.json", by: "[")
    try await run.wait { $0.errors.contains("note: generation 3 goes on answering") }
    #expect(run.complaints.hasPrefix("generation 3: s.json: error: line 1, column 2: "))
    #expect(await run.end() == 0)
  }

  @Test func `a fallback is watched, too`() async throws {
    let run = try WatchRun(
      ["a.lua", "--fallback", "b.lua", "--key", "color"],
      files: ["a.lua": Self.double, "b.lua": Self.color("red")])
    try await run.wait { $0.news == ["generation 1: color = \"red\""] }
    try run.replace("b.lua", by: Self.color("blue"))
    try await run.wait { $0.news.last == "generation 2: color = \"blue\"" }
    try run.replace("a.lua", by: Self.color("green"))
    try await run.wait { $0.news.last == "generation 3: color = \"green\"" }
    #expect(await run.end() == 0)
  }

  @Test func `a key that fails, and one that goes, are told once`() async throws {
    let run = try WatchRun(
      ["a.lua"], files: ["a.lua": "return { { key = 'x', value = function(c) return c.y end } }"])
    try await run.wait { $0.errors.contains("unknown key `y`") }
    try run.replace("a.lua", by: Self.color("red"))
    try await run.wait { $0.news.last == "generation 2: x is not assigned any more" }
    #expect(run.errors.components(separatedBy: "error: ").count == 2)
    #expect(await run.end() == 0)
  }

  @Test func `each line of JSON is an object`() async throws {
    let run = try WatchRun(
      ["a.lua", "--format", "json"], files: ["a.lua": Self.color("\\\"red\\\"")])
    try await run.wait { $0.lines.count == 2 }
    try run.replace("a.lua", by: "return { { key = 'title', value = nope } }")
    try await run.wait { $0.lines.count == 3 }
    try run.replace("a.lua", by: "return { { key = 'title', value = 'same' } }")
    try await run.wait { $0.lines.count == 5 }
    #expect(await run.end() == 0)
    let lines = try run.lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(lines.map { $0["generation"] as? Int } == [1, 1, 1, 2, 2])
    #expect(lines.map { $0["key"] as? String } == ["color", "title", nil, nil, "color"])
    #expect(lines.map { $0["input"] as? String } == [nil, nil, "rules", "rules", nil])
    #expect(lines[0]["value"] as? String == "\"red\"")
    let error = try #require(lines[2]["error"] as? [String: String])
    #expect(error["code"] == "undefined-global")
    #expect(error["place"] == "a.lua:1")
    let text = try #require(error["text"])
    #expect(run.complaints == "generation 1: \(text)\n")
    #expect(lines[3]["good"] as? Bool == true)
    #expect(lines[4]["gone"] as? Bool == true)
    for line in lines {
      let time = try #require(line["time"] as? String)
      #expect(time.contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/#))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the watch with all lines written`(signal: Int32) async throws {
    let run = try WatchRun(["a.lua"], files: ["a.lua": Self.color("red")])
    try await run.wait { $0.news.count == 2 }
    #expect(await run.end(by: signal) == 0)
    #expect(run.news == ["generation 1: color = \"red\"", "generation 1: title = \"same\""])
    #expect(run.errors == "")
  }

  @Test func `a reader that goes away ends the watch`() throws {
    let files = try TemporaryFolder()
    _ = try files.file("a.lua", Self.color("red"))
    let run = try CommandRun(
      shell: "{ \"$0\" watch a.lua; echo $? >&2; } | head -n 1", in: files.url)
    #expect(run.output.hasSuffix(" generation 1: color = \"red\"\n"))
    #expect(run.errors == "0\n")
  }
}
