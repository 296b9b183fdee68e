import LuaBridge
import Synchronization
import Testing

@testable import LuaRules

private class Animal: RuleObject, @unchecked Sendable {
  let name: String
  private let legs = Mutex(4)

  init(_ name: String) { self.name = name }

  var sound: String { "none" }

  /// Another number at each reading.
  var next: Int {
    legs.withLock {
      $0 += 1; return $0
    }
  }

  static let ruleMembers: RuleMembers<Animal> = [
    .init("name", \.name), .init("sound") { $0.sound }, .init("next") { $0.next },
    .init("none") { _ in Int?.none }, .init("list") { _ in [1, 2] },
  ]
}

private final class Dog: Animal, @unchecked Sendable {
  override var sound: String { "wuff" }
}

private final class Veiled: RuleObject, Sendable {
  let name = "hidden"

  static let ruleMembers: RuleMembers<Veiled> = [.init("name", \.name)]

  var luaView: any LuaView { Dog("shown").luaView }
}

/// A struct whose member asks rules.
private struct Asking: RuleObject, Sendable {
  let ask: @Sendable () -> Int

  static let ruleMembers: RuleMembers<Asking> = [.init("answer") { $0.ask() }]
}

/// Code of the host's that plans run: it belongs to the question, and runs once in it.
struct HostReadsTests {
  private static let animal = RuleKey<Animal?>(literal: "animal", default: nil)
  private static let veiled = RuleKey(literal: "veiled", default: Veiled())
  private static let asking = RuleKey<Asking?>(literal: "asking", default: nil)
  private static let word = RuleKey(literal: "word", default: "default")
  private static let count = RuleKey(literal: "count", default: 0)

  private func model(_ rules: String, plan: PlanMode = .native) throws -> RuleModel {
    try RuleModel("return { \(rules) }", plan: plan)
  }

  @Test func `objects of a class and of its subclass show their members`() throws {
    let model = try model(
      """
      { key = "word", when = function(c) return c.animal.sound == "wuff" end,
        value = function(c) return c.animal.name end },
      { key = "word", when = function(c) return c.animal.none end, value = "never" },
      { key = "word", when = { animal = { name = "cat" } }, value = "purr" },
      { key = "word", when = function(c) return #c.animal.list == 2 end, value = "two" },
      """)
    for _ in 0..<3 {
      for (animal, expected) in [
        (Animal("cat"), "purr"), (Dog("Rex"), "Rex"), (Animal("fish"), "two"),
      ] {
        var context = RuleContext(model)
        context[dynamic: Self.animal] = animal
        for _ in 0..<3 { #expect(try context.value(for: Self.word) == expected) }
      }
    }
  }

  @Test func `a view of the type's own is what rules see`() throws {
    let model = try model(
      #"{ key = "word", when = function(c) return c.veiled.name == "shown" end, value = "seen" },"#)
    var context = RuleContext(model)
    context[dynamic: Self.veiled] = Veiled()
    for _ in 0..<3 { #expect(try context.value(for: Self.word) == "seen") }
  }

  @Test func `a member is read once in a question`() throws {
    let model = try model(
      """
      { key = "count", when = function(c) return c.animal.next < 0 end, value = -1 },
      { key = "count", when = function(c) return c.animal.next > 1000 end, value = -2 },
      { key = "count", value = function(c) return c.animal.next end },
      """)
    var context = RuleContext(model)
    context[dynamic: Self.animal] = Animal("cat")
    for number in 5...20 { #expect(try context.value(for: Self.count) == number) }
  }

  @Test(arguments: [PlanMode.native, .lua])
  func `a question inside a question sees its chain, its values and its generation`(
    plan: PlanMode
  ) throws {
    let inner = Mutex<RuleContext?>(nil)
    let errors = Mutex<[RuleError.Code]>([])
    let live = try LiveRuleModel(sources: [])
    live.replace(
      with: try model(
        """
        { key = "count", when = function(c) return c.asking.answer > 100 end, value = -1 },
        { key = "count", value = function(c) return c.asking.answer end },
        { key = "word", value = "first" },
        """, plan: plan))
    let later = try model(#"{ key = "word", value = "second" }, { key = "count", value = 7 },"#)
    var context = RuleContext(live)
    context[dynamic: Self.asking] = Asking {
      guard let context = inner.withLock({ $0 }) else { return 5 }
      do throws(RuleError) {
        _ = try context.value(for: Self.count)
      } catch {
        errors.withLock { $0.append(error.code) }
      }
      live.replace(with: later)
      // The generation with which the question began.
      return (try? context.value(for: Self.word)) == "first" ? 1 : 2
    }
    // What is asked before has prepared the plan, but not run the member inside a question.
    for _ in 0..<3 { #expect(try context.value(for: Self.count) == 5) }
    inner.withLock { $0 = context }
    let answer = try context.value(for: Self.count)
    #expect(answer == 1)
    #expect(errors.withLock { $0 } == [.cycle])
    #expect(try context.value(for: Self.word) == "second")
    inner.withLock { $0 = nil }
  }

  @Test func `a question inside a question has what is left of the budget`() throws {
    let inner = Mutex<RuleContext?>(nil)
    let model = try RuleModel(
      """
      return {
        { key = "count", when = function(c) return c.asking.answer == 1 end, value = 1 },
        { key = "count", value = 2 },
        { key = "word", value = function(c) for i = 1, 6000 do end return "done" end },
      }
      """, budget: Budget(instructions: 20_000))
    var context = RuleContext(model)
    context[dynamic: Self.asking] = Asking {
      guard let context = inner.withLock({ $0 }) else { return 1 }
      var other = context
      let answers = (0..<10).map { number in
        other["turn"] = number
        return (try? other.value(for: Self.word)) != nil
      }
      return answers.contains(false) ? 1 : 0
    }
    for _ in 0..<3 { #expect(try context.value(for: Self.count) == 1) }
    inner.withLock { $0 = context }
    for _ in 0..<3 { #expect(try context.value(for: Self.count) == 1) }
    inner.withLock { $0 = nil }
  }

  @Test func `the default is given where no candidate holds`() throws {
    let schema = RuleSchema(Self.word)
    let model = try RuleModel(
      #"return { { key = "word", when = function(c) return c.animal.name == "cow" end, value = "moo" } }"#,
      schema: schema)
    var context = RuleContext(model)
    context[dynamic: Self.animal] = Animal("cat")
    for _ in 0..<4 { #expect(try context.value(for: Self.word) == "default") }
    context[dynamic: Self.animal] = Animal("cow")
    for _ in 0..<4 { #expect(try context.value(for: Self.word) == "moo") }
  }
}
