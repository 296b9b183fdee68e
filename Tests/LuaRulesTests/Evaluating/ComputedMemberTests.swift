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
struct ComputedMemberTests {
  private static let animal = RuleKey<Animal?>(literal: "animal", default: nil)
  private static let veiled = RuleKey(literal: "veiled", default: Veiled())
  private static let asking = RuleKey<Asking?>(literal: "asking", default: nil)
  private static let word = RuleKey(literal: "word", default: "default")
  private static let count = RuleKey(literal: "count", default: 0)

  private func model(_ rules: String, plan: EvaluationMode = .native) throws -> RuleModel {
    try RuleModel(text: "return { \(rules) }", options: RuleOptions(plan: plan))
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

  @Test(arguments: [EvaluationMode.native, .lua])
  func `a question inside a question sees its chain, its values and its generation`(
    plan: EvaluationMode
  ) throws {
    let inner = Mutex<RuleContext?>(nil)
    let errors = Mutex<[RuleError.Code]>([])
    let live = try LiveRuleModel(sources: [])
    try live.replace(
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
      _ = try? live.replace(with: later)
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
      text: """
        return {
          { key = "count", when = function(c) return c.asking.answer == 1 end, value = 1 },
          { key = "count", value = 2 },
          { key = "word", value = function(c) for i = 1, 6000 do end return "done" end },
        }
        """, options: RuleOptions(budget: Budget(instructions: 20_000)))
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
      text:
        #"return { { key = "word", when = function(c) return c.animal.name == "cow" end, value = "moo" } }"#,
      schema: schema)
    var context = RuleContext(model)
    context[dynamic: Self.animal] = Animal("cat")
    for _ in 0..<4 { #expect(try context.value(for: Self.word) == "default") }
    context[dynamic: Self.animal] = Animal("cow")
    for _ in 0..<4 { #expect(try context.value(for: Self.word) == "moo") }
  }

  @Test func `what a plan cannot go on with is asked in the same question`() throws {
    let model = try model(
      """
      { key = "word", when = function(c) return c.animal.next > 0 end,
        value = function(c) return c.animal.name:rep(2) end },
      { key = "count", when = function(c) return c.animal.next < 0 end, value = 0 },
      { key = "count", when = function(c) return c.animal.name:find("^c") end,
        value = function(c) return c.animal.next end },
      { key = "ratio", value = function(c) return c.animal.next end },
      { key = "flag", when = function(c) return c.animal.next and c.animal.list end, value = true },
      { key = "chained", value = function(c) return c.count + c.animal.next end },
      { key = "none", when = function(c) return c.animal.next < 0 and c.animal.list end, value = 1 },
      """)
    func numbers<Value>(_ key: RuleKey<Value>, _ isRight: (Value) -> Bool) throws {
      var context = RuleContext(model)
      let cat = Animal("cat")
      context[dynamic: Self.animal] = cat
      for number in 0..<30 {
        #expect(isRight(try context.value(for: key)))
        // Each question has read the member once, and so has this line.
        #expect(cat.next == 6 + 2 * number, "\(key.name)")
      }
    }
    try numbers(Self.word) { $0 == "catcat" }
    try numbers(Self.count) { $0 > 0 }
    try numbers(RuleKey("ratio", default: 0.5)) { $0 > 4 }
    try numbers(RuleKey("flag", default: false)) { $0 }
    try numbers(RuleKey("chained", default: 0)) { $0 > 8 }
    try numbers(RuleKey("none", default: -5)) { $0 == -5 }
  }

  @Test func `a host function is called once in a question, whatever becomes of its answer`() throws
  {
    let calls = Mutex(0)
    let host = HostFunctions().adding("next") { () -> Int in
      calls.withLock {
        $0 += 1; return $0
      }
    }
    .adding("fail") { () throws -> Int in
      calls.withLock { $0 += 1 }
      throw RuleError(.hostFunction, "no luck")
    }
    for plan in [EvaluationMode.native, .lua] {
      let model = try RuleModel(
        text: """
          return {
            { key = "table", value = function(c) return { host.next(), 7 } end },
            { key = "text", value = function(c) return "n" .. host.next() end },
            { key = "wrong", value = function(c) return { host.next() } end },
            { key = "failing", value = function(c) return host.fail() end },
            { key = "any", value = function(c) return host.next() end },
            { key = "nobody", when = function(c) return host.next() < 0 end, value = 1 },
            { key = "constant", when = function(c) return host.next() > 0 end, value = { 1, 2 } },
          }
          """, host: host, options: RuleOptions(plan: plan))
      let context = RuleContext(model)
      func ask<Value>(_ key: RuleKey<Value>) throws {
        for _ in 0..<10 {
          let before = calls.withLock { $0 }
          _ = try? context.value(for: key)
          #expect(calls.withLock { $0 } == before + 1, "\(key.name)")
          _ = try? context.value(at: key.name, as: Value.self)
          #expect(calls.withLock { $0 } == before + 2, "\(key.name)")
        }
      }
      try ask(RuleKey("table", default: [Int]()))
      try ask(RuleKey("text", default: ""))
      try ask(RuleKey("wrong", default: 0))
      try ask(RuleKey("failing", default: 0))
      try ask(RuleKey<any Sendable>("any", default: 0))
      try ask(RuleKey("nobody", default: 0))
      try ask(RuleKey("constant", default: [Int]()))
    }
  }

  @Test func `an object that shows another one is what it shows`() throws {
    final class Proxy: RuleObject, Sendable {
      let name: String
      let target: Proxy?
      init(_ name: String, _ target: Proxy? = nil) { (self.name, self.target) = (name, target) }
      static let ruleMembers: RuleMembers<Proxy> = [.init("name", \.name)]
      var luaView: any LuaView { target?.layoutView ?? layoutView }
    }
    let key = RuleKey<Proxy?>("proxy", default: nil)
    for plan in [EvaluationMode.native, .lua] {
      let model = try model(
        #"{ key = "word", when = { proxy = { name = "inner" } }, value = "shown" },"#, plan: plan)
      for (proxy, expected) in [
        (Proxy("inner"), "shown"), (Proxy("outer", Proxy("inner")), "shown"),
        (Proxy("inner", Proxy("other")), "default"),
      ] {
        var context = RuleContext(model)
        context[dynamic: key] = proxy
        for _ in 0..<3 { #expect(try context.value(for: Self.word) == expected) }
      }
    }
  }

  @Test func `a member of a member at the same place is another one`() throws {
    struct Inner: RuleObject, Sendable {
      var stored = 2
      static let ruleMembers: RuleMembers<Inner> = [.init("a") { $0.stored }]
    }
    struct Outer: RuleObject, Sendable {
      var inner = Inner()
      static let ruleMembers: RuleMembers<Outer> = [
        .init("a") { _ in 1 }, .init("inner", \.inner),
      ]
    }
    let model = try model(
      """
      { key = "word", when = function(c) return c.outer.a == 1 and c.outer.inner.a == 2 end,
        value = "both" },
      """)
    var context = RuleContext(model)
    context[dynamic: RuleKey("outer", default: Outer())] = Outer()
    for _ in 0..<5 { #expect(try context.value(for: Self.word) == "both") }
  }

  @Test func `nothing is read once, too`() throws {
    struct Maybe: RuleObject, Sendable {
      let reads = SameStateTests.Counter()
      static let ruleMembers: RuleMembers<Maybe> = [
        .init("nothing") { maybe -> Int? in
          _ = maybe.reads.next()
          return nil
        },
        .init("list") { _ in [1] },
      ]
    }
    let model = try model(
      """
      { key = "word", when = function(c) return c.maybe.nothing == nil and c.maybe.list end,
        value = "none" },
      """)
    let maybe = Maybe()
    var context = RuleContext(model)
    context[dynamic: RuleKey("maybe", default: maybe)] = maybe
    for count in 0..<20 {
      #expect(try context.value(for: Self.word) == "none")
      #expect(maybe.reads.next() == 2 * count + 2)
    }
  }

  @Test func `an object is seen as its superclass shows it`() throws {
    class Base: RuleObject, @unchecked Sendable {
      typealias RuleObjectRoot = Base
      class var ruleMembers: RuleMembers<Base> { [.init("name") { _ in "base" }] }
      var luaView: any LuaView { layoutView }
    }
    final class Sub: Base, @unchecked Sendable {
      override class var ruleMembers: RuleMembers<Base> { [.init("name") { _ in "sub" }] }
    }
    let key = RuleKey<Sub?>("sub", default: nil)
    let answers = try [EvaluationMode.native, .lua].map { plan in
      let model = try model(
        #"{ key = "word", when = { sub = { name = "sub" } }, value = "sub" },"#, plan: plan)
      var context = RuleContext(model)
      context[dynamic: key] = Sub()
      return try (0..<4).map { _ in try context.value(for: Self.word) }
    }
    #expect(answers[0] == answers[1])
  }
}

/// What code of the host's may do while it computes a member.
struct ComputedMemberReentryTests {
  /// A document that may be locked, and then shows something else.
  private final class Document: RuleObject, Sendable {
    let isLocked = Mutex(false)
    static let ruleMembers: RuleMembers<Document> = [
      .init("reason") { _ in "none" }, .init("title") { _ in "Plans" },
    ]
    var luaView: any LuaView {
      isLocked.withLock { $0 } ? Lock().luaView : layoutView
    }
  }

  private struct Lock: RuleObject, Sendable {
    static let ruleMembers: RuleMembers<Lock> = [.init("by", \.by), .init("reason", \.reason)]
    var by = "Ann"
    var reason = "locked"
  }

  @Test func `a member that asks rules without an end is an error on a small stack`() async throws {
    struct Endless: RuleObject, Sendable {
      let model: RuleModel
      static let ruleMembers: RuleMembers<Endless> = [
        .init("status") { endless -> String in
          var context = RuleContext(endless.model)
          context["endless"] = Endless(model: endless.model)
          context.onError = { _ in }
          return (try? context.value(at: "word", as: String.self)) ?? "error"
        }
      ]
    }
    let model = try RuleModel(
      text: """
        return {
          { key = "word", when = function(c) return c.endless.status == "x" end, value = "x" },
          { key = "word", value = function(c) return c.endless.status end },
        }
        """, options: RuleOptions(budget: Budget(depth: 100_000)))
    let answer = await onOwnThread(stack: smallStack) { () -> String? in
      var context = RuleContext(model)
      context["endless"] = Endless(model: model)
      return try? context.value(at: "word", as: String.self)
    }
    #expect(answer == "error")
  }

  @Test(arguments: [EvaluationMode.native, .lua])
  func `an object that changes what it shows is read as it is shown`(plan: EvaluationMode) throws {
    let document = Document()
    let host: HostFunctions = [
      "lock": .function { [document] (_: RuleContext) in
        document.isLocked.withLock { $0 = true }
        return true
      }
    ]
    let model = try RuleModel(
      text: """
        return {
          { key = "word", when = function(c) return c.document.title == "Other" end, value = "other" },
          { key = "word", value = function(c) return host.lock(c) and c.next end },
          { key = "next", value = function(c) return c.document.reason end },
        }
        """, host: host, options: RuleOptions(plan: plan))
    for _ in 0..<3 {
      document.isLocked.withLock { $0 = false }
      var context = RuleContext(model)
      context["document"] = document
      // What was read of it first, counts for the whole question.
      #expect(try context.value(at: "word", as: String.self) == "none")
    }
  }

  @Test func `what a member reads of itself stays what it was`() throws {
    struct Nested: RuleObject, Sendable {
      let counter = SameStateTests.Counter()
      static let ruleMembers: RuleMembers<Nested> = [
        .init("count") { nested -> Int in
          let count = nested.counter.next()
          guard count == 1, let context = Nested.asking.withLock({ $0 }) else { return count }
          // The inner question reads the same member of the same value.
          _ = try? context.value(at: "inner", as: Int.self)
          return count
        }
      ]
      static let asking = Mutex<RuleContext?>(nil)
    }
    let model = try RuleModel(
      text: """
        return {
          { key = "word", when = function(c) return c.nested.count > 0 end,
            value = function(c) return c.nested.count .. "," .. c.inner end },
          { key = "inner", value = function(c) return c.nested.count end },
        }
        """)
    var context = RuleContext(model)
    context["nested"] = Nested()
    Nested.asking.withLock { $0 = context }
    defer { Nested.asking.withLock { $0 = nil } }
    let word = try context.value(at: "word", as: String.self)
    let parts = word.split(separator: ",")
    #expect(parts.count == 2 && parts[0] == parts[1], "\(word)")
  }

  @Test func `what a member that is a list reads of itself stays what it was`() throws {
    struct Listing: RuleObject {
      let counter = SameStateTests.Counter()
      static let ruleMembers: RuleMembers<Listing> = [
        .init("counts") { listing -> [Int] in
          let count = listing.counter.next()
          guard count == 1, let context = Listing.asking.withLock({ $0 }) else { return [count] }
          _ = try? context.value(at: "inner", as: Int.self)
          return [count]
        }
      ]
      static let asking = Mutex<RuleContext?>(nil)
    }
    let model = try RuleModel(
      text: """
        return {
          { key = "word", value = function(c) return c.listing.counts[1] .. "," .. c.inner end },
          { key = "inner", value = function(c) return c.listing.counts[1] end },
        }
        """)
    var context = RuleContext(model)
    context["listing"] = Listing()
    Listing.asking.withLock { $0 = context }
    defer { Listing.asking.withLock { $0 = nil } }
    let word = try context.value(at: "word", as: String.self)
    let parts = word.split(separator: ",")
    #expect(parts.count == 2 && parts[0] == parts[1], "\(word)")
  }
}
