import LuaRules
import LuaRulesTools
import Testing

struct ProjectTemplateTests {
  private static func text(_ name: String) throws -> String {
    try #require(ProjectTemplate.files.first { $0.name == name }).text
  }

  @Test func `the project names what is there`() throws {
    let project = try ProjectFile(json: Self.text("luarules.json"), path: "luarules.json")
    #expect(project.rules == ["."])
    #expect(project.schema == "app.schema.json")
  }

  @Test func `the rules fit the schema, and the tests say what they answer`() throws {
    let schema = try RuleSchema(json: Self.text("app.schema.json"))
    let model = try RuleModel(text: Self.text("todo.lua"), name: "todo.lua", schema: schema)
    // The tests are a table, of which these rules hand out the parts.
    let reader = RuleContext(
      try RuleModel(
        sources: [
          RuleSource(
            text: """
              local rules = { { key = "count", value = #require "tests" } }
              for number, test in ipairs(require "tests") do
                table.insert(rules, { key = "todo" .. number, value = test.context.todo })
                table.insert(rules, { key = "expect" .. number, value = test.expect })
              end
              return rules
              """, modules: ["tests": try Self.text("todo.test.lua")])
        ]))
    for number in 1...(try reader.value(at: "count", as: Int.self)) {
      var context = RuleContext(model)
      try context.setValue(json: reader.json(at: "todo\(number)"), for: "todo")
      let expected = try reader.value(at: "expect\(number)", as: [String: String].self)
      #expect(!expected.isEmpty)
      for (key, value) in expected {
        #expect(try context.value(at: key, as: String.self) == value)
      }
    }
  }
}
