import Foundation
import LuaRules
import Testing

@testable import LuaRulesTools

struct RuleAnnotationsTests {
  @Test func `without a schema the annotations are those that are shipped`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shipped = try String(contentsOf: root.appending(path: "lua/luarules.lua"), encoding: .utf8)
    #expect(AnnotationParts.open.text == shipped)
  }

  @Test func `every field of a test, and of a file of tests, is annotated`() {
    let classes = AnnotationParts.open.text.split(separator: "---@class ")
    for (name, fields) in [
      ("RuleTest\n", RuleTestReader.testFields), ("RuleTests\n", RuleTestReader.fileFields),
    ] {
      let annotated = classes.first { $0.hasPrefix(name) }?.matches(of: /---@field (\w+)\?/)
        .map { String($0.1) }
      #expect(annotated?.sorted() == fields)
    }
  }

  @Test func `keys, members, enumerations and host functions are annotated`() throws {
    let schema = try RuleSchema(
      json: """
        { "properties": {
            "todo": { "description": "What is\\nto do.", "anyOf": [ { "$ref": "#/$defs/Todo" }, { "type": "null" } ] },
            "others": { "type": "array", "items": { "$ref": "#/$defs/Todo" } },
            "color": { "enum": ["gray", "red"], "default": "gray" },
            "level": { "enum": [1, 2] },
            "size": { "type": "number", "default": 1.5 },
            "count": { "type": "integer" },
            "due": { "type": "string", "format": "date-time" },
            "byName": { "type": "object", "additionalProperties": { "type": "boolean" } },
            "odd name": { "type": "string" },
            "rule": { "type": "object", "properties": { "x": {} } },
            "token": { "type": "string", "default": "hunter2", "writeOnly": true } },
          "$defs": { "Todo": { "title": "Todo", "type": "object", "additionalProperties": false,
            "properties": { "title": { "type": "string", "description": "The title." },
              "colors": { "type": "array", "items": { "enum": ["a", "b"] } } } } },
          "x-host": { "greeting": {}, "a b": {}, "rate": {
            "parameters": [{ "x-opaque": "RuleContext" }, { "$ref": "#/$defs/Todo" }],
            "result": { "type": ["number", "null"] } } } }
        """)
    let text = try RuleAnnotations(schema, assignedKeys: ["title", "color", "person.status"]).text
    for line in [
      "---@field byName table<string, boolean>",
      "---@field color \"gray\" | \"red\" Default: `\"gray\"`.",
      "---@field count integer", "---@field due number", "---@field level 1 | 2",
      "---@field [\"odd name\"] string", "---@field others Todo[]", "---@field person any",
      "---@field rule Rule_", "---@field size number Default: `1.5`.", "---@field title any",
      "---@field todo Todo? What is to do.", "---@field token string", "---@class Rule_",
      "---@field [string] any", "---@class Todo", "---@field colors (\"a\" | \"b\")[]",
      "---@field title string The title.", "---@class Host",
      "---@field greeting fun(...: any): any",
      "---@field [\"a b\"] fun(...: any): any",
      "---@field rate fun(argument1: Context, argument2: Todo): number?",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    #expect(text.matches(of: /---@class Todo\n/).count == 1)
    #expect(text.contains("---@field key? Key "))
    #expect(!text.contains("hunter2"))
    #expect(text.hasPrefix("---@meta"))
    // It is Lua, though no rule file.
    let error = try #require(throws: RuleError.self) { try RuleModel(text: text) }
    #expect(error.code == .noRules)
  }

  @Test func `what rules answer for alone makes keys, too`() throws {
    let text = try RuleAnnotations(RuleSchema(), assignedKeys: ["b", "a"]).text
    #expect(text.contains("---@class Context\n---@field a any\n---@field b any\n\n"))
    #expect(text.contains("---@alias Key \"a\" | \"b\" | string\n"))
    #expect(text.contains("---@type table<string, fun(...: any): any>\nhost = {}"))
  }
}
