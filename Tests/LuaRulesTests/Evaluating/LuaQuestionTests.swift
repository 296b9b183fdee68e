import Synchronization
import Testing

@testable import LuaBridge
@testable import LuaRules

/// Questions that Lua answers, one after the other in the same state.
struct LuaQuestionTests {
  enum Tone: String, Sendable { case gray, red, black }

  struct Item: RuleObject {
    var name: String
    var note: String?
    let counter = SameStateTests.Counter()

    static let ruleMembers: RuleMembers<Item> = [
      .init("name", \.name), .init("note", \.note), .init("next") { $0.counter.next() },
    ]
  }

  // Literals: their names have numbers, however many names other tests use.
  static let item = RuleKey<Item>(literal: "item", default: Item(name: "none"))
  static let tone = RuleKey(literal: "tone", default: Tone.black)
  static let text = RuleKey(literal: "text", default: "none")
  static let count = RuleKey(literal: "count", default: 0)
  static let flag = RuleKey(literal: "flag", default: false)
  static let maybe = RuleKey<String?>(literal: "maybe", default: "none")

  init() {
    let numbers = [
      Self.item.id, Self.tone.id, Self.text.id, Self.count.id, Self.flag.id, Self.maybe.id,
    ].map(\.number)
    #expect(!numbers.contains(0))
  }

  private func model(_ rules: String, budget: Budget = Budget()) throws -> RuleModel {
    try RuleModel(
      alone: "return { \(rules) }", options: RuleOptions(budget: budget, plan: .lua))
  }

  private func context(_ model: RuleModel, _ item: Item) -> RuleContext {
    var context = RuleContext(model)
    context["item"] = item
    return context
  }

  private let tones = """
    { key = "tone", when = function(c) return c.item.name == "low" end, value = "gray" },
    { key = "tone", when = function(c) return c.item.name == "high" end, value = "red" },
    """

  @Test func `it is answered wherever Lua puts the names`() throws {
    // Between the names lie other strings: a place in memory is taken for each of them.
    for count in 0..<128 {
      let others = (0..<count).map { "\"\($0) between\"" }.joined(separator: ", ")
      let context = context(
        try model(
          """
          { key = "tone", value = "red", when = function(c)
            local item = c.item
            local others = { \(others) }
            return item.name == "high"
          end },
          """), Item(name: "high"))
      for _ in 0..<4 {
        #expect(try context.value(for: Self.tone) == .red, "with \(count) strings between")
      }
    }
  }

  @Test func `each context is answered by its own values`() throws {
    let model = try model(tones)
    let low = context(model, Item(name: "low"))
    let high = context(model, Item(name: "high"))
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(try low.value(for: Self.tone) == .gray) }
      for _ in 0..<4 { #expect(try high.value(for: Self.tone) == .red) }
    }
    var changed = low
    changed["item"] = Item(name: "neither")
    for _ in 0..<4 { #expect(try changed.value(for: Self.tone) == .black) }
    changed[dynamic: Self.tone] = .red
    #expect(try changed.value(for: Self.tone) == .red)
    #expect(try low.value(for: Self.tone) == .gray)
  }

  @Test func `functions give values, and decline`() throws {
    let context = context(
      try model(
        """
        { key = "text", value = function(c) if c.item.name == "low" then return "high" end end },
        { key = "text", when = false, value = "never" },
        { key = "text", value = function(c) return c.item.name .. "!" end },
        { key = "count", value = function(c) return #c.item.name end },
        { key = "flag", value = function(c) return c.item.name == "other" end },
        { key = "tone", value = function(c) return c.item.name == "other" and "red" or "gray" end },
        { key = "maybe", value = function(c) return c.item.name == "other" and null or "x" end },
        """), Item(name: "other"))
    for _ in 0..<4 {
      #expect(try context.value(for: Self.text) == "other!")
      #expect(try context.value(for: Self.count) == 5)
      #expect(try context.value(for: Self.flag))
      #expect(try context.value(for: Self.tone) == .red)
      let maybe = try context.value(for: Self.maybe)
      #expect(maybe == nil)
    }
  }

  @Test func `what only the host knows is asked of it each time`() throws {
    let calls = SameStateTests.Counter()
    let host: HostFunctions = ["next": .function { (_: RuleContext) in calls.next() }]
    let model = try RuleModel(
      alone: """
        return {
          { key = "count", value = function(c) return c.item.next end },
          { key = "text", value = function(c) return "call " .. host.next(c) end },
          { key = "flag", value = function(c) return c.item.note == nil end },
        }
        """,
      host: host, options: RuleOptions(plan: .lua))
    let context = context(model, Item(name: "x"))
    for number in 1...4 {
      #expect(try context.value(for: Self.count) == number)
      #expect(try context.value(for: Self.text) == "call \(number)")
      #expect(try context.value(for: Self.flag))
    }
  }

