import Synchronization
import Testing

@testable import LuaRules

/// Question after question in one state: each finds its own values, and nothing of the one before.
struct SameStateTests {
  final class Counter: Sendable {
    let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  struct Item: RuleObject {
    var name: String
    var rank = 0
    let counter = Counter()

    static let ruleMembers: RuleMembers<Item> = [
      .init("name", \.name), .init("rank", \.rank),
      .init("next") { $0.counter.next() },
      .init("counter", \.counter),
    ]
  }

  struct ItemKey: DynamicEnvironmentKey { static let defaultValue: Item? = nil }
  struct OtherKey: DynamicEnvironmentKey { static let defaultValue: Item? = nil }

  private func context(
    _ value: String, host: HostFunctions = [:], plan: EvaluationMode = .lua
  ) throws -> RuleContext {
    RuleContext(
      try RuleModel(
        alone: "return { { key = 'answer', value = function(c) \(value) end } }", host: host,
        options: RuleOptions(plan: plan)))
  }

  @Test func `a state that goes to another model takes nothing along`() throws {
    let model = try RuleModel(
      alone: """
        return {
          { key = "answer", value = function(c) return c.item.name end },
          { key = "rank", value = function(c) return c.item.rank end },
        }
        """, options: RuleOptions(plan: .lua))
    let core = try #require(model.current.first)
    var context = RuleContext(model)
    context[dynamic: ItemKey.self] = Item(name: "one", rank: 7)
    for _ in 0..<3 { #expect(try context.value(at: "answer") == "one") }
    let variant = ModelCore(
      varying: core, candidates: core.candidates, log: nil, state: try core.takeState())
    context.model = RuleModel(links: [.fixed(variant)])
    #expect(try context.value(at: "rank") == 7)
    core.giveState(try variant.takeState())
    context.model = model
    #expect(try context.value(at: "rank") == 7)
    #expect(try context.value(at: "answer") == "one")
  }

  @Test(arguments: [EvaluationMode.lua, .native])
  func `each context is answered by its own values`(plan: EvaluationMode) throws {
    // A loop is for Lua only.
    var first = try context(
      "for i = 1, 1 do return c.item.name .. ' ' .. c.word end", plan: plan)
    var second = first
    first[dynamic: ItemKey.self] = Item(name: "one")
    first["word"] = "a"
    second[dynamic: ItemKey.self] = Item(name: "two")
    second["word"] = "b"
    for _ in 0..<4 {
      for _ in 0..<3 { #expect(try first.value(at: "answer") == "one a") }
      #expect(try second.value(at: "answer") == "two b")
    }
    first[dynamic: ItemKey.self]?.name = "three"
    #expect(try first.value(at: "answer") == "three a")
    first["word"] = "c"
    #expect(try first.value(at: "answer") == "three c")
    first.unset("word")
    #expect(throws: RuleError.self) { try first.value(at: "answer", as: String.self) }
  }

  @Test
  func `a member that is computed is read for each question`() throws {
    var context = try context("return c.item.name .. c.item.next .. c.item.next")
    context[dynamic: ItemKey.self] = Item(name: "n")
    for count in 1...4 { #expect(try context.value(at: "answer") == "n\(count)\(count)") }
  }

  @Test
  func `a view shows what the question before has not read`() throws {
    var context = try context(
      """
      local item = c.item
      if c.turn == nil then return item.name end
      """)
    context[dynamic: ItemKey.self] = Item(name: "n", rank: 7)
    context["turn"] = nil as String?
    let asked = context
    for _ in 0..<3 { #expect(try asked.value(at: "answer") == "n") }

    let keys = try RuleModel(
      alone: """
        return {
          { key = "name", value = function(c) return c.item.name end },
          { key = "rank", value = function(c) return c.item.rank end },
          { key = "next", value = function(c) return c.item.next end },
          { key = "same", value = function(c) return c.item == c.item and c.other ~= c.item end },
          { key = "whole", value = function(c) return c.item end },
          { key = "names", value = function(c)
              local names = {}
              for name in pairs(c.item) do names[#names + 1] = name end
              return #names .. names[1]
            end },
          { key = "typo", value = function(c) return c.item.nmae end },
        }
        """, options: RuleOptions(plan: .lua))
    var all = RuleContext(keys)
    all[dynamic: ItemKey.self] = Item(name: "n", rank: 7)
    all[dynamic: OtherKey.self] = Item(name: "o")
    var last = 0
    for _ in 1...3 {
      #expect(try all.value(at: "name") == "n")
      #expect(try all.value(at: "rank") == 7)
      #expect(try all.value(at: "names") == "4counter")
      #expect(try all.value(at: "name") == "n")
      let next = try all.value(at: "next", as: Int.self)
      #expect(next > last)
      last = next
      #expect(try all.value(at: "same", as: Bool.self))
      #expect(try all.value(at: "whole", as: Item.self).rank == 7)
      let error = #expect(throws: RuleError.self) { try all.value(at: "typo", as: String.self) }
      #expect(error?.code == .unknownMember)
    }
  }

  @Test
  func `a view of the question before is not taken for what a pattern has read`() throws {
    let model = try RuleModel(
      alone: """
        return {
          { key = "first", value = function(c) return c.other.name end },
          { key = "second", when = { item = { name = "n" } }, value = function(c) return c.other.name end },
          { key = "third", when = { item = { name = "n" } }, value = function(c) return c.other.rank end },
        }
        """, options: RuleOptions(plan: .lua))
    var context = RuleContext(model)
    context[dynamic: ItemKey.self] = Item(name: "n", rank: 1)
    context[dynamic: OtherKey.self] = Item(name: "o", rank: 2)
    for _ in 0..<3 {
      for _ in 0..<2 { #expect(try context.value(at: "first") == "o") }
      #expect(try context.value(at: "second") == "o")
      #expect(try context.value(at: "first") == "o")
      #expect(try context.value(at: "third") == 2)
    }
  }

  @Test
  func `a host function gets the value of a view`() throws {
    let host: HostFunctions = [
      "rank": .function { (context: RuleContext) in context[dynamic: ItemKey.self]?.rank ?? 0 }
    ]
    var context = try context(
      "return c.item.name .. host.rank(c) .. c.item.name", host: host)
    context[dynamic: ItemKey.self] = Item(name: "n", rank: 3)
    for _ in 0..<3 { #expect(try context.value(at: "answer") == "n3n") }
  }

  @Test
  func `no object stays`() throws {
    let model = try RuleModel(
      alone: "return { { key = 'answer', value = function(c) return c.item.name end } }",
      options: RuleOptions(plan: .lua)
    )
    weak var counter: Counter?
    do {
      var context = RuleContext(model)
      let item = Item(name: "n")
      counter = item.counter
      context[dynamic: ItemKey.self] = item
      for _ in 0..<3 { #expect(try context.value(at: "answer") == "n") }
      #expect(counter != nil)
    }
    #expect(counter == nil)
  }

  @Test
  func `a question that fails leaves nothing behind`() throws {
    var context = try context("if c.fails then error('no') end return c.item.name")
    context[dynamic: ItemKey.self] = Item(name: "n")
    for turn in 0..<6 {
      context["fails"] = turn % 2 == 0
      for _ in 0..<2 {
        let answer = try? context.value(at: "answer", as: String.self)
        #expect(answer == (turn % 2 == 0 ? nil : "n"))
      }
    }
  }

  @Test
  func `long texts are read again, and not kept`() throws {
    var context = try context("return #c.item.name")
    for length in [100, 5000, 100_000] {
      context[dynamic: ItemKey.self] = Item(name: String(repeating: "x", count: length))
      for _ in 0..<3 { #expect(try context.value(at: "answer") == length) }
    }
  }
}
