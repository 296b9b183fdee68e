import Foundation
import LuaRules
import Testing

/// Keys that each need the next one: `k0 → k1 → …`.
private func chain(_ count: Int, depth: Int) throws -> RuleContext {
  let rules = (0..<count).map { number in
    "{ key = \"k\(number)\", value = function(c) return c.k\(number + 1) + 1 end },"
  }
  let last = "{ key = \"k\(count)\", value = 0 },"
  let text = "return {\n" + rules.joined(separator: "\n") + "\n" + last + "\n}"
  return RuleContext(
    try RuleModel(
      text: text, options: RuleOptions(budget: Budget(time: .seconds(10), depth: depth)))
  )
}

struct DepthTests {
  @Test func `a thousand keys may need one another`() async throws {
    let context = try chain(3000, depth: 4000)
    for _ in 0..<2 {
      let value = await onOwnThread(stack: 128 << 20) { try? context.value(at: "k0", as: Int.self) }
      #expect(value == 3000)
    }
  }

  @Test func `the depth is counted by the host`() throws {
    let context = try chain(100, depth: 100)
    let error = #expect(throws: RuleError.self) { try context.value(at: "k0", as: Int.self) }
    #expect(
      error?.message == "more than 100 keys are computed for one another: k97 → k98 → k99 → k100")
    #expect(try context.value(at: "k1", as: Int.self) == 99)
  }

  @Test func `a thread whose stack is short gets an error, and the next evaluation is fine`()
    async throws
  {
    let context = try chain(5000, depth: 6000)
    let outcome = await onOwnThread(stack: 512 << 10) { () -> RuleError? in
      do {
        _ = try context.value(at: "k0", as: Int.self)
        return nil
      } catch {
        return error as? RuleError
      }
    }
    #expect(outcome?.code == .budget)
    #expect(
      outcome?.message
        == "too many keys are computed for one another for the stack of this thread")
    #expect(try context.value(at: "k4990", as: Int.self) == 10)
  }

  @Test func `the greatest depth there is does not overflow where reads are counted`() throws {
    let rules = (0..<3000).map { number in
      "{ key = 'x', when = function(c) return c.a + \(number) == -1 end, value = \(number) },"
    }
    var context = RuleContext(
      try model(rules.joined(separator: "\n"), budget: Budget(depth: .max)))
    try context.setValue(json: "1", for: "a")
    #expect(outcome("x", in: context) == "null")
    _ = context.explain(at: "x")
  }
}
