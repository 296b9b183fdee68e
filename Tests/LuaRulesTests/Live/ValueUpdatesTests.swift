import LuaRules
import Synchronization
import Testing

private struct FirstKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct SecondKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct NameKey: DynamicEnvironmentKey { static let defaultValue = "" }

extension DynamicEnvironmentPaths {
  fileprivate var first: Int { self[dynamic: FirstKey.self] }
  fileprivate var second: Int { self[dynamic: SecondKey.self] }
  fileprivate var name: String {
    get { self[dynamic: NameKey.self] }
    set { self[dynamic: NameKey.self] = newValue }
  }
}

private func model(_ first: Int, _ second: Int, host: HostFunctions = [:]) throws -> RuleModel {
  try RuleModel(
    text: "return { { key = 'first', value = \(first) }, { key = 'second', value = \(second) } }",
    host: host)
}

private func makeLive() throws -> LiveRuleModel {
  var options = LiveRuleOptions()
  options.isWatching = false
  options.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [
      RuleSource(text: "return { { key = 'first', value = 1 }, { key = 'second', value = 1 } }")
    ], live: options)
}

@Suite(.timeLimit(.minutes(15))) struct ValueUpdatesTests {
  @Test func `a tuple comes when any of its values changes`() async throws {
    let live = try makeLive()
    var context = RuleContext(live)
    context.name = "set"
    var values = context.values(of: \.first, \.second, \.name.count)
      .makeAsyncIterator()
    #expect(try #require(await values.next()) == (1, 1, 3))
    try live.replace(with: try model(1, 2))
    #expect(try #require(await values.next()) == (1, 2, 3))
    // Nothing that is asked for changes, and then the other key does.
    try live.replace(
      with: try RuleModel(text: "return { { set = { first = 1, second = 2, other = 3 } } }"))
    try live.replace(with: try model(3, 2))
    #expect(try #require(await values.next()) == (3, 2, 3))
    live.stop()
    #expect(await values.next() == nil)
  }

  @Test func `one accessor gives its value, and several give a tuple in a loop`() async throws {
    let live = try makeLive()
    var seen: [Int] = []
    for await first in RuleContext(live).values(of: \.first) {
      seen.append(first + 1)
      if first == 4 { break }
      try live.replace(with: try model(4, 4))
    }
    for await (first, second) in RuleContext(live).values(of: \.first, \.second) {
      seen.append(first * second)
      break
    }
    #expect(seen == [2, 5, 16])
  }

  @Test func `a swap between two answers is not seen by the second`() async throws {
    let live = try makeLive()
    let next = try model(3, 3)
    // The rule for `first` has the model swapped before `second` is asked.
    let host: HostFunctions = ["swap": .function { () in try live.replace(with: next) }]
    let swapping = """
      return {
        { key = 'first', value = function(c) host.swap() return 2 end }, { key = 'second', value = 2 },
      }
      """
    try live.replace(with: try RuleModel(text: swapping, host: host))
    var values = RuleContext(live).values(of: \.first, \.second).makeAsyncIterator()
    #expect(try #require(await values.next()) == (2, 2))
    #expect(try #require(await values.next()) == (3, 3))
    // Let go of the functions, which hold the live model.
    for _ in 0..<5 { try live.replace(with: next) }
  }

  @Test func `values follow live fallbacks, and end with the last of them`() async throws {
    let (upper, lower) = (try makeLive(), try makeLive())
    try upper.replace(with: try RuleModel(text: "return { { key = 'first', value = 2 } }"))
    let context = RuleContext(upper.model.fallback(lower))
    var values = context.values(of: \.first, \.second).makeAsyncIterator()
    #expect(try #require(await values.next()) == (2, 1))
    try lower.replace(with: try model(3, 3))
    #expect(try #require(await values.next()) == (2, 3))
    upper.stop()
    try lower.replace(with: try model(4, 4))
    #expect(try #require(await values.next()) == (2, 4))
    try lower.replace(with: try model(5, 5))
    lower.stop()
    #expect(try #require(await values.next()) == (2, 5))
    #expect(await values.next() == nil)
  }

  @Test func `without a live model there is one value`() async throws {
    var values = RuleContext(try model(1, 2)).values(of: \.second).makeAsyncIterator()
    #expect(await values.next() == 2)
    #expect(await values.next() == nil)
  }

  @Test func `each tuple is of one generation, under many swaps`() async throws {
    let live = try makeLive()
    let context = RuleContext(live)
    let models = try (2...60).map { try model($0, $0) }
    async let swapping: Void = onOwnThread {
      for round in 0..<3000 { _ = try? live.replace(with: models[round % models.count]) }
      live.stop()
    }
    var count = 0
    for await (first, second) in context.values(of: \.first, \.second) {
      #expect(first == second)
      count += 1
    }
    await swapping
    #expect(count > 1)
  }

  @Test func `an error is reported, and its key has the default`() async throws {
    let live = try makeLive()
    let errors = Mutex<[RuleError.Code]>([])
    var context = RuleContext(live)
    context.onError = { error in errors.withLock { $0.append(error.code) } }
    var values = context.values(of: \.first, \.second).makeAsyncIterator()
    #expect(try #require(await values.next()) == (1, 1))
    try live.replace(
      with: try RuleModel(
        text: "return { { key = 'first', value = function(c) return c.nothing end }, "
          + "{ key = 'second', value = 1 } }"))
    #expect(try #require(await values.next()) == (0, 1))
    #expect(errors.withLock { $0 } == [.unknownKey])
  }

  @Test func `cancellation ends the loop, and the model goes`() async throws {
    weak var weakLive: LiveRuleModel?
    do {
      let live = try makeLive()
      weakLive = live
      let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in RuleContext(live).values(of: \.first, \.second) {
          hasBegun.yield()
        }
      }
      for await _ in begun { break }
      task.cancel()
      await task.value
      // A task that is cancelled already gets nothing.
      let late = Task {
        try? await Task.sleep(for: .seconds(60))
        var values = RuleContext(live).values(of: \.first).makeAsyncIterator()
        return await values.next()
      }
      late.cancel()
      #expect(await late.value == nil)
    }
    #expect(await eventually { weakLive == nil })
  }
}
