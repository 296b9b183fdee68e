import LuaBridge
import LuaRules
import Testing

struct LuaTextTests {
  @Test(arguments: [
    ("Movie", #""Movie""#),
    (#"a "quoted" \ word"#, #""a \"quoted\" \\ word""#),
    ("two\nlines\tand\r", #""two\nlines\tand\r""#),
    ("\u{0}1\u{7F}", #""\0001\127""#),
    ("größer", #""größer""#),
  ])
  func `a string literal is what Lua reads back`(text: String, literal: String) throws {
    #expect(LuaText.quoted(text) == literal)
    let model = try RuleModel(text: "return { { key = \"text\", value = \(literal) } }")
    #expect(try RuleContext(model).value(for: RuleKey("text", default: "")) == text)
  }

  @Test(arguments: [
    ("todo", true), ("_1", true), ("and", false), ("1st", false), ("", false), ("a-b", false),
    ("größe", false), ("And", true),
  ])
  func `names are what Lua takes for names`(text: String, isName: Bool) {
    #expect(LuaText.isName(text) == isName)
  }
}
