import LuaRules
import LuaRulesTools
import Testing

struct RuleGraphTests {
  private static func graph() throws -> RuleGraph {
    try RuleGraph(
      RuleModel(
        text: """
          return {
            { key = "title", value = function(c) return c.todo.title .. c.todo.state end },
            { key = "todo.state", when = { platform = "watch" }, value = "small", name = "a \\"name\\"" },
            { key = "bar", value = function(c) return c.title end },
          }
          """, name: "r.lua"))
  }

  @Test func `arrows lead from what is read over the rule to its key`() throws {
    #expect(
      try Self.graph().dot() == #"""
        digraph rules {
          rankdir=LR;
          node [fontname="sans-serif"];
          k0 [label="bar", shape=box, style="rounded,bold"];
          k1 [label="platform", shape=box, style=rounded];
          k2 [label="title", shape=box, style="rounded,bold"];
          k3 [label="todo", shape=box, style=rounded];
          k4 [label="todo.state", shape=box, style="rounded,bold"];
          r0 [label="r.lua:4", shape=note];
          k2 -> r0;
          r0 -> k0;
          r1 [label="r.lua:2", shape=note];
          k3 -> r1 [label="title"];
          k4 -> r1;
          r1 -> k2;
          r2 [label="a \"name\" (r.lua:3)", shape=note];
          k1 -> r2;
          r2 -> k4;
        }

        """#)
  }

  @Test func `without rules arrows lead from key to key`() throws {
    #expect(
      try Self.graph().mermaid(isWithRules: false) == """
        flowchart LR
          k0(["bar"])
          k1["platform"]
          k2(["title"])
          k3["todo"]
          k4(["todo.state"])
          k2 --> k0
          k3 --> k2
          k4 --> k2
          k1 --> k4

        """)
    #expect(try Self.graph().dot(isWithRules: false).contains("  k1 -> k4;\n}\n"))
  }

  @Test(arguments: [
    (#"a \" b"#, #"a \" b"#), (#"\"\u{301}=1 URL=<x> b=\""#, "\\\"\u{301}=1 URL=<x> b=\\\""),
    (#"back\\slash\\N"#, #"back\\slash\\N"#), ("&lt;b> &#27;", "&amp;lt;b> &amp;#27;"),
  ])
  func `Graphviz gets no signs of its own from names`(name: String, label: String) throws {
    let rule = "return { { key = \"k\", value = 1, name = \"\(name)\" } }"
    let text = try RuleGraph(RuleModel(text: rule, name: "r.lua")).dot()
    #expect(text.contains("  r0 [label=\"\(label) (r.lua:1)\", shape=note];\n"))
  }

  @Test func `Mermaid gets no signs of its own from names`() throws {
    let text = try Self.graph().mermaid()
    #expect(text.contains("  r2>\"a #34;name#34; (r.lua:3)\"]\n"))
    #expect(text.contains("  k3 -->|\"title\"| r1\n"))
  }

  @Test func `a model without rules is an empty drawing`() throws {
    #expect(try RuleGraph(.empty).mermaid() == "flowchart LR\n")
  }
}
