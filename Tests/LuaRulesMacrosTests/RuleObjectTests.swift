#if Macros
  import LuaRules
  import LuaRulesMacros
  import Testing

  @Suite struct RuleObjectMacroTests {
    /// Returns what a rule sees behind a path.
    private func seen(_ expression: String, _ change: (inout RuleContext) -> Void) throws -> String
    {
      var context = RuleContext(
        try RuleModel(
          sources: [
            RuleSource(
              text:
                "return {{ key = \"k\", value = function(c) return tostring(\(expression)) end }}")
          ], schema: RuleContext.ruleKeys))
      change(&context)
      return try context.value(at: "k", as: String.self)
    }

    @Test func `what is declared is listed, unless it is private or hidden`() {
      #expect(
        Chore.ruleMembers.names == [
          "area", "code", "dates", "default", "due", "email", "end", "height", "hours", "isFor",
          "isUrgent",
          "level", "observed", "owner", "phase", "rank", "readable", "rest", "shown", "title",
          "width",
        ])
    }

    @Test(arguments: [
      ("c.chore.title", "sweep"), ("c.chore.level", "high"), ("c.chore.phase", "done"),
      ("c.chore.owner.name", "Ann"), ("c.chore.isUrgent", "true"), ("c.chore.area", "12"),
      ("c.chore.width", "3"), ("c.chore.due", "nil"), ("c.chore[\"end\"]", "9"),
      ("c.chore.email", "a@b.c"), ("c.chore.shown", "shown"), ("c.chore.hours", "2"),
      ("c.chore.isFor(\"Ann\")", "true"), ("c.chore.isFor(\"Ann\", \"low\")", "false"),
      ("c.chore.rest(5)", "4"), ("c.chore.default", "d"), ("#c.chore.dates", "0"),
      ("c.chore.observed", "1"),
    ])
    func `rules read members`(expression: String, value: String) throws {
      var chore = Chore(title: "sweep")
      chore.level = .high
      chore.phase = .done
      chore.rank = 16
      chore.owner = Chore.Person(name: "Ann")
      #expect(try seen(expression) { $0.chore = chore } == value)
    }

    @Test(arguments: [
      ("c.machine.name", "saw"), ("c.machine.isBig", "true"), ("c.machine.parts[1]", "wheel"),
      ("c.machine == c.machine", "true"), ("c.machine.speed(3)", "30"),
    ])
    func `a class and its subclasses have one list`(expression: String, value: String) throws {
      #expect(try seen(expression) { $0.currentMachine = Engine(name: "saw") } == value)
    }

    @Test func `a generic type has a list for each of its types, made once`() throws {
      #expect(try seen("c.pair.text") { $0.pair = Pair(first: 1, second: "b") } == "1, b")
      #expect(try seen("c.pair.first") { $0.pair = Pair(first: 1, second: "b") } == "1")
      #expect(try seen("c.pair.starts(2)") { $0.pair = Pair(first: 1, second: "b") } == "2, 1")
      #expect(try seen("c.holder.content") { $0.holder = Holder(.high) } == "high")
      #expect(try seen("c.anything.content") { _ in } == "5")
      #expect(try seen("c.wrapped.list[1]") { _ in } == "high")
      #expect(Pair<Int, Int>.ruleMembers["first"]?.valueType == Int.self)
      #expect(Pair<String, Int>.ruleMembers["first"]?.valueType == String.self)
    }

    @Test(
      arguments: [
        \.chore?.isUrgent == true => \.tint <= .high, \.chore?.area == 12 => \.tint <= .high,
        \.currentMachine?.isBig == true => \.tint <= .high,
        \.currentMachine?.name == "plane" => \.tint <= .high,
      ] as [SwiftRule])
    func `rules in Swift name members that are computed, or of a class`(rule: SwiftRule) throws {
      var context = RuleContext([rule])
      context.chore = Chore(title: "sweep")
      context.chore?.level = .high
      context.currentMachine = Machine(name: "plane")
      #expect(try context.value(for: \.tint) == .high)
      #expect(!context.explain(\.tint).description.contains("closure"))
      #expect(!context.explain(\.tint).description.contains("host"))
    }

    @Test func `members are secret, and described`() {
      #expect(Chore.ruleMembers.all.filter(\.isSecret).map(\.name) == ["code", "email"])
      #expect(Chore.ruleMembers["title"]?.description == "What is to be done, in a few words.")
      #expect(Chore.ruleMembers["hours"]?.description == "How long it takes.")
      #expect(Chore.ruleMembers["level"]?.description == nil)
      #expect(RuleContext.ruleKeys.json().contains("What is to be done, in a few words."))
    }

    @Test func `access levels are kept`() {
      #expect(Exported.ruleMembers.names == ["count", "inner"])
      #expect(Shop.Shelf.ruleMembers.names == ["length"])
    }

    @Test func `members that are not there on all systems are listed where they are`() throws {
      #expect(Shop.Cart.ruleMembers.names == ["rest", "tax", "total"])
      #expect(RuleContext.shopKeys.names == ["cart", "newCart", "shelf"])
      #expect(try seen("c.cart.rest + c.cart.tax") { $0.cart = Shop.Cart() } == "22")
    }
  }
#endif
