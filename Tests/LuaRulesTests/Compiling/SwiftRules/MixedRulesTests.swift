import Foundation
import Testing

@testable import LuaRules

extension DynamicEnvironmentPaths {
  fileprivate var shout: String { heading.uppercased() }
  fileprivate var unflagged: Bool { !flag }
  fileprivate var shownTone: SwiftRuleSamples.Tone { tone == .gray ? .red : tone }
  fileprivate var shownSubtitle: String? { subtitle ?? "none" }
  fileprivate var plainTone: SwiftRuleSamples.Tone { tone }
}

/// Rules in Swift beside rules in Lua.
@Suite struct MixedRulesTests {
  private static let lua = RuleSource(
    text: """
      return {
        { key = "heading", when = { device = "pad" }, value = "Lua on a pad" },
        { key = "heading", value = function(c) return c.footer .. "!" end, priority = "low" },
        { key = "amount", value = 7 },
      }
      """, name: "lua.lua")

  @Test func `both are in one order`() throws {
    let swift: RuleModel = [
      \.heading <= "Swift",
      \.device == "pad" && \.flag == true => \.heading <= "Swift on a flagged pad",
      \.device == "watch" => (\.heading <= "important").priority(.important),
      \.device == "pad" => \.heading <= "Swift on a pad",
    ]
    func heading(
      _ sources: [RuleSource], _ device: String, flag: Bool = false
    ) throws -> String {
      var context = RuleContext(try RuleModel(sources: sources))
      context.device = device
      context.flag = flag
      return try context.value(for: \.heading)
    }
    let sources = [Self.lua, .rules(swift)]
    #expect(try heading(sources, "mac") == "Swift")
    #expect(try heading(sources, "pad") == "Lua on a pad")
    #expect(try heading(sources.reversed(), "pad") == "Swift on a pad")
    #expect(try heading(sources, "pad", flag: true) == "Swift on a flagged pad")
    #expect(try heading(sources, "watch") == "important")
  }

  @Test func `each reads what the other gives`() throws {
    let swift: RuleModel = [
      \.amount > 5 => \.footer <= { "many: \($0.amount)" },
      \.footer <= "few",
    ]
    var context = RuleContext(try RuleModel(sources: [Self.lua, .rules(swift)]))
    context.device = "mac"
    #expect(try context.value(for: \.heading) == "many: 7!")
    let circle: RuleModel = [\.footer <= \.heading]
    context.model = try RuleModel(sources: [Self.lua, .rules(circle)])
    let error = #expect(throws: RuleError.self) { try context.value(for: \.heading) }
    #expect(error?.message == "`heading` depends on itself: heading → footer → heading")
  }

  @Test func `they may be a fallback`() throws {
    let defaults: RuleModel = [\.heading <= "default", \.footer <= "default"]
    let model = try RuleModel(sources: [Self.lua]).fallback(defaults)
    var context = RuleContext(model)
    context.device = "mac"
    #expect(try context.value(for: \.heading) == "default!")
    #expect(try context.value(for: \.amount) == 7)
  }

  @Test func `several lists have names of their own`() throws {
    struct Failure: Error {}
    let model = try RuleModel(sources: [
      .rules([\.heading <= "x"]), .rules([\.footer <= { _ in throw Failure() }]),
    ])
    let error = #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.footer) }
    #expect(error?.location == SourceLocation(file: "Swift rules 2", line: 1))
    #expect(try RuleContext(model).value(for: \.heading) == "x")
  }

