#if Macros
  import LuaRules
  import LuaRulesMacros
  import Testing

  @Suite struct RulesTests {
    @Test func `rules are called by their lines`() throws {
      let first = #line + 2
      let model = #rules(
        \.chore?.level == .high => \.tint <= .high,  // the first
        \.chore?.title == "x"
          => [
            \.retries <= 7,
            (\.tint <= .low).named("named"),
          ],
        \.retries <= { context in context.retries > 2 ? 1 : nil },
      )
      var context = RuleContext(model)
      context.chore = Chore(title: "x")
      #expect(context.retries == 7)
      #expect(context.tint == .low)
      let explanation = context.explain(\.retries).description
      let file = "LuaRulesMacrosTests/RulesTests.swift"
      #expect(explanation.contains("by the rule at \(file):\(first + 3)"), "\(explanation)")
      #expect(explanation.contains("\(file):\(first + 6): not reached"), "\(explanation)")
      let tint = context.explain(\.tint).description
      #expect(tint.contains("\(file):\(first): not matched"), "\(tint)")
      #expect(tint.contains("\(file):\(first + 4) `named`: won"), "\(tint)")
    }

    @Test func `each rule gets its line, also in a list`() {
      expectExpansion(
        of: """
          let defaults = #rules(
            \\.a == 1 => \\.b <= 2,  // one
            // two
            \\.c => [\\.d <= "é", [
              \\.e <= 3]],
          )
          """,
        """
        let defaults = LuaRules.RuleModel([LuaRules.SwiftRule(line: 2, \\.a == 1 => \\.b <= 2), \
        LuaRules.SwiftRule(line: 4, \\.c => [LuaRules.SwiftRule(line: 4, \\.d <= "é"), \
        LuaRules.SwiftRule(line: 4, [LuaRules.SwiftRule(line: 5, \\.e <= 3)])])], \
        file: "TestModule/test.swift")
        """)
      expectExpansion(
        of: "let lists = #rules(\\.a == 1 => \\.b <= [1, 2], \\.c <= [\"d\"])",
        """
        let lists = LuaRules.RuleModel([LuaRules.SwiftRule(line: 1, \\.a == 1 => \\.b <= [1, 2]), \
        LuaRules.SwiftRule(line: 1, \\.c <= ["d"])], file: "TestModule/test.swift")
        """)
      expectExpansion(
        of: "let none = #rules()",
        "let none = LuaRules.RuleModel([], file: \"TestModule/test.swift\")")
    }
  }
#endif
