#if Macros
  import LuaRules
  import LuaRulesMacros
  import Testing

  @Suite struct RuleKeyTests {
    private func context(_ rules: String) throws -> RuleContext {
      RuleContext(
        try RuleModel(
          sources: [RuleSource(text: "return {\n\(rules)\n}", name: "rules.lua")],
          schema: RuleContext.ruleKeys))
    }

    @Test func `an accessor asks, and sets`() throws {
      var context = try context(
        """
        { key = "tint", when = function(c) return c.chore.isUrgent end, value = "high" },
        { key = "retries", value = function(c) return c.retries end, when = false },
        """)
      #expect(context.tint == .low)
      context.chore = Chore(title: "a")
      #expect(context.tint == .low)
      context.chore?.level = .high
      #expect(context.tint == .high)
      context.tint = .low
      #expect(context.tint == .low)
      #expect(context.setNames == ["chore", "tint"])
    }

    @Test func `the default is what stands there, or nil`() throws {
      let context = try context("")
      #expect(context.retries == 3)
      #expect(context.chore == nil)
      #expect(context.holder == nil)
      #expect(context.password == "")
    }

    @Test func `a key has its name, or the one that is given`() {
      #expect(RuleContext.choreKey.name == "chore")
      #expect(RuleContext.currentMachineKey.name == "machine")
      #expect(RuleContext.personStatusKey.name == "person.status")
      #expect(RuleContext.tintKey == RuleKey("tint", default: Level.low))
      #expect(RuleContext.tintKey.defaultValue == .low)
    }

    @Test func `a key is described by the first paragraph of its comment`() {
      #expect(RuleContext.tintKey.description == "The \"color\" of its row.")
      #expect(RuleContext.retriesKey.description == nil)
      #expect(
        RuleContext.ruleKeys.json().contains(#""description": "The chore that is asked about.""#))
    }

    @Test func `a secret key is one`() {
      #expect(RuleContext.passwordKey.isSecret)
      #expect(!RuleContext.tintKey.isSecret)
    }

    @Test func `the keys of an extension make a schema`() throws {
      #expect(
        RuleContext.ruleKeys.names == [
          "anything", "chore", "holder", "machine", "pair", "password", "person.status", "retries",
          "screen", "tint", "wrapped",
        ])
      #expect(RuleContext.exportedKeys.names == ["exported", "own"])
      let error = try #require(throws: RuleError.self) {
        try context("{ key = \"tint\", value = \"hgh\" },")
      }
      #expect(error.hint == "did you mean \"high\"?")
    }

    @Test func `accessors work wherever paths do`() throws {
      let context = try context("{ key = \"tint\", value = \"high\" },")
      #expect(try context.value(for: \.tint) == .high)
      #expect(try context.value(for: RuleContext.tintKey) == .high)
      #expect(try context.value(for: \.chore?.title) == nil)
      #expect(RuleSchema(\.tint, \.exported).names == ["exported", "tint"])
      #expect(context.with(\.retries, 5).retries == 5)
      let environment = RuleEnvironment(context.model).with(\.retries, 7)
      #expect(environment[\.retries] == 7)
      #expect(environment.retries == 7)
    }
  }
#endif
