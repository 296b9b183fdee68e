import LuaRules
import Synchronization
import Testing

/// Rules in Swift, alone in a model.
@Suite struct SwiftRuleTests {
  typealias Item = SwiftRuleSamples.Item

  private static func context(
    _ model: RuleModel, _ change: (inout RuleContext) -> Void = { _ in }
  ) -> RuleContext {
    var context = RuleContext(model)
    change(&context)
    return context
  }

  private static func item(
    _ priority: SwiftRuleSamples.Priority, note: String? = nil, count: Int = 0
  ) -> Item {
    Item(title: "Buy beer", priority: priority, note: note, count: count)
  }

  @Test func `the rules of the issue answer`() throws {
    let model: RuleModel = [
      \.item?.priority == .low => \.tone <= .gray,
      (\.device == "mac" || \.device == "pad") => \.footer <= "high",
      \.item?.title == "IMPORTANT" => (\.heading <= "Can wait.").priority(.high),
      \.heading <= \.item?.title,
      \.subtitle <= \.heading,
    ]
    var context = RuleContext(model)
    #expect(try context.value(for: \.heading) == "untitled")
    context.item = Self.item(.low)
    #expect(try context.value(for: \.tone) == .gray)
    #expect(try context.value(for: \.footer) == "high")
    #expect(try context.value(for: \.subtitle) == "Buy beer")
    context.item?.title = "IMPORTANT"
    context.device = "watch"
    #expect(try context.value(for: \.subtitle) == "Can wait.")
    #expect(try context.value(for: \.footer) == "none")
  }

  /// A predicate with contexts in which it holds, and in which it does not.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let predicate: RulePredicate
    let holds: @Sendable (inout RuleContext) -> Void
    let fails: @Sendable (inout RuleContext) -> Void

