import LuaRules
import Observation
import Synchronization
import Testing

private final class Service: Sendable {
  let ended: @Sendable () -> Void
  init(ended: @escaping @Sendable () -> Void = {}) { self.ended = ended }
  deinit { ended() }
}

private struct LeftKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct RightKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct ServiceKey: DynamicEnvironmentKey { static let defaultValue: Service? = nil }

extension DynamicEnvironmentPaths {
  fileprivate var left: Int {
    get { self[dynamic: LeftKey.self] }
    set { self[dynamic: LeftKey.self] = newValue }
  }
  fileprivate var right: Int {
    get { self[dynamic: RightKey.self] }
    set { self[dynamic: RightKey.self] = newValue }
  }
  fileprivate var service: Service? {
    get { self[dynamic: ServiceKey.self] }
    set { self[dynamic: ServiceKey.self] = newValue }
  }
}

private final class Chain: RuleEnvironment, @unchecked Sendable {
  @Derived var next: Chain
}

struct SharedEnvironmentTests {
  @Test func `a context is the environment of one moment, over all nodes`() async {
    let top = Chain()
    // A long way, so that a writer has the time to come in between.
    let bottom = (0..<90).reduce(top) { node, _ in node.next }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var number = 0
        while !Task.isCancelled {
          number += 1
          bottom.right = number
          top.left = number
        }
      }
      await Task {
        for _ in 0..<10_000 {
          let context = bottom.context
          let difference = context.right - context.left
          if !(0...1).contains(difference) { Issue.record("a difference of \(difference)") }
        }
      }.value
      group.cancelAll()
    }
  }

  @Test func `two threads that ask at once get the same derived environment`() async {
    for _ in 0..<50 {
      let top = Chain()
      let made = await withTaskGroup(of: Chain.self) { group in
        for _ in 0..<8 { group.addTask { top.next.next } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(made.map { ObjectIdentifier($0) }).count == 1)
      #expect(made.allSatisfy { $0.parent === top.next })
    }
  }

  @Test func `values go with their nodes, and when others take their place`() {
    let ends = Mutex(0)
    let end: @Sendable () -> Void = { ends.withLock { $0 += 1 } }
    do {
      let top = Chain()
      top.service = Service(ended: end)
      #expect(top.next.next.service != nil)
      top.service = Service(ended: end)
      #expect(ends.withLock { $0 } == 1)
      top.next.service = Service(ended: end)
      top.next.reset()
      #expect(ends.withLock { $0 } == 2)
      top.next.next.service = Service(ended: end)
    }
    #expect(ends.withLock { $0 } == 4)
  }

  @Test func `a value that ends may use the environment that held it`() {
    let top = Chain()
    top.service = Service { [weak top] in top?.left = 5 }
    top.service = nil
    #expect(top.left == 5)
    top.service = Service { [weak top] in top?.left += 1 }
    top.reset()
    #expect(top.left == 1)
    top.next.service = Service { [weak top] in top?.next.left = 7 }
    top.next = Chain()
    #expect(top.next.left == 7)
  }

  @Test func `an environment does not inherit from what inherits from it`() {
    let top = Chain()
    let child = top.next
    child.left = 3
    child.next = top
    #expect(top.parent == nil)
    #expect(top.left == 0)
    #expect(child.left == 3)
    top.next = top
    #expect(top.left == 0)
  }

  @Test func `a derived environment may be given, and inherits then`() {
    let (first, second) = (Chain().with(\.left, 1), Chain().with(\.left, 2))
    let child = Chain().with(\.right, 3)
    first.next = child
    #expect((first.next.left, first.next.right) == (1, 3))
    second.next = child
    #expect(child.left == 2)
  }

  @Test func `thousands of nodes above one another inherit`() {
    let top = Chain().with(\.left, 4)
    var bottom = top
    for _ in 0..<3000 { bottom = bottom.next }
    #expect(bottom.left == 4)
    top.left = 5
    #expect(bottom.left == 5)
  }

  @Test func `a swap of a live model is seen by all below, and a pinned context stays`() throws {
    let live = try LiveRuleModel(
      sources: [RuleSource(text: #"return { { key = "left", value = 1 } }"#, name: "a.lua")])
    let top = Chain(live.model)
    let child = top.next.next
    let pinned = child.context.pinned()
    #expect(child.left == 1)
    try live.replace(with: try RuleModel(text: #"return { { key = "left", value = 2 } }"#))
    #expect((top.left, child.left) == (2, 2))
    #expect(pinned.left == 1)
  }

  @Test func `the global environment is one, and can be reset`() {
    struct GlobalKey: DynamicEnvironmentKey { static let defaultValue = 1 }
    RuleEnvironment.global[dynamic: GlobalKey.self] = 2
    #expect(RuleEnvironment.global[dynamic: GlobalKey.self] == 2)
    RuleEnvironment.global.reset()
    #expect(RuleEnvironment.global[dynamic: GlobalKey.self] == 1)
  }

  @Test(arguments: ["own", "inherited"])
  func `who observed a value learns of its change`(place: String) {
    let top = Chain()
    let child = top.next.next
    let told = Mutex(0)
    withObservationTracking {
      _ = child.left
    } onChange: {
      told.withLock { $0 += 1 }
    }
    top.next.next.next.left = 1
    #expect(told.withLock { $0 } == 0)
    (place == "own" ? child : top).left = 2
    #expect(told.withLock { $0 } == 1)
  }

  @Test func `an environment that its initializer shows is observed from then on`() throws {
    let told = Mutex(0)
    Watched.onChange.withLock { $0 = { told.withLock { $0 += 1 } } }
    defer { Watched.onChange.withLock { $0 = nil } }
    let watched = Watched(try RuleModel(text: "return { { key = 'left', value = 3 } }"))
    #expect(told.withLock { $0 } >= 1)
    #expect(watched.left == 3)
  }

  @Test(arguments: ["path", "name", "json", "unset"])
  func `setting a value is not a read`(way: String) {
    for node in [Chain(), Chain().next.next] {
      let told = Mutex(0)
      withObservationTracking {
        switch way {
        case "path": node.left = 1
        case "name": node["left"] = 1
        case "json": try? node.setValue(json: "1", for: "left")
        default: node.unset("left")
        }
      } onChange: {
        told.withLock { $0 += 1 }
      }
      node.left = 2
      #expect(told.withLock { $0 } == 0)
      #expect(node.left == 2)
    }
  }

  @Test func `a reader between two changes learns of the second`() {
    let top = Chain()
    top.left = 1
    let told = Mutex(0)
    withObservationTracking {
      #expect(top.left == 1)
    } onChange: {
      told.withLock { $0 += 1 }
    }
    top.left = 2
    #expect(told.withLock { $0 } == 1)
  }
}

/// An environment that observes itself before its model is set.
private final class Watched: RuleEnvironment, @unchecked Sendable {
  static let onChange = Mutex<(@Sendable () -> Void)?>(nil)

  required init() {
    super.init()
    guard let onChange = Self.onChange.withLock({ $0 }) else { return }
    withObservationTracking {
      _ = self.left
    } onChange: {
      onChange()
    }
  }
}
