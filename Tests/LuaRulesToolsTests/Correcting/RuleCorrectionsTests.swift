import LuaRules
import Testing

@testable import LuaRulesTools

/// What corrections make of rule files.
@Suite struct RuleCorrectionsTests {
  private static let schema = """
    { "type": "object", "properties": {
        "todo": { "type": "object", "additionalProperties": false, "properties": {
          "title": { "type": "string" }, "priority": { "enum": ["low", "high"] } } },
        "order": { "type": "object", "additionalProperties": false, "properties": {
          "titel": { "type": "string" } } },
        "color": { "enum": ["red", "gray"], "default": "gray" },
        "title": { "type": "string", "default": "" } } }
    """

  private static func corrections(
    _ text: String, _ others: [String: String] = [:], unsafe: Bool = true, ofProject: Bool = true,
    levels: FindingLevels = FindingLevels()
  ) throws -> RuleCorrections {
    let schema = try RuleSchema(json: schema)
    let texts = others.merging(["rules/a.lua": text]) { $1 }
    return try RuleCorrections(includingUnsafe: unsafe, in: TextFiles(texts)) { files in
      var options = RuleOptions()
      options.fileSystem = files
      return try RuleCheck(
        sources: [RuleSource(path: "rules")], schema: schema, host: [:], fallback: [],
        options: options, areAllOfProject: ofProject
      ).applying(levels)
    }
  }

  /// The text after the corrections.
  private static func corrected(_ text: String, unsafe: Bool = true) throws -> String {
    let file = try corrections(text, unsafe: unsafe).files.first
    return file.map { String(decoding: $0.corrected, as: UTF8.self) } ?? text
  }

  private static func rule(when condition: String, end: String = "") -> String {
    "return {\n  { key = 'title', when = function(c) return \(condition) end, value = 'x' },\(end)\n}\n"
  }

  private static let safe: [(before: String, after: String)] = [
    (
      rule(when: "c.todo", end: " -- check: ignore tie"), rule(when: "c.todo")
    ),
    (rule(when: "c.todo", end: "  --check: ignore tie, "), rule(when: "c.todo")),
    (
      rule(when: "c.todo == null", end: " -- check: ignore tie, null-comparison: why"),
      rule(when: "c.todo == null", end: " -- check: ignore null-comparison: why")
    ),
    (
      rule(when: "c.todo == null", end: " -- check: ignore null-comparison, tie: why"),
      rule(when: "c.todo == null", end: " -- check: ignore null-comparison: why")
    ),
    ("-- check: ignore tie\nreturn {}\n", "return {}\n"),
    ("return {}\n-- check: ignore tie", "return {}\n"),
    (
      "-- check: ignore tie\n-- check: ignore tie\n-- check: ignore cycle\nreturn {}\n",
      "return {}\n"
    ),
    (
      rule(when: "c.todo == null", end: " -- check: ignore nul-comparison"),
      rule(when: "c.todo == null", end: " -- check: ignore null-comparison")
    ),
    (
      "function f(t) return t.title end\nn = 1\n\(rule(when: "f(c.todo) == n"))",
      "local function f(t) return t.title end\nlocal n = 1\n\(rule(when: "f(c.todo) == n"))"
    ),
  ]

  @Test(arguments: safe)
  func `a safe correction keeps the rest`(before: String, after: String) throws {
    #expect(try Self.corrected(before, unsafe: false) == after)
  }

