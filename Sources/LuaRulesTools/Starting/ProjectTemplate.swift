/// The files of a new folder of rules.
public enum ProjectTemplate {
  /// A file, by its name in the folder.
  public struct File: Sendable {
    /// The name.
    public let name: String
    /// The content.
    public let text: String
  }

  /// A project file, rules, their tests, and a schema.
  public static let files = [
    File(name: ProjectFile.name, text: project), File(name: "app.schema.json", text: schema),
    File(name: "todo.lua", text: rules), File(name: "todo.test.lua", text: tests),
  ]

  private static let project = """
    {
      "rules": ["."],
      "schema": "app.schema.json"
    }

    """

  private static let schema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {
        "todo": {
          "description": "What the row shows.",
          "type": "object",
          "properties": {
            "title": { "type": "string" },
            "priority": { "enum": ["low", "normal", "high"] }
          },
          "required": ["title", "priority"],
          "additionalProperties": false,
          "default": { "title": "Buy beer", "priority": "low" }
        },
        "fancyColor": {
          "description": "The color of the row.",
          "enum": ["gray", "red", "black"],
          "default": "black"
        },
        "title": { "type": "string", "default": "" },
        "navigationBarTitle": { "type": "string", "default": "" }
      }
    }

    """

  private static let rules = """
    --- Rules for the rows of a list of things to do.

    ---@type Rules
    return {
      { key = "fancyColor", rules = {
        { when = { todo = { priority = "high" } }, value = "red" },
        { when = function(c) return c.todo.priority == "low" end, value = "gray" },
      } },

      { key = "title", when = { todo = { title = "IMPORTANT" } }, value = "Can wait." },
      { key = "title", value = function(c) return c.todo.title end },
      { key = "navigationBarTitle", value = function(c) return c.title end },
    }

    """

  private static let tests = """
    --- Tests for todo.lua.

    ---@type RuleTests
    return {
      {
        "high priority is red",
        context = { todo = { title = "Tea", priority = "high" } },
        expect = { fancyColor = "red" },
      },
      {
        "normal priority has no color of its own",
        context = { todo = { title = "Tea", priority = "normal" } },
        expect = { fancyColor = "black" },
      },
      {
        "the bar shows the title",
        context = { todo = { title = "IMPORTANT", priority = "low" } },
        expect = { title = "Can wait.", navigationBarTitle = "Can wait." },
      },
    }

    """
}
