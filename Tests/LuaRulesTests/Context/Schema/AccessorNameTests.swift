import LuaRules
import Testing

private struct OrderStateKey: DynamicEnvironmentKey { static let defaultValue = "new" }
private struct CountKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct LabelKey: DynamicEnvironmentKey { static let defaultValue = "" }

extension DynamicEnvironmentPaths {
  fileprivate var status: String {
    get { self[dynamic: OrderStateKey.self] }
    set { self[dynamic: OrderStateKey.self] = newValue }
  }
  fileprivate var count: Int { self[dynamic: CountKey.self] }
  fileprivate var title: String { self[dynamic: RuleKey(literal: "order.title", default: "")] }
  fileprivate var label: String { self[dynamic: LabelKey.self] }
}

/// A key may have another name than the property that asks it.
@Suite struct AccessorNameTests {
  private static let schema = RuleSchema(\.status, \.count, \.title, \.label)

  @Test(arguments: [true, false])
  func `a rule for the property is refused with the name of its key`(isExported: Bool) throws {
    let schema = isExported ? try RuleSchema(json: Self.schema.json()) : Self.schema
    let error = #expect(throws: RuleError.self) {
      try RuleModel(
        sources: [
          RuleSource(text: #"return { { key = "status", value = "paid" } }"#, name: "order.lua")
        ],
        schema: schema)
    }
    #expect(
      error?.description == """
        order.lua:1: error: the key `status` is neither declared nor read by any rule [unused-key]
          hint: the program's property `status` asks the key `orderState`
        """)
  }

  @Test func `a rule that reads the property gets a hint, too`() throws {
    let source = RuleSource(
      text: #"return { { key = "label", value = function(c) return c.status end } }"#)
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [source], schema: Self.schema)
    }
    #expect(
      error?.description == """
        rules.lua:1: error: unknown key `status` [unknown-key]
          hint: the program's property `status` asks the key `orderState`
        """)
    var options = RuleOptions()
    options.unusedKeys = .warn
    let model = try RuleModel(sources: [source], schema: Self.schema, options: options)
    let asked = #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.label) }
    #expect(asked?.hint == "did you mean `orderState`?")
  }

  @Test func `only other names are exported`() {
    let json = Self.schema.json()
    #expect(json.contains(#""x-accessor": "status""#))
    #expect(json.contains(#""x-accessor": "title""#))
    #expect(!json.contains(#""x-accessor": "count""#))
    #expect(!RuleSchema(keys: OrderStateKey.self).json().contains("x-accessor"))
  }

  @Test func `the key works under its own name`() throws {
    let model = try RuleModel(
      sources: [RuleSource(text: #"return { { key = "orderState", value = "paid" } }"#)],
      schema: Self.schema)
    var context = RuleContext(model)
    #expect(context.status == "paid")
    context.status = "sent"
    #expect(context.status == "sent")
    #expect(context.aliasing(\.label, to: \.status).label == "sent")
  }
}