  private static let unsafe: [(before: String, after: String)] = [
    (rule(when: "c.todo.titel"), rule(when: "c.todo.title")),
    (rule(when: "c.tod"), rule(when: "c.todo")),
    // All places that read the same.
    (
      rule(when: "c.todo.titel == 'titel' or c.todo.titel == 'x'"),
      rule(when: "c.todo.title == 'titel' or c.todo.title == 'x'")
    ),
    // The same word is right elsewhere in the line.
    (
      rule(when: "c.order.titel == c['todo'].priority or c.todo.priority == \"hihg\""),
      rule(when: "c.order.titel == c['todo'].priority or c.todo.priority == \"high\"")
    ),
    (rule(when: "c.todo.priority == 'hihg'"), rule(when: "c.todo.priority == 'high'")),
    (rule(when: "c.todo == null"), rule(when: "c.todo == nil")),
    ("return {{ key = 'color', vlue = 'red' }}", "return {{ key = 'color', value = 'red' }}"),
    (
      "return {{ key = 'color', value = 'red', priority = 'hihg' }}",
      "return {{ key = 'color', value = 'red', priority = 'high' }}"
    ),
    ("return {{ key = 'colr', value = 'red' }}", "return {{ key = 'color', value = 'red' }}"),
    // One error hides the other.
    ("return {{ key = 'colr', vlue = 'red' }}", "return {{ key = 'color', value = 'red' }}"),
    ("return {{ key = 'color', value = 'rde' }}", "return {{ key = 'color', value = 'red' }}"),
    (
      "return {{ key = 'color', value = function(c) return c.title == '' and 'grey' or 'red' end }}",
      "return {{ key = 'color', value = function(c) return c.title == '' and 'gray' or 'red' end }}"
    ),
    (
      rule(when: "string.uper(c.title) == 'x'"), rule(when: "string.upper(c.title) == 'x'")
    ),
    (rule(when: "c.title:uper() == 'x'"), rule(when: "c.title:upper() == 'x'")),
    // The second one is found only when the first one is corrected.
    (
      "return {\n{ key = 'colr', value = 'red' },\n{ key = 'colr', when = { title = '' }, value = 'red' },\n}",
      "return {\n{ key = 'color', value = 'red' },\n{ key = 'color', when = { title = '' }, value = 'red' },\n}"
    ),
  ]

  @Test(arguments: unsafe)
  func `an unsafe correction is applied only when that is wanted`(
    before: String, after: String
  ) throws {
    #expect(try Self.corrected(before) == after)
    #expect(try Self.corrected(before, unsafe: false) == before)
  }

  private static let uncertain: [String] = [
    // Which of the two is wrong is not certain from the line.
    rule(when: "c.order.titel == c.todo.titel"),
    // A local variable would not be visible in the function before it.
    "local function f() return n end\nn = 1\n\(rule(when: "f() == n"))",
    // Only inside the block.
    "if 1 then\n  n = 1\nend\n\(rule(when: "c.todo == n"))",
    rule(when: "c.todo.priority == \"hi\\104g\""),
    // The function would not be the local variable inside itself.
    "fact = function(n) return n < 2 and 1 or n * fact(n - 1) end\n\(rule(when: "fact(3) == 6"))",
    // The reason of the author, and what other tools read.
    rule(when: "c.todo", end: " -- check: ignore tie - the watch wins"),
    rule(when: "c.todo", end: " -- check: ignore tie: the watch wins"),
    rule(when: "c.todo == null", end: " -- check: ignore null-comparison the nul-comparison"),
    rule(when: "c.todo", end: " -- check: ignore tie; luacheck: ignore 211"),
    rule(when: "c.todo == null", end: " -- check: ignore null-comparison, qwertz"),
    // Perhaps intended.
    "return {{ key = 'todo.titel', value = 'x' }}",
  ]

  @Test(arguments: uncertain)
  func `what is not certain stays`(text: String) throws {
    #expect(try Self.corrected(text) == text)
  }

  @Test(arguments: ["\r\n", "\n"], ["", "\u{FEFF}"])
  func `line ends, a byte order mark and wide characters stay`(end: String, mark: String) throws {
    func text(_ title: String, _ comment: String) -> String {
      let lines = [
        "return {", "  -- größer 😀\t", "",
        "\t{ key = 'title', when = function(c) return '😀' == c.todo.\(title) end, value = 'é' },\(comment)",
        "}",
      ]
      return mark + lines.joined(separator: end)
    }
    #expect(try Self.corrected(text("titel", " -- check: ignore tie")) == text("title", ""))
  }