    init(
      _ description: String, _ predicate: RulePredicate,
      holds: @escaping @Sendable (inout RuleContext) -> Void,
      fails: @escaping @Sendable (inout RuleContext) -> Void
    ) {
      self.description = description
      self.predicate = predicate
      self.holds = holds
      self.fails = fails
    }
  }

  private static let ann = SwiftRuleSamples.Member("Ann")

  static let cases: [Case] = [
    Case("text", \.device == "pad", holds: { $0.device = "pad" }, fails: { _ in }),
    Case("not text", \.device != "pad", holds: { _ in }, fails: { $0.device = "pad" }),
    Case(
      "quoted text", \.device == "a\"b\\\n\0c é\u{7F}",
      holds: { $0.device = "a\"b\\\n\0c é\u{7F}" }, fails: { $0.device = "a" }),
    Case("enum", \.tone == .red, holds: { $0.tone = .red }, fails: { _ in }),
    Case("raw enum", \.grade == .second, holds: { $0.grade = .second }, fails: { _ in }),
    // Ordered by the type, whatever the raw values are.
    Case("enum order", \.grade < .second, holds: { _ in }, fails: { $0.grade = .second }),
    Case("optional", \.subtitle == "a", holds: { $0.subtitle = "a" }, fails: { _ in }),
    Case("nothing", \.subtitle == nil, holds: { _ in }, fails: { $0.subtitle = "a" }),
    Case("something", \.subtitle != nil, holds: { $0.subtitle = "a" }, fails: { _ in }),
    Case("no object", \.item == nil, holds: { _ in }, fails: { $0.item = item(.low) }),
    Case(
      "chain", \.item?.priority == .low, holds: { $0.item = item(.low) }, fails: { _ in }),
    Case(
      "not chain", \.item?.priority != .low, holds: { _ in }, fails: { $0.item = item(.low) }),
    Case(
      "chain to nothing", \.item?.note == nil, holds: { $0.item = item(.low) },
      fails: { $0.item = item(.low, note: "x") }),
    Case(
      "computed member", \.item?.isUrgent == true, holds: { $0.item = item(.high) },
      fails: { $0.item = item(.low) }),
    Case(
      "member without a name", \.item?.hidden == 1, holds: { $0.item = item(.high) },
      fails: { $0.item?.hidden = 2 }),
    Case(
      "stored member", \.stock.author.name == "Bob", holds: { $0.stock.author.name = "Bob" },
      fails: { _ in }),
    Case(
      "optional stored member", \.stock.author.mail == nil, holds: { _ in },
      fails: { $0.stock.author.mail = "x" }),
    Case("integer", \.amount == .min, holds: { $0.amount = .min }, fails: { _ in }),
    Case("order", \.amount > 3, holds: { $0.amount = 4 }, fails: { $0.amount = 3 }),
    Case("at most", \.amount <= 3, holds: { $0.amount = 3 }, fails: { $0.amount = 4 }),
    Case(
      "order in a chain", \.item?.count < 3, holds: { $0.item = item(.low, count: 2) },
      fails: { _ in }),
    Case("at least", \.ratio >= 0.1, holds: { $0.ratio = 0.1 }, fails: { $0.ratio = -.infinity }),
    Case("infinity", \.ratio == .infinity, holds: { $0.ratio = .infinity }, fails: { _ in }),
    Case(
      "order of texts", \.device < "b", holds: { $0.device = "a" }, fails: { $0.device = "c" }),
    Case(
      "paths", \.amount == \.stock.count, holds: { $0.amount = 3 }, fails: { $0.amount = 4 }),
    Case(
      "paths with nothing", \.subtitle == \.item?.note, holds: { _ in },
      fails: { $0.subtitle = "a" }),
    Case(
      "order of paths", \.item?.count < \.amount,
      holds: {
        $0.item = item(.low, count: 2)
        $0.amount = 3
      }, fails: { _ in }),
    Case("list", \.labels == ["a"], holds: { $0.labels = ["a"] }, fails: { _ in }),
    Case("count", \.labels.count > 1, holds: { $0.labels = ["a", "b"] }, fails: { _ in }),
    Case(
      "object by value", \.member == SwiftRuleSamples.Member("Ann"), holds: { $0.member = ann },
      fails: { _ in }),
    Case(
      "identity", \.member === ann, holds: { $0.member = ann },
      fails: { $0.member = SwiftRuleSamples.Member("Ann") }),
    Case(
      "no identity", \.member !== ann, holds: { $0.member = SwiftRuleSamples.Member("Ann") },
      fails: { $0.member = ann }),
    Case(
      "identity of paths", \.member === \.owner,
      holds: {
        $0.member = ann
        $0.owner = ann
      }, fails: { $0.member = ann }),
    Case("truth", RulePredicate { $0.flag }, holds: { $0.flag = true }, fails: { _ in }),
    Case("not a path", !(\.flag), holds: { _ in }, fails: { $0.flag = true }),
    Case(
      "not all", !(\.flag == true && \.amount > 1), holds: { $0.flag = true },
      fails: {
        $0.flag = true
        $0.amount = 2
      }),
    Case(
      "closure among tests", \.flag == true && RulePredicate { $0.amount > 1 },
      holds: {
        $0.flag = true
        $0.amount = 2
      }, fails: { $0.flag = true }),
    Case(
      "alternatives", \.device == "pad" || \.device == "watch" || \.amount == 7,
      holds: { $0.amount = 7 }, fails: { _ in }),
    Case(
      "alternatives of one path", \.subtitle == "a" || \.subtitle == nil, holds: { _ in },
      fails: { $0.subtitle = "b" }),
    Case(
      "twice the same path", \.amount == 3 && \.amount == 3, holds: { $0.amount = 3 },
      fails: { _ in }),
  ]

  @Test(arguments: cases, [EvaluationMode.native, .lua])
  func `a predicate holds where it says`(one: Case, plan: EvaluationMode) throws {
    let rules: RuleModel = [one.predicate => \.footer <= "it holds"]
    let model = try RuleModel(sources: [.rules(rules)], options: RuleOptions(plan: plan))
    #expect(try Self.context(model, one.holds).value(for: \.footer) == "it holds")
    #expect(try Self.context(model, one.fails).value(for: \.footer) == "none")
    let opposite: RuleModel = [!one.predicate => \.footer <= "it fails"]
    #expect(try Self.context(opposite, one.holds).value(for: \.footer) == "none")
    #expect(try Self.context(opposite, one.fails).value(for: \.footer) == "it fails")
  }

  @Test func `constants of all kinds are given`() throws {
    let model: RuleModel = [
      \.tone <= .red, \.grade <= .second, \.subtitle <= "a\u{1}\"", \.amount <= .min,
      \.ratio <= 0.1, \.flag <= true, \.labels <= ["a", "b"], \.owner <= Self.ann,
      \.stock <= Item(title: "new", priority: .high, note: nil, count: 1), \.member <= nil,
      \.shown <= { _ in SwiftRuleSamples.Shown(text: "view") },
      SwiftRule(\.boxed, boxing: { _ in SwiftRuleSamples.Shown(text: "inside") }),
    ]
    let context = RuleContext(model)
    #expect(try context.value(for: \.tone) == .red)
    #expect(try context.value(for: \.grade) == .second)
    #expect(try context.value(for: \.subtitle) == "a\u{1}\"")
    #expect(try context.value(for: \.amount) == .min)
    #expect(try context.value(for: \.ratio) == 0.1)
    #expect(try context.value(for: \.flag))
    #expect(try context.value(for: \.labels) == ["a", "b"])
    #expect(try context.value(for: \.owner) === Self.ann)
    #expect(try context.value(for: \.stock.title) == "new")
    #expect(try context.value(for: \.shown) == SwiftRuleSamples.Shown(text: "view"))
    #expect(try context.value(for: \.boxed)?.text == "inside")
    #expect(try context.answer(for: \.member).source == .rule)
  }

  @Test func `an infinite constant is given`() throws {
    let model: RuleModel = [\.flag == true => \.ratio <= -.infinity, \.ratio <= .nan]
    #expect(try RuleContext(model).value(for: \.ratio).isNaN)
    #expect(try Self.context(model) { $0.flag = true }.value(for: \.ratio) == -.infinity)
  }

  @Test func `what is nothing declines`() throws {
    let model: RuleModel = [
      (\.footer <= \.item?.title).priority(.high),
      (\.footer <= { $0.subtitle }).priority(101),
      \.footer <= "the last",
    ]
    #expect(try RuleContext(model).value(for: \.footer) == "the last")
    #expect(try Self.context(model) { $0.subtitle = "s" }.value(for: \.footer) == "s")
    #expect(
      try Self.context(model) { $0.item = Self.item(.low) }.value(for: \.footer) == "Buy beer")
  }

  @Test func `rules in a list share a predicate`() throws {
    let model: RuleModel = [
      \.device == "pad" => [
        \.footer <= "pad",
        \.flag => [\.footer <= "flagged pad", (\.heading <= "low").priority(.low)],
      ],
      \.footer <= "any",
      \.heading <= "normal",
    ]
    let pad = Self.context(model) { $0.device = "pad" }
    #expect(try pad.value(for: \.footer) == "pad")
    #expect(try pad.with(\.flag, true).value(for: \.footer) == "flagged pad")
    #expect(try pad.with(\.flag, true).value(for: \.heading) == "normal")
    #expect(try RuleContext(model).value(for: \.footer) == "any")
  }

  @Test func `a closure's failing question fails the question`() throws {
    let model: RuleModel = [
      \.heading <= { $0.subtitle ?? "" },
      \.subtitle <= { $0.heading },
      { $0.heading.isEmpty } => \.footer <= "never",
    ]
    let context = RuleContext(model)
    let circle = "`heading` depends on itself: heading → subtitle → heading"
    for error in [
      #expect(throws: RuleError.self) { try context.value(for: \.heading) },
      #expect(throws: RuleError.self) { try context.value(for: \.footer) },
    ] {
      #expect(error?.code == .cycle)
      #expect(error?.message.contains("depends on itself") == true)
    }
    let error = #expect(throws: RuleError.self) { try context.value(for: \.heading) }
    #expect(error?.message == circle)
  }

  @Test func `who keeps the context of a closure finds an ordinary one`() throws {
    let model = try RuleModel(
      sources: [
        .rules([\.ratio <= { Double($0.with(\.amount, 3).amount) }]),
        RuleSource(text: "return { { key = 'amount', value = function(c) error('bad') end } }"),
      ])
    #expect(try RuleContext(model).value(for: \.ratio) == 3)
    let log = ErrorLog()
    let keeper = ContextKeeper()
    let keeping: RuleModel = [\.footer <= { context in keeper.keep(context) }]
    var context = RuleContext(try RuleModel(sources: [.rules(keeping)]).fallback(model))
    context.onError = { log.add($0) }
    #expect(try context.value(for: \.footer) == "kept")
    #expect(keeper.kept?.amount == 0)
    #expect(log.all.count == 1)
  }

  @Test func `what a closure throws names the rule`() throws {
    struct Failure: Error {}
    let model: RuleModel = [
      \.heading <= "x",
      (\.footer <= { _ in throw Failure() }).named("broken"),
    ]
    let error = #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.footer) }
    #expect(
      "\(try #require(error))" == """
        Swift rules:2: error: `the closure of Swift rules:2` failed: Failure() [host-function]
        """)
  }

  @Test @MainActor func `a value is made on the main actor`() throws {
    let model: RuleModel = [SwiftRule(\.footer, onMainActor: { _ in Self.onMain() })]
    #expect(try RuleContext(model).value(for: \.footer) == "main")
  }

  @MainActor private static func onMain() -> String { "main" }

  @Test func `a value for the main actor fails elsewhere`() async throws {
    let model: RuleModel = [SwiftRule(\.footer, onMainActor: { _ in Self.onMain() })]
    let error = await onOwnThread {
      #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.footer) }
    }
    #expect(
      error?.message == "`the closure of Swift rules:1` works on the main actor only")
  }
}

private final class ContextKeeper: Sendable {
  private let context = Mutex<RuleContext?>(nil)
  var kept: RuleContext? { context.withLock { $0 } }

  func keep(_ context: RuleContext) -> String {
    self.context.withLock { $0 = context }
    return "kept"
  }
}
