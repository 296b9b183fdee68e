import Logging
import LuaRules
import Synchronization
import Testing

private struct CountKey: DynamicEnvironmentKey { static let defaultValue = 7 }
extension DynamicEnvironmentPaths {
  fileprivate var count: Int { self[dynamic: CountKey.self] }
}

private final class Tree: RuleEnvironment, @unchecked Sendable {
  @Derived var next: Tree
}

struct ErrorReportTests {
  private static let bad = "{ key = \"count\", value = function(c) return \"x\" .. c.n end },"
  private static func error(_ number: Int) -> String {
    "rules.lua:2: error: rule for `count` gives \"x\(number)\"; expected an integer [wrong-type]"
  }

  @Test func `an accessor hands each error to onError once, and gives the default`() throws {
    let log = ErrorLog()
    var context = RuleContext(try model(Self.bad))
    context["n"] = 1
    context.onError = { log.add($0) }
    #expect((context.count, context.count) == (7, 7))
    #expect(log.all.map(\.description) == [Self.error(1)])
    // Copies share the handler, and what it has received.
    var copy = context
    copy["n"] = 2
    #expect((copy.count, copy.count, context.count) == (7, 7, 7))
    #expect(log.all.map(\.description) == [Self.error(1), Self.error(2)])
    // A question that throws reports nothing.
    copy["n"] = 3
    #expect(throws: RuleError.self) { try copy.value(for: \.count) }
    #expect(log.all.count == 2)
    // Another handler has received nothing yet, and other rules have other errors.
    context.onError = { log.add($0) }
    #expect(context.count == 7)
    #expect(log.all.count == 3)
    context.model = try model(Self.bad)
    #expect((context.count, context.count) == (7, 7))
    #expect(log.all.count == 4)
  }

  @Test func `the handler of an environment receives each error once for each generation`()
    async throws
  {
    let log = ErrorLog()
    let text = "return {\n\(Self.bad)\n}"
    let files = MemoryFileSystem(["rules.lua": text])
    var options = RuleOptions()
    options.fileSystem = files
    let live = try LiveRuleModel(sources: [RuleSource(path: "rules.lua")], options: options)
    let environment = Tree(live.model)
    environment.onError = { log.add($0) }
    let child = environment.next
    child["n"] = 1
    environment["n"] = 1
    #expect((child.count, environment.count, child.count) == (7, 7, 7))
    #expect(log.all.count == 1)
    files["rules.lua"] = text + "\n"
    try await live.reload()
    #expect((child.count, environment.count, child.count) == (7, 7, 7))
    #expect(log.all.count == 2)
  }

  @Test func `a message is logged once, whichever context met it`() throws {
    let lines = LogLines()
    let rules = try model(Self.bad)
    for _ in 1...3 {
      for number in 1...2 {
        var context = RuleContext(rules)
        context.logger = lines.logger
        context["n"] = number
        #expect(context.count == 7)
      }
    }
    #expect(lines.all == ["error: \(Self.error(1))", "error: \(Self.error(2))"])
    // Another model of the same text tells for itself.
    var other = RuleContext(try model(Self.bad))
    other.logger = lines.logger
    other["n"] = 1
    _ = other.count
    #expect(lines.all.count == 3)
  }

  @Test func `a new generation tells again`() async throws {
    let lines = LogLines()
    let text = "return {\n\(Self.bad)\n}"
    let files = MemoryFileSystem(["rules.lua": text])
    var options = RuleOptions()
    options.fileSystem = files
    let live = try LiveRuleModel(sources: [RuleSource(path: "rules.lua")], options: options)
    func ask() {
      var context = RuleContext(live)
      context.logger = lines.logger
      context["n"] = 1
      _ = context.count
    }
    ask()
    ask()
    #expect(lines.all.count == 1)
    files["rules.lua"] = text + "\n"
    try await live.reload()
    ask()
    ask()
    #expect(lines.all.count == 2)
    try live.rollback()
    ask()
    #expect(lines.all.count == 3)
  }

  @Test func `what is remembered is bounded`() throws {
    let lines = LogLines()
    var context = RuleContext(try model(Self.bad))
    context.logger = lines.logger
    for number in 1...1100 {
      context["n"] = number
      _ = context.count
    }
    #expect(lines.all.count == 1000)
  }

  @Test func `an error without rules is logged once, too`() {
    let lines = LogLines()
    for _ in 1...2 {
      var context = RuleContext(.empty)
      context.logger = lines.logger
      context["count"] = "seven of ErrorReportTests"
      #expect(context.count == 7)
    }
    #expect(lines.all.count == 1)
  }
}
