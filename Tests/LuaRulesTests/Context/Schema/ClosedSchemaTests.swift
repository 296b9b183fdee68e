import LuaRules
import Testing

private enum CustomerKey: DynamicEnvironmentKey { static let defaultValue = "" }

struct ClosedSchemaTests {
  private static let open = RuleSchema(keys: CustomerKey.self)
  private static var closed: RuleSchema {
    var schema = open
    schema.isClosed = true
    return schema
  }

  private static func context(_ schema: RuleSchema) throws -> RuleContext {
    RuleContext(
      try RuleModel(
        text: "return {{ key = 'customer', value = function(c) return c.region end },"
          + "{ key = 'region', value = 'north' }, { key = 'order.risk', value = 1 }}",
        schema: schema))
  }

  @Test func `a name that is neither declared nor assigned is an error of a closed schema`() throws
  {
    var context = try Self.context(Self.closed)
    let error = #expect(throws: RuleError.self) {
      try context.setValues(json: #"{"custommer": "Ann"}"#, name: "order.json")
    }
    #expect(
      error?.description == """
        order.json: error: the context sets `custommer`, which is neither declared nor known to \
        any rule [bad-context]
          hint: did you mean `customer`?
        """)
    #expect(throws: RuleError.self) { try context.setValue(json: "1", for: "zzz") }
    #expect(context.setNames == [])
  }

  @Test func `what rules assign can be set`() throws {
    var context = try Self.context(Self.closed)
    try context.setValues(json: #"{"customer": "Ann", "region": "south", "order": {}}"#)
    #expect(context.setNames == ["customer", "order", "region"])
  }

  @Test func `an open schema takes any name`() throws {
    var context = try Self.context(Self.open)
    try context.setValues(json: #"{"custommer": "Ann"}"#)
    #expect(context.setNames == ["custommer"])
  }

  @Test func `JSON Schema says whether it is closed`() throws {
    let text = Self.closed.json()
    #expect(text.contains("\"additionalProperties\": false"))
    #expect(try RuleSchema(json: text).isClosed)
    #expect(try !RuleSchema(json: Self.open.json()).isClosed)
    #expect(try Self.context(try RuleSchema(json: text)).model.schema.isClosed)
  }
}