  @Test func `a comment is removed only if nothing more can be found with it`() throws {
    func text(_ code: String) -> String { "return {} -- check: ignore \(code)\n" }
    for code in ["tie", "unknown-key", "undeclared-key"] {
      #expect(try Self.corrections(text(code), ofProject: false).files.isEmpty, "\(code)")
      #expect(try Self.corrections(text(code)).files.count == 1, "\(code)")
    }
    #expect(try Self.corrections(text("null-comparison"), ofProject: false).files.count == 1)
  }

  @Test func `levels hide no harm`() throws {
    let project = try ProjectFile(
      json: #"{ "findings": { "undefined-global": "off" } }"#, path: "luarules.json")
    let text = "f = function(n) return n < 2 and 1 or f(n - 1) end\n\(Self.rule(when: "f(3) == 1"))"
    #expect(try Self.corrections(text, levels: project.findings).files.isEmpty)
  }

  @Test func `one bad correction refuses no others`() throws {
    let locals = (1...199).map { "local v\($0) = 1\n" }.joined()
    let text = "\(locals)n = 1\nm = 1\n\(Self.rule(when: "c.todo == n or c.todo == m"))"
    let corrections = try Self.corrections(
      text, ["rules/b.lua": "k = 1\n\(Self.rule(when: "c.todo == k"))"], unsafe: false)
    #expect(corrections.files.map(\.path) == ["rules/a.lua", "rules/b.lua"])
    #expect(corrections.corrected.count == 2)
    #expect(corrections.refused.count == 1)
  }

  @Test func `an error in another file refuses a correction`() throws {
    let module = """
      local function f(c) return c.todo.titel end
      return { f = f, title = f({ todo = { titel = 'x' } }) }
      """
    let files = ["rules/lib/m.lua": module]
    func requiring(_ condition: String) -> String {
      "local m = require('m')\nassert(\(condition))\nreturn {{ key = 'title', when = m.f, value = 'x' }}"
    }
    let good = try Self.corrections(requiring("m"), files)
    #expect(good.files.map(\.path) == ["rules/lib/m.lua"])
    let bad = try Self.corrections(requiring("m.title"), files)
    #expect(bad.files.isEmpty)
    #expect(bad.refused.first?.reason.hasPrefix("the file would not load: ") == true)
  }

  @Test func `a file that would not load is left as it is, and told`() throws {
    // One more local variable than Lua allows in a function.
    let locals = (1...200).map { "local v\($0) = 1\n" }.joined()
    let text = "\(locals)_x = 1\nn = 1\n\(Self.rule(when: "c.todo == n"))"
    let corrections = try Self.corrections(text, unsafe: false)
    #expect(corrections.files.isEmpty)
    #expect(corrections.corrected.isEmpty)
    let refusal = try #require(corrections.refused.first)
    #expect(refusal.finding.code == .globalVariable)
    #expect(refusal.reason.hasPrefix("the file would not load: "))
  }

  @Test func `a global without a value stays undefined`() throws {
    #expect(try Self.corrections("n = nil\n\(Self.rule(when: "n"))", unsafe: false).files.isEmpty)
    #expect(try Self.corrections("n = 1\n\(Self.rule(when: "n"))", unsafe: false).files.count == 1)
  }

  @Test func `the columns and the replacement are those of the correction`() throws {
    let text = Self.rule(when: "'titel' == c.todo.titel or c.todo.priority == 'hihg'")
    let schema = try RuleSchema(json: Self.schema)
    let check = try RuleCheck(RuleSource(text: text, name: "a.lua"), schema: schema)
    let line = text.split(separator: "\n")[1]
    let replaced = check.findings.map { finding in
      let columns = finding.columns.map { $0.start - 1..<$0.end - 1 } ?? 0..<0
      return
        "\(line.prefix(columns.upperBound).suffix(columns.count + 1)) \(finding.replacement ?? "")"
    }
    #expect(replaced == [".titel title", " 'hihg' 'high'"])
  }

  @Test func `what is left is in the check`() throws {
    let corrections = try Self.corrections(Self.rule(when: "c.todo.titel > 3"))
    #expect(corrections.corrected.map(\.code) == [.unknownMember])
    #expect(corrections.check.findings.map(\.code) == [.impossibleComparison])
  }
}
