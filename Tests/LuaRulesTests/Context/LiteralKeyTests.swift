import LuaRules
import Testing

/// A color.
private struct LiteralColorKey: DynamicEnvironmentKey {
  static let defaultValue = "none"
  static let description = "The color of a row."
}

private struct PlainKey: DynamicEnvironmentKey {
  static let defaultValue = 0
}

extension DynamicEnvironmentPaths {
  fileprivate var literalCount: Int {
    get { self[dynamic: Self.literalCountKey] }
    set { self[dynamic: Self.literalCountKey] = newValue }
  }
  fileprivate static var literalCountKey: RuleKey<Int> {
    RuleKey(literal: "literalCount", default: 3, description: "How many.")
  }
}

private struct Box<Content> {
  var content: Content
}
extension Box: RuleObject {
  static var ruleMembers: RuleMembers<Box> {
    .kept(for: Box.self) { [.init("content", \.content, description: "What is inside.")] }
  }
}

@Suite struct LiteralKeyTests {
  @Test func `a key with a literal name is the key with that name`() throws {
    let key = RuleKey(literal: "literalCount", default: 3)
    #expect(key == RuleKey("literalCount", default: 0))
    #expect((key.name, key.defaultValue, key.isSecret) == ("literalCount", 3, false))
    #expect(RuleKey(literal: "k", default: 0).name == "k")
    var context = RuleContext(.empty)
    context[dynamic: RuleKey("literalCount", default: 0)] = 9
    #expect(context.literalCount == 9)
    context.literalCount = 10
    #expect(context[dynamic: RuleKey("literalCount", default: 0)] == 10)
  }

  @Test func `an accessor that makes its key asks, and sets`() throws {
    var context = RuleContext(
      try model("{ key = \"literalCount\", when = { on = true }, value = 5 },"))
    #expect(context.literalCount == 3)
    context["on"] = true
    #expect(context.literalCount == 5)
    context.literalCount = 7
    #expect(context.literalCount == 7)
    #expect(context.setNames == ["literalCount", "on"])
  }

  @Test func `a schema of keys has their descriptions`() throws {
    let schema = RuleSchema(
      RuleContext.literalCountKey, RuleKey("other", default: "", description: "Another."),
      RuleKey(LiteralColorKey.self))
    #expect(schema.names == ["literalColor", "literalCount", "other"])
    let json = schema.json()
    for text in ["How many.", "Another.", "The color of a row."] {
      #expect(json.contains("\"description\": \"\(text)\""), "\(text)")
    }
    #expect(try RuleSchema(json: json).json() == json)
  }

  @Test func `a key that is not described has no description`() {
    #expect(RuleKey(LiteralColorKey.self).description == "The color of a row.")
    #expect(RuleKey(PlainKey.self).description == nil)
    #expect(!RuleSchema(RuleKey(PlainKey.self)).json().contains("description"))
  }

  @Test func `the list of a generic type is made once for each of its types`() {
    #expect(Box<Int>.ruleMembers["content"]?.valueType == Int.self)
    #expect(Box<String>.ruleMembers["content"]?.valueType == String.self)
    #expect(Box<Int>.ruleMembers["content"]?.description == "What is inside.")
    var count = 0
    for _ in 0..<2 {
      _ = RuleMembers<Box<Bool>>.kept(for: Box<Bool>.self) {
        count += 1
        return []
      }
    }
    #expect(count == 1)
    #expect(RuleSchema(RuleKey("box", default: Box(content: 1))).json().contains("What is inside."))
  }
}
