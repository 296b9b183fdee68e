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
    _ text: String, unsafe: Bool = true
  ) throws -> RuleCorrections {
    let schema = try RuleSchema(json: schema)
    return try RuleCorrections(
      includingUnsafe: unsafe, in: TextFiles(["rules/a.lua": text])
    ) { files in
      var options = RuleOptions()
      options.fileSystem = files
      return try RuleCheck(RuleSource(path: "rules"), schema: schema, options: options)
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
    (
      rule(when: "c.todo", end: "  --check: ignore tie: the first wins"), rule(when: "c.todo")
    ),
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
    ("return {{ key = 'color', value = 'rde' }}", "return {{ key = 'color', value = 'red' }}"),
    (
      "return {{ key = 'color', value = function(c) return c.title == '' and 'grey' or 'red' end }}",
      "return {{ key = 'color', value = function(c) return c.title == '' and 'gray' or 'red' end }}"
    ),
    (
      rule(when: "string.uper(c.title) == 'x'"), rule(when: "string.upper(c.title) == 'x'")
    ),
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

  @Test func `what is left is in the check`() throws {
    let corrections = try Self.corrections(Self.rule(when: "c.todo.titel > 3"))
    #expect(corrections.corrected.map(\.code) == [.unknownMember])
    #expect(corrections.check.findings.map(\.code) == [.impossibleComparison])
  }
}
