import Testing

@testable import LuaRules

/// Asking which rules declined gives what an explanation says, at the price of a question.
struct DeclinedRuleTests {
  @Test func `the same rules declined as in an explanation`() throws {
    var random = SplitMix(state: 0xDEC)
    var found = 0
    for round in 0..<60 {
      let text = Self.rules(&random)
      for plan in [EvaluationMode.native, .lua] {
        var context = RuleContext(try RuleModel(text: text, options: RuleOptions(plan: plan)))
        context["a"] = round % 3
        context["b"] = round % 2 == 0
        for key in 0..<4 {
          let declined = try context.declinedRules(at: "k\(key)")
          let explained = context.explain(at: "k\(key)").keys.flatMap { key in
            key.candidates.filter { $0.outcome == .declined }.map(\.rule)
          }
          #expect(Set(declined) == Set(explained), "k\(key), round \(round)\n\(text)")
          // A key that is read twice is answered once.
          #expect(declined.count == Set(declined).count)
          found += declined.count
        }
      }
    }
    #expect(found > 500)
  }

  /// Rules for four keys that read later ones; some functions are native, some need Lua, many decline.
  private static func rules(_ random: inout SplitMix) -> String {
    var text = "return {\n"
    for key in 0..<4 {
      for _ in 0..<5 {
        let next = "c.k\(Int.random(in: min(key + 1, 3)...3, using: &random))"
        let read = key == 3 ? "c.a" : next
        let predicate = [
          "{ a = { 0, 1 } }", "function(c) return c.b end", "function(c) return \(read) end",
        ]
        .randomElement(using: &random)
        let value = [
          "7", "function(c) return c.b and 1 or nil end",
          "function(c) return c.a == 1 and \(read) or nil end",
          "function(c) if tostring(\(read)) == '7' then return 8 end end",
          "function(c) return nil end",
        ].randomElement(using: &random)
        text += "{ key = 'k\(key)', when = \(predicate ?? "nil"), value = \(value ?? "1") },\n"
      }
    }
    return text + "}"
  }

  @Test func `rules of a fallback are not listed, also behind other keys`() throws {
    let base = try RuleModel(
      text: """
        return {
          { key = "mayEdit", value = function(c) return c.mayRead end },
          { key = "mayRead", value = function(c) if c.isOpen then return true end end },
          { key = "mayRead", value = false, priority = 1 },
        }
        """)
    let above = try RuleModel(
      text: """
        return {
          { key = "mayEdit", value = function(c) if c.role == "owner" then return true end end },
          { key = "tags", value = function(c) if c.isOpen then return "open" end end },
        }
        """)
    var context = RuleContext(above.fallback(base))
    context["isOpen"] = false
    context["role"] = "guest"
    #expect(try context.declinedRules(at: "mayEdit").map(\.key) == ["mayEdit"])
    context["role"] = "owner"
    #expect(try context.declinedRules(at: "mayEdit").isEmpty)
    context["mayEdit"] = true
    #expect(try context.declinedRules(at: "mayEdit").isEmpty)
  }

  @Test func `rules that answer together are listed, too`() throws {
    let schema = try RuleSchema(
      json: #"{ "properties": { "total": { "type": "integer", "x-hit-policy": "sum" } } }"#)
    let model = try RuleModel(
      text: """
        return {
          { key = "total", value = function(c) if c.isGift then return 3 end end },
          { key = "total", value = 4 },
          { key = "total", value = function(c) return c.nothing end },
        }
        """, schema: schema)
    var context = RuleContext(model)
    context["isGift"] = false
    context["nothing"] = LuaValue.nil
    #expect(try context.declinedRules(at: "total").count == 2)
  }

  @Test func `a host function that asks its own context gets all rules`() throws {
    let model = try RuleModel(
      text: """
        return {
          { key = "inner", value = function(c) if c.isOpen then return 1 end end },
          { key = "inner", value = 2, priority = -1 },
          { key = "outer", value = function(c)
              return c.inner + host.declined(c)
          end },
        }
        """,
      host: [
        "declined": .function { (context: RuleContext) in
          try context.declinedRules(at: "inner").count
        }
      ])
    var context = RuleContext(model)
    context["isOpen"] = false
    #expect(try context.value(at: "outer", as: Int.self) == 3)
  }

  @Test func `a failing rule and an unknown name are errors`() throws {
    let model = try RuleModel(
      text: #"return { { key = "broken", value = function(c) error("no") end } }"#)
    let context = RuleContext(model)
    #expect(throws: RuleError.self) { try context.declinedRules(at: "broken") }
    let error = #expect(throws: RuleError.self) { try context.declinedRules(at: "brokn") }
    #expect(error?.code == .unknownKey)
  }
}
