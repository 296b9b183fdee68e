import LuaRules
import Testing

/// Contexts that cannot be read, and hold what is nobody's business.
struct UnreadableContextTests {
  private static let secret = "hunter2"

  static let texts = [
    "password=hunter2", "hunter2", #"{"a": hunter2}"#, #"{"a": 1 hunter2}"#, #"{"hunter2" 1}"#,
    #"{"hunter2": 1, "hunter2": 2}"#, #"{hunter2: 1}"#, #"{"a": "hunter2"#, "{\"a\": \"hunter2\n",
    #"{"a": "hunter2\q"}"#, #"{"a": 1}hunter2"#, #"["hunter2"]"#, #""hunter2""#,
    #"{"a": nhunter2}"#,
    #"{"a": "\uhunter2"}"#, #"{"a": "hunter2",}"#, #"{"a": -hunter2}"#, #"{"a": 1ehunter2}"#,
  ]

  @Test(arguments: texts)
  func `the error tells the place and nothing of the text`(text: String) {
    var context = RuleContext(.empty)
    for name in [nil, "context.json"] {
      let error = #expect(throws: RuleError.self) {
        try context.setValues(json: text, name: name)
      }
      #expect(error?.code == .badContext)
      #expect(error?.description.contains("unter") == false, "\(String(describing: error))")
    }
    let isReadable = text.hasPrefix("[") || text.hasPrefix("\"")
    guard !isReadable else { return }
    let error = #expect(throws: RuleError.self) { try context.setValue(json: text, for: "key") }
    #expect(error?.description.contains("unter") == false)
  }

  @Test func `what was expected is told, with its place`() {
    var context = RuleContext(.empty)
    let error = #expect(throws: RuleError.self) {
      try context.setValues(json: "{\n  \"a\": hunter2\n}", name: "c.json")
    }
    #expect(
      error?.description
        == "c.json:2: error: the context is not JSON: column 8: expected a value, got something "
        + "else [bad-context]")
  }

  @Test func `a text in place of an object with secrets is not shown`() throws {
    let schema = try RuleSchema(
      json: """
        {"properties":{"list":{"type":"array","items":{"type":"object","properties":{
        "token":{"type":"string","writeOnly":true}}}}}}
        """)
    for json in [#""{token: hunter2}""#, #"["{token: hunter2}"]"#] {
      var context = RuleContext(try RuleModel(text: "return {}", schema: schema))
      let error = #expect(throws: RuleError.self) {
        try context.setValue(json: json, for: "list")
      }
      #expect(error?.message.contains("is •••; expected") == true)
    }
  }
}
