import LuaRules
import Testing

private struct MainKey: DynamicEnvironmentKey { static let defaultValue = "main" }
private struct MainQueueKey: DynamicEnvironmentKey { static let defaultValue = "queue" }
private struct QueueKey: DynamicEnvironmentKey { static let defaultValue = "deep" }

extension DynamicEnvironmentPaths {
  fileprivate var main: String {
    get { self[dynamic: MainKey.self] }
    set { self[dynamic: MainKey.self] = newValue }
  }
  fileprivate var mainQueue: String {
    get { self[dynamic: MainQueueKey.self] }
    set { self[dynamic: MainQueueKey.self] = newValue }
  }
  fileprivate var queue: String {
    get { self[dynamic: QueueKey.self] }
    set { self[dynamic: QueueKey.self] = newValue }
  }
}

private final class Chain: RuleEnvironment, @unchecked Sendable {
  @Derived var next: Chain
  @Derived(aliases: { $0.aliasing(\.main, to: \.mainQueue) }) var renamed: Chain
}

struct EnvironmentAliasTests {
  @Test func `an alias is one value under two names, in rules too`() throws {
    let rules = try RuleModel(
      text: """
        return {
          { key = "mainQueue", value = "from a rule" },
          { key = "echo", value = function(c) return c.main .. "/" .. c.mainQueue end },
        }
        """, schema: RuleSchema(\.main, \.mainQueue))
    let parent = Chain(rules)
    let child = parent.renamed
    #expect(child.main == "from a rule")
    #expect(parent.main == "main")
    #expect(try child.context.value(at: "echo", as: String.self) == "from a rule/from a rule")
    child.main = "set"
    #expect(child.mainQueue == "set")
    #expect(try child.context.value(at: "echo", as: String.self) == "set/set")
    child.mainQueue = "again"
    #expect(child.main == "again")
    #expect(parent.mainQueue == "from a rule")
  }

  @Test func `both names have the default of the original`() throws {
    let child = Chain().renamed
    #expect((child.main, child.mainQueue) == ("queue", "queue"))
    #expect(try child.context.answer(for: \.main).value == "queue")
    let chain = Chain().aliasing(\.main, to: \.mainQueue).aliasing(\.mainQueue, to: \.queue)
    #expect((chain.main, chain.mainQueue, chain.queue) == ("deep", "deep", "deep"))
  }

  @Test func `aliases of aliases are all one value`() throws {
    let rules = try RuleModel(
      text:
        #"return { { key = "echo", value = function(c) return c.main .. c.mainQueue .. c.queue end } }"#,
      schema: RuleSchema(\.main, \.mainQueue, \.queue))
    let top = Chain(rules).aliasing(\.mainQueue, to: \.queue)
    let child = top.renamed
    for (number, path) in [\RuleContext.main, \.mainQueue, \.queue].enumerated() {
      child[path] = "\(number)"
      #expect((child.main, child.mainQueue, child.queue) == ("\(number)", "\(number)", "\(number)"))
      #expect(try child.context.value(at: "echo", as: String.self) == "\(number)\(number)\(number)")
    }
    #expect(top.queue == "deep")
  }

  @Test func `the last setting counts, whichever the name and wherever the alias is`() {
    // Not in one order by chance: names are kept in a hash table.
    for _ in 0..<20 {
      let child = Chain().aliasing(\.main, to: \.mainQueue).next
      child.main = "first"
      child.mainQueue = "last"
      #expect(child.main == "last")
      child.main = "first again"
      #expect(child.mainQueue == "first again")
    }
  }

  @Test func `an alias hides what was set under the name before`() {
    for _ in 0..<20 {
      let top = Chain()
      top.main = "of main"
      top.mainQueue = "of the queue"
      top.next.main = "of the child"
      top.next.mainQueue = "of the child's queue"
      #expect((top.renamed.main, top.renamed.mainQueue) == ("of the queue", "of the queue"))
      top.aliasing(\.main, to: \.mainQueue)
      #expect(top.main == "of the queue")
      #expect(top.next.main == "of the child's queue")
      #expect(top.next.context.setNames == ["mainQueue"])
    }
  }

  @Test func `what is set below under a name alone goes to the original`() {
    let top = Chain()
    top.next.main = "below"
    top.aliasing(\.main, to: \.mainQueue)
    #expect(top.next.mainQueue == "below")
    #expect(top.mainQueue == "queue")
  }

  @Test func `a circle of aliases is an error of the evaluation`() {
    let context = RuleContext(.empty)
      .aliasing(\.main, to: \.mainQueue).aliasing(\.mainQueue, to: \.main)
    let error = #expect(throws: RuleError.self) { try context.value(for: \.main) }
    #expect(
      error?.description
        == "error: the aliases of `main` go round in a circle: main → mainQueue → main [cycle]")
  }

  @Test func `the error of a cycle names the aliases of its keys`() throws {
    let rules = try RuleModel(
      text: #"return { { key = "mainQueue", value = function(c) return c.main .. "!" end } }"#,
      name: "r.lua", schema: RuleSchema(\.main, \.mainQueue, \.queue))
    let context = RuleContext(rules).aliasing(\.main, to: \.mainQueue)
    let error = #expect(throws: RuleError.self) { try context.value(for: \.main) }
    #expect(
      error?.description == """
        r.lua:1: error: `mainQueue` depends on itself: mainQueue → mainQueue [cycle]
          note: `main` is an alias of `mainQueue`
        """)
  }

  @Test func `a circle over the nodes of a tree is an error, and others go on`() throws {
    let rules = try RuleModel(
      text: #"return { { key = "echo", value = function(c) return c.main end } }"#,
      schema: RuleSchema(\.main, \.mainQueue))
    let log = ErrorLog()
    let child = Chain(rules).renamed
    child.onError = { log.add($0) }
    child.aliasing(\.mainQueue, to: \.main)
    #expect(child.main == "main")
    #expect(log.all.map(\.code) == [.cycle])
    let error = #expect(throws: RuleError.self) {
      try child.context.value(at: "echo", as: String.self)
    }
    #expect(error?.code == .cycle)
    #expect(child.queue == "deep")
    child.aliasing(\.queue, to: \.queue)
    #expect(throws: RuleError.self) { try child.context.value(for: \.queue) }
  }

  @Test func `a path that is no accessor is refused as an alias`() {
    let log = ErrorLog()
    let top = Chain()
    top.onError = { log.add($0) }
    top.aliasing(\.main.count, to: \.queue.count)
    #expect(log.all.map(\.code) == [.notAnAccessor])
  }
}