  @Test func `a plan leaves to Lua what it must`() throws {
    let model = try RuleModel(
      alone: """
        return {
          { key = "tone", when = function(c) return c.item.name == "first" end, value = "black" },
          { key = "tone", when = function(c) return c.item.name:find("^hi") end, value = "red" },
          { key = "tone", when = { item = { name = "low" } }, value = "gray" },
          { key = "tone", when = function(c) return c.item.next < 0 end, value = "black" },
          { key = "text", when = function(c) return c.item.name ~= "low" end,
            value = function(c) return c.item.name:upper() end },
          { key = "text", value = function(c) return c.tone end },
          { key = "count", value = function(c) return #c.text:rep(2) end },
          { key = "flag", value = function(c) return c.item.next > 0 and c.item.name:len() == 4 end },
        }
        """)
    let high = context(model, Item(name: "high"))
    let low = context(model, Item(name: "low"))
    let other = context(model, Item(name: "other"))
    for _ in 0..<3 {
      for _ in 0..<5 {
        #expect(try high.value(for: Self.tone) == .red)
        #expect(try high.value(for: Self.text) == "HIGH")
        #expect(try high.value(for: Self.count) == 8)
        #expect(try high.value(for: Self.flag))
      }
      for _ in 0..<5 {
        #expect(try low.value(for: Self.tone) == .gray)
        #expect(try low.value(for: Self.text) == "gray")
        #expect(try low.value(for: Self.count) == 8)
        #expect(try !low.value(for: Self.flag))
      }
      for _ in 0..<5 { #expect(try other.value(for: Self.tone) == .black) }
      for _ in 0..<5 { #expect(try other.value(for: Self.text) == "OTHER") }
    }
  }

  @Test func `a plan reads what Lua would ask the host for`() throws {
    let model = try RuleModel(
      alone: """
        return {
          { key = "tone", when = function(c) return c.item.name:find("^x") end, value = "gray" },
          { key = "tone", when = function(c) return c.item.next > 0 end, value = "red" },
          { key = "text", value = function(c) return c.item.name:rep(2) + 1 end },
        }
        """)
    let context = context(model, Item(name: "high"))
    func message() -> String? {
      #expect(throws: RuleError.self) { try context.value(for: Self.text) }?.description
    }
    let expected = message()
    // The plan reads `next`, for which Lua would have to ask.
    for _ in 0..<5 { #expect(try context.value(for: Self.tone) == .red) }
    #expect(message() == expected)
  }

  @Test func `it runs on a whole budget, and fails as it did`() throws {
    let context = context(
      try model(
        """
        { key = "count", value = function(c) local n = 0 for i = 1, 3000 do n = n + #c.item.name end
          return n end },
        { key = "text", value = function(c) for i = 1, 1e9 do end return c.item.name end },
        """, budget: Budget(instructions: 40_000)), Item(name: "x"))
    for _ in 0..<6 { #expect(try context.value(for: Self.count) == 3000) }
    for _ in 0..<3 {
      let error = #expect(throws: RuleError.self) { try context.value(for: Self.text) }
      #expect(error?.code == .budget)
      #expect(try context.value(for: Self.count) == 3000)
    }
    var tight = context
    tight.budgetCap = Budget(instructions: 4000)
    let error = #expect(throws: RuleError.self) { try tight.value(for: Self.count) }
    #expect(error?.code == .budget)
    #expect(try context.value(for: Self.count) == 3000)
  }

  @Test func `a state whose memory ran out once is asked again`() throws {
    let context = context(
      try model(#"{ key = "text", value = function(c) return c.item.name .. "!" end }"#),
      Item(name: String(repeating: "x", count: 100)))
    let expected = String(repeating: "x", count: 100) + "!"
    for _ in 0..<3 { #expect(try context.value(for: Self.text) == expected) }
    let core = try #require(context.model.current.first)
    let place = core.lend()
    try place.luaState().object.failAllocation(1)
    core.pool.giveBack(place)
    let error = #expect(throws: RuleError.self) { try context.value(for: Self.text) }
    #expect(error?.code == .budget)
    for _ in 0..<3 { #expect(try context.value(for: Self.text) == expected) }
  }

  @Test func `another type, an alias, a memory and a fallback are seen`() throws {
    let context = context(try model(tones), Item(name: "low"))
    for _ in 0..<3 { #expect(try context.value(for: Self.tone) == .gray) }
    let asText = RuleKey("tone", default: "none")
    for _ in 0..<3 { #expect(try context.value(for: asText) == "gray") }
    for _ in 0..<3 { #expect(try context.value(for: Self.tone) == .gray) }
    let memory = context.memoized()
    for _ in 0..<3 { #expect(try memory.value(for: Self.tone) == .gray) }
    var chained = context
    chained.model = try model(#"{ key = "tone", value = "red" }"#).fallback(context.model)
    for _ in 0..<3 { #expect(try chained.value(for: Self.tone) == .red) }
    for _ in 0..<3 { #expect(try context.value(for: Self.tone) == .gray) }
  }

  @Test func `a live model answers by its current rules, on all threads`() async throws {
    let live = try LiveRuleModel(
      sources: [], initialModel: try model("{ key = 'count', value = function() return 1 end }"))
    let context = RuleContext(live)
    let models = try (1...10).map { number in
      try model("{ key = 'count', value = function() return \(1 + number) end }")
    }
    let isInOrder = await onOwnThreads(4) { thread in
      var last = 0
      return (0..<400).allSatisfy { round in
        if thread == 0, round.isMultiple(of: 40) { _ = try? live.replace(with: models[round / 40]) }
        guard let count = try? context.value(for: Self.count), count >= last else { return false }
        last = count
        return true
      }
    }
    #expect(!isInOrder.contains(false))
    #expect(try context.value(for: Self.count) == 11)
  }

  @Test func `each constant is kept, whichever candidate gave it`() throws {
    let model = try RuleModel(text: "return { \(tones) }", options: RuleOptions(plan: .lua))
    let low = context(model, Item(name: "low"))
    let high = context(model, Item(name: "high"))
    for _ in 0..<20 {
      #expect(try low.value(for: Self.tone) == .gray)
      #expect(try high.value(for: Self.tone) == .red)
    }
    for _ in 0..<3 {
      #expect(try low.value(for: Self.tone) == .gray)
      #expect(try high.value(for: Self.tone) == .red)
    }
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `what a rule prints is printed by each question`(plan: EvaluationMode) throws {
    let lines = LogLines()
    var context = context(
      try RuleModel(
        text: """
          return { { key = "text", value = function(c)
            print("seen " .. c.item.name)
            return c.item.name:upper()
          end } }
          """, options: RuleOptions(plan: plan)), Item(name: "x"))
    context.logger = lines.logger
    context.logger.logLevel = .debug
    for count in 1...8 {
      #expect(try context.value(for: Self.text) == "X")
      #expect(lines.all == Array(repeating: "debug: seen x", count: count))
    }
  }

  @Test func `what one question has read of the host's takes no memory from the next`() throws {
    struct Document: RuleObject, Sendable {
      var byte: Character
      static let ruleMembers: RuleMembers<Document> = [
        .init("text") { String(repeating: $0.byte, count: 6 << 20) }
      ]
    }
    let model = try RuleModel(
      text: """
        local rules = {}
        for _, key in ipairs { "da", "db", "dc", "dd" } do
          rules[#rules + 1] = { key = "size" .. key, value = function(c) return #c[key].text end }
        end
        return rules
        """, options: RuleOptions(budget: Budget(memory: 16 << 20), plan: .lua))
    var context = RuleContext(model)
    for key in ["da", "db", "dc", "dd"] { context[key] = Document(byte: "x") }
    for _ in 0..<3 {
      for key in ["da", "db", "dc", "dd"] {
        #expect(try context.value(at: "size" + key) == 6 << 20)
      }
    }
  }

  @Test func `names of keys of all lengths are read`() throws {
    for length in [1, 39, 40, 41, 100, 255, 256, 257, 400] {
      let name = String(repeating: "n", count: length)
      let model = try RuleModel(
        text: """
          return { { key = "count", value = function(c)
            local sum = 0
            for i = 1, 10 do sum = sum + c.\(name).rank + #c.\(name).name end
            return sum
          end } }
          """, options: RuleOptions(plan: .lua))
      var context = RuleContext(model)
      context[name] = SameStateTests.Item(name: "abc", rank: 2)
      for _ in 0..<4 { #expect(try context.value(for: Self.count) == 50) }
    }
  }
}
