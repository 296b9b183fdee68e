#if os(Linux)
  import Foundation
  import LuaRules
  import Testing

  private struct Person: RuleObject, Sendable {
    var name: String
    static let ruleMembers: RuleMembers<Person> = [.init("name", \.name)]
  }
  private struct PersonKey: DynamicEnvironmentKey { static let defaultValue: Person? = nil }
  extension DynamicEnvironmentPaths {
    fileprivate var person: Person? {
      get { self[dynamic: PersonKey.self] }
      set { self[dynamic: PersonKey.self] = newValue }
    }
  }

  /// Evaluations of every kind, over and over, on contexts that live on.
  private struct Workload {
    private static let rules = """
      { key = "constant", when = { number = 7 }, value = "seven" },
      { key = "nested", value = function(c) return c.double + c.double end },
      { key = "double", value = function(c) return c.number * 2 end },
      { key = "text", value = function(c) return c.person.name .. c.person.status .. c.number end },
      { key = "person.status", when = function(c) return c.number > 3 end, value = "gold" },
      { key = "table", value = function(c) return { a = { c.number, c.person }, b = "x" } end },
      { key = "host", value = function(c) return host.triple(c.number) + host.copied(c) end },
      { key = "failing", value = function(c) return 1 + error("no " .. c.number) end },
      { key = "broken", value = function(c) return host.broken(c) end },
      { key = "circle", value = function(c) return c.circle end },
      { key = "endless", value = function(c) while true do end return 1 end },
      """
    private static var host: HostFunctions {
      let host: HostFunctions = [
        "copied": .function { (c: RuleContext) in
          try c.with(\.person, nil).value(at: "double", as: Int.self)
        },
        "broken": .function { (_: RuleContext) in throw CocoaError(.fileNoSuchFile) },
      ]
      return host.adding("triple") { (number: Int) in number * 3 }
    }

    private static let answering = [
      "constant", "nested", "text", "host", "person.status", "person.name",
    ]
    private static let failing = ["table", "failing", "broken", "circle", "unknown"]

    private let keys: [String]
    private let isFailing: Bool
    private let model: RuleModel
    private let live: LiveRuleModel
    private let context: RuleContext
    private let liveContext: RuleContext

    init(isFailing: Bool) throws {
      self.isFailing = isFailing
      keys = isFailing ? Self.failing : Self.answering
      model = try RuleModel(
        text: "return {\n\(Self.rules)\n}", host: Self.host,
        options: RuleOptions(budget: Budget(instructions: 10_000)))
      var liveOptions = LiveRuleOptions()
      liveOptions.logger.logLevel = .critical
      live = try LiveRuleModel(sources: [], initialModel: model, live: liveOptions)
      context = RuleContext(model).with(\.person, Person(name: "Ann"))
      liveContext = RuleContext(live).with(\.person, Person(name: "Bob"))
    }

    func run(_ evaluations: Range<Int>) {
      for number in evaluations {
        var context = number % 3 == 0 ? liveContext : context
        context["number"] = number % 10
        context.onError = { _ in }
        let key = isFailing && number % 1_000 == 999 ? "endless" : keys[number % keys.count]
        _ = try? context.value(at: key, as: String.self)
        if number % 500 == 0 { _ = try? live.replace(with: model) }
        if number % 2_000 == 0 { load() }
      }
    }

    /// Loads rules anew, uses them once and lets go of them.
    private func load() {
      guard let fresh = try? RuleModel(text: "return {\n\(Self.rules)\n}", host: Self.host) else {
        return
      }
      _ = try? live.replace(with: fresh)
      _ = try? liveContext.value(at: "constant", as: String.self)
    }
  }

  struct FlatMemoryTests {
    /// How many evaluations are measured; the environment may ask for another
    /// number, and for none where memory cannot be measured.
    static let evaluations =
      ProcessInfo.processInfo.environment["FLAT_MEMORY_EVALUATIONS"].flatMap { Int($0) }
      ?? 60_000

    // Each runs in a process of its own, where no other test needs memory.

    @Test(.enabled(if: evaluations > 0))
    func `memory does not grow with the number of evaluations`() async {
      await #expect(processExitsWith: .success) {
        let growth = try Self.growth(of: Workload(isFailing: false))
        // A leaked object takes 32 bytes or more, so this tells of one in each fourth evaluation;
        // a million evaluations tell of one in sixty.
        #expect(growth < 1 << 18)
      }
    }

    @Test(.enabled(if: evaluations > 0))
    func `memory does not grow with the number of errors`() async {
      await #expect(processExitsWith: .success) {
        let growth = try Self.growth(of: Workload(isFailing: true))
        // The testing library keeps where errors were thrown, some megabytes of them.
        #expect(growth < 1 << 22)
      }
    }

    /// The bytes by which the memory of the process grows in the second half of the evaluations.
    private static func growth(of workload: Workload) throws -> Int {
      // The first half fills pools, kept generations and the allocator's own stores.
      workload.run(0..<evaluations / 2)
      let before = try ProcessUse().anonymousBytes
      workload.run(evaluations / 2..<evaluations)
      return try ProcessUse().anonymousBytes - before
    }
  }
#endif