  @Test func `keys that they name are declared`() throws {
    let model = try RuleModel(sources: [
      .rules([\.flag == true => \.heading <= "flagged"]),
      RuleSource(
        text: "return { { key = 'footer', value = function(c) return tostring(c.flag) end } }"),
    ])
    #expect(try RuleContext(model).value(for: \.footer) == "false")
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [
        .rules([\.tone <= .gray]), RuleSource(text: "return { { key = 'tone', value = 'grey' } }"),
      ])
    }
    #expect(error?.hint == "did you mean \"gray\"?")
  }

  // MARK: Mistakes

  @Test func `a path that is no key's is told`() throws {
    let rules: RuleModel = [\.heading <= "x", \.wantsTraceback == true => \.footer <= "x"]
    let expected = """
      Swift rules:2: error: a path does not begin with the accessor of a key [not-an-accessor]
        hint: an accessor is written `self[dynamic: SomeKey.self]`
      """
    let loading = #expect(throws: RuleError.self) { try RuleModel(sources: [.rules(rules)]) }
    #expect("\(try #require(loading))" == expected)
    let asking = #expect(throws: RuleError.self) { try RuleContext(rules).value(for: \.heading) }
    #expect("\(try #require(asking))" == expected)
    let lua = try RuleModel(sources: [Self.lua])
    #expect(throws: RuleError.self) {
      try RuleContext(lua.fallback(rules)).value(for: \.amount)
    }
  }

  @Test func `what is made of a key is not taken for it`() throws {
    for rules: RuleModel in [
      [\.shout == "X" => \.footer <= "x"], [\.unflagged => \.footer <= "x"], [\.footer <= \.shout],
      [\.shownTone == .red => \.footer <= "x"], [\.shownSubtitle == nil => \.footer <= "x"],
    ] {
      let error = #expect(throws: RuleError.self) { try RuleContext(rules).value(for: \.footer) }
      #expect(error?.code == .notAnAccessor)
    }
  }

  @Test func `another name of an accessor is one`() throws {
    var context = RuleContext([\.plainTone == .red => \.footer <= "x"] as RuleModel)
    context.tone = .red
    #expect(try context.value(for: \.footer) == "x")
  }

  @Test func `a rule for a path is seen by conditions that Lua cannot test`() throws {
    let rules: RuleModel = [
      \.device == "pad" => \.stock.title <= "aaa",
      \.stock.title < "m" => \.heading <= "early",
      \.heading <= "late",
    ]
    var context = RuleContext(rules)
    context.device = "mac"
    #expect(try context.value(for: \.heading) == "late")
    context.device = "pad"
    #expect(try context.value(for: \.heading) == "early")
  }

  @Test func `a live model does not begin with what makes no model`() async throws {
    let broken: RuleModel = [\.wantsTraceback == true => \.footer <= "x"]
    let bad = RuleSource(text: "return {", name: "bad.lua")
    let error = #expect(throws: RuleError.self) {
      try LiveRuleModel(sources: [bad], initialModel: broken)
    }
    #expect(error?.code == .notAnAccessor)
    let live = try LiveRuleModel(sources: [.rules([\.footer <= "good"])])
    #expect(throws: RuleError.self) { try live.replace(with: broken) }
    #expect(live.generation == 1)
    #expect(try RuleContext(live).value(for: \.footer) == "good")
  }

  @Test func `a rule for a member without a name is told`() {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [.rules([\.stock.hidden <= 3])])
    }
    #expect(error?.code == .notAnAccessor)
    #expect(error?.location == SourceLocation(file: "Swift rules", line: 1))
  }

  @Test func `a priority out of range is told`() {
    let error = #expect(throws: RuleError.self) {
      try RuleModel(sources: [.rules([(\.heading <= "x").priority(40_000)])])
    }
    #expect(error?.code == .badPriority)
  }

  @Test func `only a list of rules is a source`() throws {
    let lua = try RuleModel(sources: [Self.lua])
    for model in [lua, lua.fallback([\.heading <= "x"])] {
      let error = #expect(throws: RuleError.self) { try RuleModel(sources: [.rules(model)]) }
      #expect(error?.code == .noRules)
    }
    #expect(try RuleModel(sources: [.rules([]), Self.lua]).ruleCount == 3)
  }

  // MARK: Beside Lua

  @Test func `a rule for a member is one for its path`() throws {
    let model: RuleModel = [\.stock.title <= "ruled"]
    #expect(model.assignedKeys == ["stock.title"])
    #expect(try RuleContext(model).value(at: "stock.title", as: String.self) == "ruled")
  }

  @Test func `what has names is decided without Lua`() throws {
    let model: RuleModel = [
      \.item?.priority == .low && \.amount < 3 => \.tone <= .gray,
      (\.item?.title == "a" || \.flag == true) && \.subtitle != nil => \.tone <= .red,
      \.item?.count < \.amount => \.tone <= .red,
      \.heading <= \.item?.title,
    ]
    var context = RuleContext(model)
    context.item = .init(title: "b", priority: .low, note: nil, count: 9)
    let core = try #require(model.current.first)
    // The plans are made at the first question, with a state.
    #expect(context.tone == .gray && context.heading == "b")
    let answers = try core.needsNoState {
      (try context.value(for: \.tone), try context.value(for: \.heading))
    }
    #expect(answers == (.gray, "b"))
  }

  @Test func `a rule that others may not call is refused to them`() throws {
    let model = try RuleModel(sources: [
      .rules([\.heading <= { _ in "secret" }]),
      RuleSource(
        text: "return { { key = 'footer', value = host['Swift rules:1'] } }", name: "foreign.lua",
        grant: Grant(assign: [\.footer])),
    ])
    let error = #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.footer) }
    #expect(error?.code == .notGranted)
  }

  @Test func `they are explained`() throws {
    let model: RuleModel = [
      \.item?.priority == .low => \.heading <= "low",
      (\.amount > 3 => \.heading <= "many").named("many things"),
      { $0.flag } => \.heading <= "closure",
      \.heading <= "else",
    ]
    var context = RuleContext(model)
    context.item = .init(title: "b", priority: .high, note: nil, count: 9)
    #expect(
      "\(context.explain(\.heading))" == """
        heading is "else", by the rule at Swift rules:4
          Swift rules:1: not matched (priority 100, complexity 1; declared before the next)
            `item.priority = "low"`: was "high"
            1 | return { { key = "heading", when = { ["item.priority"] = "low" }, value = "low" },
              |                                        ^^^^^^^^^^^^^
          Swift rules:2 `many things`: not matched (priority 100, complexity 1; declared before the next)
            `c.amount > 3`: was 0
            2 | … name = "many things", when = function(c) return c.amount > 3 end, complexity = 1, value = "many" },
              |                                                   ^^^^^^^^^^^^
          Swift rules:3: not matched (priority 100, complexity 1; before the next by complexity)
            `the closure of Swift rules:3` did not hold
            3 | { key = "heading", when = host["Swift rules:3"], value = "closure" },
              |                    ^^^^
          Swift rules:4: won (priority 100, complexity 0)
          item is { priority = "high", … }, set on the context
          amount is 0, the default: no rule gave it
        """)
  }

  @Test func `a live model has them, and a stored generation has those of now`() throws {
    let folder = try RuleFolder()
    let file = URL(filePath: folder.path("rules.lua"))
    try folder.write("return { { key = 'footer', value = 'Lua' } }", to: "rules.lua")
    let store = URL(filePath: folder.path("store"))
    func live(_ text: String) throws -> LiveRuleModel {
      try LiveRuleModel(
        sources: [
          .folder(file),
          .rules([\.amount <= 1, \.footer == "Lua" => \.heading <= { _ in text }]),
        ], archive: store)
    }
    #expect(try RuleContext(live("then")).value(for: \.heading) == "then")
    try folder.write("return {", to: "rules.lua")
    #expect(try RuleContext(live("now")).value(for: \.heading) == "now")
  }

  @Test func `a stored generation has lists of rules that came later, in their places`() throws {
    let folder = try RuleFolder()
    let file = URL(filePath: folder.path("rules.lua"))
    try folder.write("return { { key = 'footer', value = 'Lua' } }", to: "rules.lua")
    let store = URL(filePath: folder.path("store"))
    func context(_ sources: [RuleSource]) throws -> RuleContext {
      RuleContext(try LiveRuleModel(sources: sources, archive: store))
    }
    let first: RuleSource = .rules([\.footer <= "first", \.amount <= 1])
    let last: RuleSource = .rules([\.footer <= "last", \.heading <= "last"])
    #expect(try context([.folder(file)]).footer == "Lua")
    try folder.write("return {", to: "rules.lua")
    let added = try context([first, .folder(file), last])
    #expect(added.footer == "first" && added.amount == 1 && added.heading == "last")
    try folder.write("return { { key = 'footer', value = 'Lua' } }", to: "rules.lua")
    #expect(try context([first, .folder(file), last]).footer == "first")
    try folder.write("return {", to: "rules.lua")
    let removed = try context([.folder(file), last])
    #expect(removed.footer == "Lua" && removed.heading == "last")
    #expect(removed.amount != 1)
  }

  @Test func `threads may ask and make them at once`() async throws {
    let answers = await onOwnThreads(8) { number in
      let model: RuleModel = [\.amount == number => \.heading <= { "\($0.amount)" }]
      var context = RuleContext(model)
      context.amount = number
      return context.heading
    }
    #expect(Set(answers) == Set((0..<8).map { "\($0)" }))
  }

  // MARK: Complexity

  static let complexities: [(name: String, predicate: RulePredicate, complexity: Int)] = [
    ("one", \.amount == 1, 1),
    ("opposite", \.amount != 1, 1),
    ("chain", \.item?.note == "x", 1),
    ("order in a chain", \.item?.count < 3, 1),
    ("closure", RulePredicate { $0.flag }, 1),
    ("both", \.amount > 1 && \.flag == true, 2),
    ("either", \.amount > 1 || \.flag == true, 1),
    ("neither", !(\.amount > 1 || \.flag == true), 2),
    ("not both", !(\.amount > 1 && \.flag == true), 1),
    ("the cheaper", (\.amount > 1 && \.flag == true) || \.device == "x", 1),
    ("the same twice", \.amount > 1 && \.amount > 1, 1),
    ("never", \.amount > 1 && !(\.amount > 1), 0),
    ("always", \.amount > 1 || !(\.amount > 1), 0),
    ("pattern", \.device == "x" && \.flag == true && \.subtitle == nil, 3),
    ("one of", \.device == "x" || \.device == "y", 1),
    (
      "shared", (\.device == "x" && \.flag == true) || (\.device != "x" && \.flag == true), 1
    ),
  ]

  @Test(arguments: complexities)
  func `a predicate is as complex as the design says`(
    name: String, predicate: RulePredicate, complexity: Int
  ) throws {
    let model: RuleModel = [predicate => \.heading <= "x"]
    #expect(model.current.flatMap(\.rules).map(\.rank.complexity) == [complexity], "\(name)")
  }

  @Test func `a long predicate is as complex as its shortest way`() throws {
    var long = \.amount == 0 && \.amount == 0
    for number in 1..<40 { long = long && \.amount != number }
    let model: RuleModel = [long => \.heading <= "x"]
    #expect(model.current.flatMap(\.rules).map(\.rank.complexity) == [41])
  }

  // MARK: Models in models

  @Test func `a model stands in another one, behind a predicate`() throws {
    let inner: RuleModel = [
      \.heading == "x" => \.footer <= "inner",
      (\.footer <= "low").priority(.low),
    ]
    let model: RuleModel = [
      \.device == "watch" => SwiftRule(inner),
      \.footer <= "outer",
    ]
    var context = RuleContext(model)
    context["heading"] = "x"
    #expect(context.footer == "outer")
    context.device = "watch"
    #expect(context.footer == "inner")
    context["heading"] = "y"
    #expect(context.footer == "outer")
    #expect(try #require(model.current.first).rules.map(\.rank.complexity) == [2, 1, 0])
  }

  @Test func `a model that is no list of rules cannot stand in one`() throws {
    let other = try RuleModel(text: "return { { key = 'footer', value = 'Lua' } }")
    let model: RuleModel = [\.device == "watch" => SwiftRule(other), \.footer <= "outer"]
    let error = #expect(throws: RuleError.self) { try RuleContext(model).value(for: \.footer) }
    #expect(error?.code == .noRules)
  }

  // MARK: Lines

  private func lined(_ lines: [Int], file: String = "App/Rules.swift") -> RuleModel {
    let rules: [SwiftRule] = [
      \.heading == "x" => \.footer <= "first",
      { context in
        if context.heading == "boom" { throw CancellationError() }
        return false
      } => \.footer <= { _ in "second" },
      \.footer <= { _ in "third" },
    ]
    return RuleModel(zip(lines, rules).map { SwiftRule(line: $0, $1) }, file: file)
  }

  @Test func `rules that know their lines are called by them`() throws {
    let explanation = RuleContext(lined([7, 12, 12])).explain(\.footer).description
    for line in [
      "by the rule at App/Rules.swift:12", "App/Rules.swift:7: not matched",
      #"7 | { key = "footer", when ="#,
    ] { #expect(explanation.contains(line), "\(line) in \(explanation)") }
    var context = RuleContext(lined([7, 12, 13]))
    context["heading"] = "boom"
    let error = #expect(throws: RuleError.self) { try context.value(for: \.footer) }
    #expect(error?.location == SourceLocation(file: "App/Rules.swift", line: 12))
    #expect(error?.message.contains("App/Rules.swift:12") == true)
  }

  @Test(arguments: [[3, 2, 9], [0, 1, 2], [1, 2, 1_000_000]])
  func `lines that are out of order are not told`(lines: [Int]) throws {
    let explanation = RuleContext(lined(lines)).explain(\.footer).description
    #expect(explanation.contains("Swift rules:2") && !explanation.contains("App/Rules"))
  }

  @Test func `lists of one file stand side by side`() throws {
    let model = try RuleModel(sources: [
      .rules(lined([5, 6, 7])), .rules(lined([5, 6, 7])),
      .rules(lined([5, 6, 7], file: "b.swift")),
    ])
    let files = Set(try #require(model.current.first).rules.map(\.location.file))
    #expect(files == ["App/Rules.swift", "Swift rules 2", "b.swift"])
  }

  @Test func `what has a line keeps it, and a list gives the others its own`() throws {
    // In another model they have the line of the place where they stand.
    let outer = RuleModel(
      [
        SwiftRule(line: 3, SwiftRule(lined([7, 12, 13]))), SwiftRule(line: 9, \.heading <= "z"),
      ],
      file: "b.swift")
    #expect(try #require(outer.current.first).rules.map(\.location.line) == [3, 3, 3, 9])
    let model = RuleModel(
      [SwiftRule(line: 4, [SwiftRule(line: 5, \.heading <= "a"), \.footer <= "b"])],
      file: "a.swift"
    )
    // The second one would stand above the first.
    #expect(try #require(model.current.first).rules[0].location.file == "Swift rules")
    let ordered = RuleModel(
      [SwiftRule(line: 4, [\.heading <= "a", SwiftRule(line: 5, \.footer <= "b")])],
      file: "a.swift"
    )
    #expect(try #require(ordered.current.first).rules.map(\.location.line) == [4, 5])
  }
}
