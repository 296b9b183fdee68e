import Foundation
import LuaBridge
import Synchronization
import Testing

@testable import LuaRules

struct AnswerDifferentialTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test
  func `a model answers the same with plans and without`() throws {
    let wanted = Self.number("LUARULES_DIFFERENTIAL_CASES") ?? 12_000
    var seed = UInt64(Self.number("FUZZ_SEED") ?? 1)
    let end = Self.number("FUZZ_SECONDS").map { ContinuousClock.now + .seconds($0) }
    var cases = 0
    var mismatches: [String] = []
    while mismatches.count < 3, cases < wanted || end.map({ .now < $0 }) == true {
      mismatches += try AnswerDifferential.mismatches(seed: seed, contexts: 25, &cases)
      seed += 1
    }
    for mismatch in mismatches.prefix(3) { Issue.record("\(mismatch)") }
  }

  @Test(arguments: [10, 1000, Self.number("LUARULES_PLAN_RULES") ?? 20_000])
  func `many rules give what they give one after the other`(count: Int) throws {
    var text = "return {\n"
    for index in 0..<count {
      let predicate =
        switch index % 10 {
        case 7: "c.plain.rank >= \(index) and c.plain.rank < \(index + 3)"
        case 8: "c.plain.rank == \(index)"
        case 9: "c.plain.title == 't\(index)' and c.plain.isOn"
        default: "c.plain.title == 't\(index)'"
        }
      text +=
        "{ key = \"k\", when = function(c) return \(predicate) end, value = \(index) },\n"
    }
    var budget = Budget(instructions: 1 << 40, time: nil)
    budget.memory = 1 << 30
    var loading = Budget.loading
    loading.time = nil
    let models = try [EvaluationMode.native, .lua].map { plan in
      try RuleModel(
        sources: [RuleSource(text: text + "}")],
        options: RuleOptions(budget: budget, loadingBudget: loading, plan: plan))
    }
    var object = PlainObject(
      title: "", rank: -1, ratio: 0, isOn: true, kind: .one, note: nil)
    for number in [0, 1, count / 2, count - 9, count - 2, count - 1, count] {
      for isTitle in [true, false] {
        object.title = isTitle ? "t\(number)" : ""
        object.rank = isTitle ? -1 : number
        let answers = models.map { model in
          var context = RuleContext(model)
          context["plain"] = object
          return outcome("k", in: context)
        }
        #expect(answers[0] == answers[1], "\(number)")
      }
    }
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `what an object said once it says for the whole evaluation`(plan: EvaluationMode) throws {
    let object = SharedObject(count: 0)
    let host: HostFunctions = [
      "touch": .function { (_: RuleContext) -> Bool in
        object.add()
        return false
      }
    ]
    let model = try RuleModel(
      text: """
        return {
          { key = "k", when = function(c) return c.o.count == 9 end, value = "nine" },
          { key = "k", when = host.touch, value = "touched" },
          { key = "k", when = function(c) return c.o.count == 1 end, value = "changed" },
          { key = "k", when = function(c) return tostring(c.o.count) == "1" end, value = "seen" },
          { key = "k", value = function(c) return c.inner end },
          { key = "inner", when = function(c) return c.o.count == 1 end, value = "other" },
          { key = "inner", value = function(c) return c.o.count end },
        }
        """, host: host, options: RuleOptions(plan: plan))
    var context = RuleContext(model)
    context["o"] = object
    #expect(try context.value(at: "k", as: Int.self) == 0)
    #expect(try context.value(at: "k", as: String.self) == "changed")
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `a chain that fails computes each key once`(plan: EvaluationMode) throws {
    let calls = Mutex(0)
    struct Failure: Error {}
    let host: HostFunctions = [
      "fail": .function { (_: RuleContext) -> Int in
        calls.withLock { $0 += 1 }
        throw Failure()
      }
    ]
    var text = "return {\n{ key = \"k0\", value = host.fail },\n"
    for index in 1...40 {
      text +=
        "{ key = \"k\(index)\", when = function(c) return c.k\(index - 1) == 1 end, "
        + "value = function(c) return c.k\(index - 1) end },\n"
    }
    let model = try RuleModel(text: text + "}", host: host, options: RuleOptions(plan: plan))
    for wantsTraceback in [false, true] {
      var context = RuleContext(model)
      context.wantsTraceback = wantsTraceback
      #expect(throws: RuleError.self) { try context.value(at: "k40", as: Int.self) }
    }
    #expect(calls.withLock { $0 } == 2)
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `a deep chain ends at the limit of keys`(plan: EvaluationMode) throws {
    var text = "return {\n{ key = \"k0\", value = 1 },\n"
    for index in 1...3000 {
      text += "{ key = \"k\(index)\", value = function(c) return c.k\(index - 1) end },\n"
    }
    let model = try RuleModel(text: text + "}", options: RuleOptions(plan: plan))
    var errors: [String] = []
    for depth in [1, 3, 50] {
      var context = RuleContext(model)
      context.budgetCap = Budget(depth: depth)
      #expect(try context.value(at: "k\(depth - 1)", as: Int.self) == 1)
      do {
        _ = try context.value(at: "k\(depth)", as: Int.self)
      } catch { errors.append("\(error)") }
    }
    #expect(errors.count == 3)
    #expect(errors.allSatisfy { $0.contains("keys are computed for one another") })
  }

  @Test
  func `native code ends on a small stack as Lua does`() async throws {
    var text = "return {\n{ key = \"k0\", value = 1 },\n"
    for index in 1...9000 {
      text += "{ key = \"k\(index)\", value = function(c) return c.k\(index - 1) end },\n"
    }
    var loading = Budget.loading
    loading.time = nil
    let model = try RuleModel(
      sources: [RuleSource(text: text + "}")],
      options: RuleOptions(
        budget: Budget(depth: 10_000), loadingBudget: loading, plan: .native))
    let answer = await onOwnThread(stack: smallStack) { () -> String in
      outcome("k9000", in: RuleContext(model))
    }
    #expect(answer.contains("stack"), "\(answer)")
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `what is secret is masked`(plan: EvaluationMode) throws {
    let model = try RuleModel(
      text: """
        return {
          { key = "k", when = function(c) return c.token == "x" end, value = 1 },
          { key = "k", value = function(c) return error("no " .. c.token) end },
          { key = "copy", value = function(c) return c.token end },
          { key = "worse", value = function(c) return error("no " .. c.copy) end },
        }
        """, options: RuleOptions(plan: plan))
    var context = RuleContext(model)
    context.values.set("hidden-word", for: KeyID("token"), isSecret: true)
    for key in ["k", "worse"] {
      let text = outcome(key, in: context)
      #expect(!text.contains("hidden-word") && text.contains("•••"), "\(text)")
    }
  }
}
