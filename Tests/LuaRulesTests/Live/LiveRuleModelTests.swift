import Foundation
import LuaRules
import Observation
import Synchronization
import Testing

private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "default" }
private struct OtherKey: DynamicEnvironmentKey { static let defaultValue = "default" }

extension DynamicEnvironmentPaths {
  fileprivate var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  fileprivate var other: String { self[dynamic: OtherKey.self] }
}

private func rules(_ title: String) -> String {
  #"return { { key = "title", value = "\#(title)" } }"#
}

private func makeLive(
  _ files: MemoryFileSystem, schema: RuleSchema = RuleSchema(), initialModel: RuleModel? = nil,
  gate: ReloadGate? = nil
) throws -> LiveRuleModel {
  var options = RuleOptions()
  var liveOptions = LiveRuleOptions()
  options.fileSystem = files
  liveOptions.gate = gate
  liveOptions.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [RuleSource(path: "rules")], schema: schema, initialModel: initialModel,
    options: options, live: liveOptions)
}

/// Returns the next event, but for the one that a subscription begins with.
private func next(
  _ events: inout AsyncStream<LiveRuleEvent>.Iterator
) async throws -> String {
  let event = try #require(await events.next())
  if case .active = event { return try await next(&events) }
  return event.description
}

struct LiveRuleModelTests {
  @Test func `a change of a file is a new generation`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    let context = RuleContext(live)
    #expect(context.title == "one")
    #expect(live.generation == 1)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = rules("two")
    #expect(try await next(&events) == "generation 2 is active")
    #expect(context.title == "two")
    files["rules/b.lua"] = #"return { { key = "other", value = "new" } }"#
    #expect(try await next(&events) == "generation 3 is active")
    #expect(context.other == "new")
    files["rules/b.lua"] = nil
    #expect(try await next(&events) == "generation 4 is active")
    #expect(context.other == "default")
  }

  @Test(arguments: [
    ("return { { key = ", "unexpected symbol near <eof> [syntax]"),
    ("", "the file returns nothing [no-rules]"),
    (#"return { { key = "title", value = 7 } }"#, "gives 7; expected a string [wrong-type]"),
    ("return 1", "expected a list of rules [no-rules]"),
  ])
  func `a bad file keeps the last good generation and is told once`(
    text: String, message: String
  ) async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files, schema: RuleSchema(\.title))
    let context = RuleContext(live)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = text
    let told = try await next(&events)
    #expect(told.contains(message), "\(told)")
    #expect(context.title == "one")
    files.touch()
    files["rules/a.lua"] = text
    files["rules/a.lua"] = rules("two")
    #expect(try await next(&events) == "generation 2 is active")
    #expect(context.title == "two")
  }

  @Test func `one bad file rejects all of them`() async throws {
    let files = MemoryFileSystem([
      "rules/a.lua": rules("one"), "rules/b.lua": #"return { { key = "other", value = "b" } }"#,
    ])
    let live = try makeLive(files)
    var events = live.events.makeAsyncIterator()
    files["rules/b.lua"] = "return {"
    _ = try await next(&events)
    files["rules/a.lua"] = rules("two")
    _ = try await next(&events)
    #expect(RuleContext(live).title == "one")
    files["rules/b.lua"] = nil
    #expect(try await next(&events) == "generation 2 is active")
    #expect(RuleContext(live).title == "two")
  }

  @Test func `a deleted folder and a pipe are rejected, and recovery is automatic`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = nil
    #expect(try await next(&events).contains("rules: error: no such file or folder [unreadable]"))
    files["rules/a.lua"] = rules("two")
    #expect(try await next(&events) == "generation 2 is active")
    files.makePipe("rules/b.lua")
    #expect(
      try await next(&events).contains("rules/b.lua: error: not a regular file [unreadable]"))
    #expect(RuleContext(live).title == "two")
  }

  @Test func `a folder that is emptied is rejected`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one"), "rules/readme.txt": ""])
    let live = try makeLive(files)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = nil
    #expect(try await next(&events).contains("rules: error: the folder has no rule files"))
    #expect(RuleContext(live).title == "one")
  }

  @Test func `a module that was required is watched`() async throws {
    let files = MemoryFileSystem([
      "rules/a.lua": #"local m = require "m" return { { key = "title", value = m.title } }"#,
      "rules/lib/m.lua": #"return { title = "one" }"#,
    ])
    let live = try makeLive(files)
    var events = live.events.makeAsyncIterator()
    #expect(RuleContext(live).title == "one")
    files["rules/lib/m.lua"] = #"return { title = "two" }"#
    #expect(try await next(&events) == "generation 2 is active")
    #expect(RuleContext(live).title == "two")
  }

  @Test func `a rollback is a new generation, and holds until the sources change`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = rules("two")
    _ = try await next(&events)
    #expect(try live.rollback() == 3)
    #expect(try await next(&events) == "generation 3 is active, which is generation 1 again")
    #expect(RuleContext(live).title == "one")
    files.touch()
    try await live.reload()
    #expect(live.generation == 3)
    files["rules/a.lua"] = rules("three")
    #expect(try await next(&events) == "generation 4 is active")
    #expect(try live.rollback(to: 2) == 5)
    #expect(RuleContext(live).title == "two")
    let error = #expect(throws: RuleError.self) { try live.rollback(to: 77) }
    #expect(
      error?.description
        == "error: generation 77 is not kept; there are 1, 2, 3, 4, 5 [no-generation]")
  }

  @Test func `a gate may refuse a generation`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let gate = ReloadGate { old, new in
      let answers = [old, new].map { RuleContext($0).title }
      return answers[1] == "bad" ? .refuse(reason: "\(answers[0]) → \(answers[1])") : .allow
    }
    let live = try makeLive(files, gate: gate)
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = rules("bad")
    #expect(try await next(&events) == "the gate refused a generation: one → bad")
    #expect(RuleContext(live).title == "one")
    files["rules/a.lua"] = rules("good")
    #expect(try await next(&events) == "generation 2 is active")
  }

  @Test func `a model to start with serves until the first good load`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": "return {"])
    #expect(throws: RuleError.self) { try makeLive(files) }
    let live = try makeLive(files, initialModel: try RuleModel(text: rules("built in")))
    #expect(live.generation == 0)
    #expect(RuleContext(live).title == "built in")
    var events = live.events.makeAsyncIterator()
    files["rules/a.lua"] = rules("one")
    #expect(try await next(&events) == "generation 1 is active")
    #expect(RuleContext(live).title == "one")
  }

  @Test func `an accepted generation is kept for a start with bad sources`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/kept-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = MemoryFileSystem([
      "rules/a.lua": #"local m = require "m" return { { key = "title", value = m.title } }"#,
      "rules/lib/m.lua": #"return { title = "one" }"#,
    ])
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.fileSystem = files
    liveOptions.logger.logLevel = .critical
    let sources = [RuleSource(path: "rules")]
    let archive = URL(filePath: folder)
    let first = try LiveRuleModel(
      sources: sources, archive: archive, options: options, live: liveOptions)
    #expect(first.origin == .sources)
    first.stop()
    files["rules/a.lua"] = "return {"
    let second = try LiveRuleModel(
      sources: sources, archive: archive, options: options, live: liveOptions)
    #expect(second.origin == .kept("00000001.json"))
    #expect(second.generation == 0)
    #expect(RuleContext(second).title == "one")
    var events = second.events.makeAsyncIterator()
    let begin = try #require(await events.next()).description
    #expect(begin == "generation 0 is active: the stored generation 00000001.json")
    files["rules/a.lua"] = rules("two")
    #expect(try await next(&events) == "generation 1 is active")
    #expect(RuleContext(second).title == "two")
  }

  @Test func `an evaluation sees one generation, a pinned context one for ever`() async throws {
    let files = MemoryFileSystem([
      "rules/a.lua": """
      return {
        { key = "title", value = function(c) return c.other .. host.swap(c) .. c.last end },
        { key = "other", value = "one" },
        { key = "last", value = "one" },
      }
      """
    ])
    let replacement = try RuleModel(
      text: #"return { { key = "title", value = "two" }, { key = "other", value = "two" } }"#)
    let box = Mutex<LiveRuleModel?>(nil)
    var options = RuleOptions()
    options.fileSystem = files
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")],
      host: [
        "swap": .function { (c: RuleContext) in
          _ = try? box.withLock { $0 }?.replace(with: replacement)
          return c.other
        }
      ], options: options)
    box.withLock { $0 = live }
    defer { box.withLock { $0 = nil } }
    let context = RuleContext(live)
    let pinned = context.pinned()
    #expect(context.title == "oneoneone")
    #expect(context.title == "two")
    #expect(pinned.other == "one")
  }

  @Test func `fallbacks may be live, in either place`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("live")])
    let live = try makeLive(files)
    let fixed = try RuleModel(text: #"return { { key = "other", value = "fixed" } }"#)
    var events = live.events.makeAsyncIterator()
    let below = RuleContext(fixed.fallback(live))
    let above = RuleContext(live.fallback(fixed))
    #expect([below.title, below.other] == ["live", "fixed"])
    #expect([above.title, above.other] == ["live", "fixed"])
    files["rules/a.lua"] = rules("new")
    _ = try await next(&events)
    #expect([below.title, above.title] == ["new", "new"])
  }

  @Test func `watching ends with the last reference`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    do {
      let live = try makeLive(files)
      #expect(files.watchCount == 1)
      _ = live.generation
    }
    // Its queue may hold it for a moment longer.
    #expect(await eventually { files.watchCount == 0 })
    let stopped = try makeLive(files)
    stopped.stop()
    #expect(files.watchCount == 0)
    #expect(RuleContext(stopped).title == "one")
  }

  @Test func `values of a key come when they change`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    var values = RuleContext(live).values(of: \.title).makeAsyncIterator()
    #expect(await values.next() == "one")
    files["rules/b.lua"] = #"return { { key = "other", value = "b" } }"#
    files["rules/a.lua"] = rules("two")
    #expect(await values.next() == "two")
    live.stop()
    #expect(await values.next() == nil)
  }

  @Test func `who learns of a swap may ask at once`() async throws {
    let live = try makeLive(MemoryFileSystem(["rules/a.lua": rules("one")]))
    let context = RuleContext(live)
    let replacement = try RuleModel(text: rules("two"))
    try await confirmation { told in
      withObservationTracking {
        _ = context.title
      } onChange: {
        // Observation tells before the change.
        if live.generation == 1, context.title == "one" { told() }
      }
      try live.replace(with: replacement)
    }
    #expect(context.title == "two")
  }

  @Test func `who asks again too soon after being told is told again`() throws {
    let live = try makeLive(MemoryFileSystem(["rules/a.lua": rules("one")]))
    let observer = Observer(RuleContext(live))
    observer.observe()
    try live.replace(with: try RuleModel(text: rules("two")))
    #expect(observer.titles == ["one", "one", "two"])
  }

  /// Reads a title whenever it is told of a change, and at once: before the change.
  private final class Observer: Sendable {
    private let context: RuleContext
    private let seen = Mutex<[String]>([])
    var titles: [String] { seen.withLock { $0 } }

    init(_ context: RuleContext) { self.context = context }

    func observe() {
      let title = withObservationTracking {
        context.title
      } onChange: {
        self.observe()
      }
      seen.withLock { $0.append(title) }
    }
  }

  @Test func `each loop over the values of a key sees every change`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    let values = RuleContext(live).values(of: \.title)
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    #expect(await first.next() == "one")
    #expect(await second.next() == "one")
    files["rules/a.lua"] = rules("two")
    #expect(await first.next() == "two")
    // The stream ends, so that a change that was lost does not hang the test.
    live.stop()
    #expect(await second.next() == "two")
  }

  @Test func `who observed an answer learns of a swap`() async throws {
    let files = MemoryFileSystem(["rules/a.lua": rules("one")])
    let live = try makeLive(files)
    let context = RuleContext(live)
    try await confirmation { told in
      let title = withObservationTracking {
        context.title
      } onChange: {
        told()
      }
      #expect(title == "one")
      try live.replace(with: .empty)
    }
  }
}
