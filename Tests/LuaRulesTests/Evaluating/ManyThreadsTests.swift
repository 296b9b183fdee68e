import Foundation
import LuaRules
import Testing

private struct Todo: RuleObject, Sendable {
  let title: String
  static let ruleMembers: RuleMembers<Todo> = [.init("title", \.title)]
}

/// One context and one model, asked from many threads at once.
@Suite(.serialized) struct ManyThreadsTests {
  private static let rules = """
    { key = "title", when = function(c) return c.todo.title == "x" end, value = "is x" },
    { key = "title", value = function(c) return c.todo.title end },
    { key = "line", value = function(c)
      local t = {}
      for k, v in pairs(c.dictionary) do t[#t + 1] = k .. "=" .. v end
      for k, v in pairs({ z = 1, y = 2, x = 3, 10, 20 }) do t[#t + 1] = k .. "=" .. v end
      table.sort(t, function(a, b) return #a < #b end)
      return c.title .. ": " .. table.concat(t, " ")
    end },
    { key = "bad", value = function(c) return c.title + {} end },
    """
  private static let threads = 8
  private static let rounds = 50

  private func answers(
    _ body: @escaping @Sendable (Int) -> String
  ) async -> Set<String> {
    let barrier = Barrier(Self.threads)
    let answers = await onOwnThreads(Self.threads) { thread in
      barrier.wait()
      var found: Set<String> = []
      for round in 0..<Self.rounds { found.insert(body(thread + round)) }
      return found.sorted().joined(separator: " | ")
    }
    return Set(answers)
  }

  @Test(arguments: ["title", "line", "bad"])
  func `one context gives every thread the same answer`(key: String) async throws {
    var context = RuleContext(try model(Self.rules))
    context["todo"] = Todo(title: "x")
    context["dictionary"] = ["b": 1, "a": 22, "c": 3]
    let asked = context
    let alone = outcome(key, in: asked)
    #expect(alone.hasPrefix(key == "bad" ? "rules.lua:" : "\"is x"))
    #expect(await answers { _ in outcome(key, in: asked) } == [alone])
    // The states that were made for it are idle now, and lent again.
    #expect(await answers { _ in outcome(key, in: asked) } == [alone])
    #expect(outcome(key, in: asked) == alone)
  }

  @Test func `contexts of many threads do not see one another`() async throws {
    let rules = try model(Self.rules)
    let found = await answers { number in
      var context = RuleContext(rules)
      context["todo"] = Todo(title: "\(number)")
      return outcome("title", in: context) == "\"\(number)\"" ? "own" : "other"
    }
    #expect(found == ["own"])
  }

  @Test func `a budget that runs out on one thread leaves the others alone`() async throws {
    let rules = try model(
      """
      { key = "answer", when = { spend = true },
        value = function(c) while true do end return 1 end },
      { key = "answer", value = function(c) return c.spend == false end },
      """, budget: Budget(instructions: 20_000, time: nil))
    let found = await answers { number in
      var context = RuleContext(rules)
      context["spend"] = number.isMultiple(of: 2)
      let text = outcome(in: context)
      let expected = "rules.lua:3: error: more than 20000 instructions were used [budget]"
      return text == (number.isMultiple(of: 2) ? expected : "true") ? "good" : text
    }
    #expect(found == ["good"])
  }

  @Test func `one context over a live model that is swapped meanwhile answers everywhere`()
    async throws
  {
    let models = try (1...2).map {
      try model("{ key = 'answer', value = function(c) return c.add + \($0) end },")
    }
    let live = try LiveRuleModel(
      sources: [RuleSource(text: "return {}", name: "empty.lua")], initialModel: nil)
    try live.replace(with: models[0])
    var context = RuleContext(live)
    context["add"] = 10
    let asked = context
    let found = await answers { round in
      if round.isMultiple(of: 7) { _ = try? live.replace(with: models[round % 2]) }
      let text = outcome(in: asked)
      return text == "11" || text == "12" ? "good" : text
    }
    #expect(found == ["good"])
  }
}
