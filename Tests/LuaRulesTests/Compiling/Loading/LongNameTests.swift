import LuaRules
import Testing

/// Names over 40 bytes, which Lua keeps in several places each.
struct LongNameTests {
  @Test(arguments: [EvaluationMode.native, .lua])
  func `each computed name gives its own value`(plan: EvaluationMode) throws {
    let customers = (0..<40).map { "customer\($0)" }
    let prefix = "the_quota_of_the_very_important_customer_"
    let model = try RuleModel(
      text: """
        return {
          { key = "quota", value = function(c)
            local text = ""
            for i = 1, 50 do text = text .. i end
            return c["\(prefix)" .. c.customer]
          end },
        }
        """, options: RuleOptions(plan: plan))
    for round in 0..<50 {
      for (number, customer) in customers.enumerated().shuffled() {
        var context = RuleContext(model)
        context["customer"] = customer
        for (other, name) in customers.enumerated() { context[prefix + name] = other }
        #expect(try context.value(at: "quota", as: Int.self) == number, "round \(round)")
      }
    }
  }

  @Test func `the values of several long names do not mix`() throws {
    let model = try RuleModel(
      text: """
        return { { key = "k", value = function(c)
          local all = ""
          for _, which in ipairs { "a", "a", "b", "c", "b" } do all = all .. c[which:rep(50)] end
          return all
        end } }
        """)
    for _ in 0..<200 {
      var context = RuleContext(model)
      for name in ["a", "b", "c"] {
        context[String(repeating: name, count: 50)] = name.uppercased()
      }
      #expect(try context.value(at: "k", as: String.self) == "AABCB")
    }
  }
}
