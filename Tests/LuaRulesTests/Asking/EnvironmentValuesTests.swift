import LuaRules
import Synchronization
import Testing

private struct PlaceKey: DynamicEnvironmentKey { static let defaultValue = "here" }
private struct SizeKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct LabelKey: DynamicEnvironmentKey { static let defaultValue = "" }
private struct OtherKey: DynamicEnvironmentKey { static let defaultValue = 0 }

extension DynamicEnvironmentPaths {
  fileprivate var place: String {
    get { self[dynamic: PlaceKey.self] }
    set { self[dynamic: PlaceKey.self] = newValue }
  }
  fileprivate var size: Int {
    get { self[dynamic: SizeKey.self] }
    set { self[dynamic: SizeKey.self] = newValue }
  }
  fileprivate var label: String { self[dynamic: LabelKey.self] }
  fileprivate var other: Int {
    get { self[dynamic: OtherKey.self] }
    set { self[dynamic: OtherKey.self] = newValue }
  }
}

private func rules(_ word: String) -> String {
  "return { { key = 'label', value = function(c) return '\(word) ' .. c.place end } }"
}

private func model(_ word: String) throws -> RuleModel {
  try RuleModel(text: rules(word), schema: RuleSchema(\.place))
}

private func makeLive(_ word: String = "at") throws -> LiveRuleModel {
  var options = LiveRuleOptions()
  options.isWatching = false
  options.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [RuleSource(text: rules(word))], schema: RuleSchema(\.place), live: options)
}

private final class Tree: RuleEnvironment, @unchecked Sendable {
  @Derived var child: Tree
}

@Suite(.timeLimit(.minutes(15))) struct EnvironmentValuesTests {
  @Test func `a value comes when it is set, here or above`() async throws {
    let tree = Tree(try model("at"))
    let child = tree.child.child
    var labels = child.values(of: \.label).makeAsyncIterator()
    #expect(await labels.next() == "at here")
    tree.place = "home"
    #expect(await labels.next() == "at home")
    tree.child.place = "work"
    #expect(await labels.next() == "at work")
    child.place = "sea"
    #expect(await labels.next() == "at sea")
    child.unset(\.place)
    #expect(await labels.next() == "at work")
    child["place"] = "lake"
    #expect(await labels.next() == "at lake")
    child.reset()
    #expect(await labels.next() == "at work")
  }

  @Test func `a tuple comes when any of its values changes, and not for others`() async throws {
    let tree = Tree(try model("at"))
    let child = tree.child
    var values = child.values(of: \.label, \.size).makeAsyncIterator()
    #expect(try #require(await values.next()) == ("at here", 0))
    tree.other = 1
    child.other = 2
    tree.size = 1
    #expect(try #require(await values.next()) == ("at here", 1))
    tree.size = 1
    tree.place = "home"
    #expect(try #require(await values.next()) == ("at home", 1))
    // What the child has of its own is not changed by its parent.
    child.size = 7
    #expect(try #require(await values.next()) == ("at home", 7))
    tree.size = 2
    child.place = "work"
    #expect(try #require(await values.next()) == ("at work", 7))
  }

  @Test func `swaps of live models count, also of one that is set later`() async throws {
    let (first, second, base) = (try makeLive("in"), try makeLive("by"), try makeLive("near"))
    let tree = Tree(RuleModel(first))
    var labels = tree.child.values(of: \.label).makeAsyncIterator()
    #expect(await labels.next() == "in here")
    try first.replace(with: try model("on"))
    #expect(await labels.next() == "on here")
    tree.model = second.fallback(base)
    #expect(await labels.next() == "by here")
    try second.replace(with: .empty)
    #expect(await labels.next() == "near here")
    try base.replace(with: try model("off"))
    #expect(await labels.next() == "off here")
    base.stop()
    try base.rollback()
    #expect(await labels.next() == "near here")
    tree.child.model = first.model
    #expect(await labels.next() == "on here")
  }

  @Test func `each tuple is of one moment, under many swaps and settings`() async throws {
    let live = try makeLive("0")
    let models = try (0..<20).map { word in
      try RuleModel(
        text: "return { { key = 'label', value = '\(word)' }, { key = 'other', value = \(word) } }")
    }
    let tree = Tree(RuleModel(live))
    try live.replace(with: models[0])
    async let changing: Void = onOwnThread {
      for round in 0..<3000 {
        _ = try? live.replace(with: models[round % models.count])
        tree.size = round
      }
      _ = try? live.replace(with: models[0])
      tree.size = -1
    }
    var count = 0
    for await (label, other, size) in tree.child.values(of: \.label, \.other, \.size) {
      #expect(label == "\(other)")
      count += 1
      if size == -1, other == 0 { break }
    }
    await changing
    #expect(count > 1)
  }

  @Test func `an error is reported, and its key has the default`() async throws {
    let errors = Mutex<[RuleError.Code]>([])
    let tree = Tree(try model("at"))
    tree.onError = { error in errors.withLock { $0.append(error.code) } }
    var values = tree.child.values(of: \.label, \.size).makeAsyncIterator()
    #expect(try #require(await values.next()) == ("at here", 0))
    tree.model = try RuleModel(
      text: "return { { key = 'label', value = function(c) return c.nothing end } }")
    #expect(try #require(await values.next()) == ("", 0))
    #expect(errors.withLock { $0 } == [.unknownKey])
  }

  @Test func `cancellation ends the loop, and everything goes`() async throws {
    weak var weakLive: LiveRuleModel?
    weak var weakTree: Tree?
    do {
      let live = try makeLive()
      let tree = Tree(RuleModel(live))
      (weakLive, weakTree) = (live, tree)
      let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in tree.child.values(of: \.label, \.size) { hasBegun.yield() }
        return "ended"
      }
      for await _ in begun { break }
      task.cancel()
      #expect(await task.value == "ended")
      let late = Task {
        try? await Task.sleep(for: .seconds(60))
        var values = tree.values(of: \.size).makeAsyncIterator()
        return await values.next()
      }
      late.cancel()
      #expect(await late.value == nil)
    }
    #expect(await eventually { weakLive == nil && weakTree == nil })
  }

  #if os(Linux)
    /// Runs in a process of its own, where no other test needs memory.
    @Test(.enabled(if: ProcessUse.isMeasured))
    func `who stops listening is forgotten by nodes and live models`() async {
      await #expect(processExitsWith: .success) {
        let live = try makeLive()
        let tree = Tree(RuleModel(live))
        let child = tree.child
        var uses: [ProcessUse] = []
        for round in 0...60_000 {
          var labels = child.values(of: \.label, \.size).makeAsyncIterator()
          _ = await labels.next()
          if round > 0, round.isMultiple(of: 20_000) { uses.append(try ProcessUse()) }
        }
        ProcessUse.expectFlat(uses)
      }
    }
  #endif
}
