import Foundation
import LuaRules
import Synchronization
import Testing

/// A text of a customer's, whose grant changes.
private final class GrantedText: LiveRuleSource {
  private let content: Mutex<(text: String, grant: Grant)>

  init(_ text: String, _ grant: Grant) {
    content = Mutex((text, grant))
  }

  func set(_ grant: Grant, text: String? = nil) {
    content.withLock { $0 = (text ?? $0.text, grant) }
  }

  func sources() throws -> [RuleSource] {
    let (text, grant) = content.withLock { $0 }
    return [RuleSource(text: text, name: "customer.lua", grant: grant)]
  }

  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

@Suite(.timeLimit(.minutes(15))) struct LiveGrantTests {
  private let narrow = Grant(assign: .names("title"), read: .names("todo"))
  private let wide = Grant(assign: .names("title", "other"), read: .names("todo", "word"))

  private var quiet: LiveRuleOptions {
    var liveOptions = LiveRuleOptions()
    liveOptions.isWatching = false
    liveOptions.logger.logLevel = .critical
    return liveOptions
  }

  private let greedy =
    "return { { key = 'title', value = function(c) return c['wo' .. 'rd'] end } }"

  private func title(_ live: LiveRuleModel) throws -> String {
    var context = RuleContext(live)
    try context.setValues(json: #"{"word": "w"}"#)
    return outcome("title", in: context)
  }

  @Test func `a reload keeps the grant, and takes up a new one`() async throws {
    let source = GrantedText(greedy, wide)
    let live = try LiveRuleModel(source, live: quiet)
    #expect(try title(live) == "\"w\"")
    source.set(narrow)
    try await live.reload()
    #expect(live.generation == 2)
    #expect(try title(live).contains("may not read `word`"))
    source.set(narrow, text: "return { { key = 'other', value = 1 } }")
    await #expect(throws: RuleError.self) { try await live.reload() }
    #expect(live.rejection?.message == "the source may not assign `other`")
    #expect(try title(live).contains("may not read `word`"))
  }

  @Test func `a stored generation has the grant that it was stored with, or a lesser one`()
    throws
  {
    let folder = try RuleFolder()
    let kept = URL(filePath: folder.path("kept"))
    func live(_ text: String, _ grant: Grant) throws -> LiveRuleModel {
      try LiveRuleModel(GrantedText(text, grant), archive: kept, live: quiet)
    }
    #expect(try title(live(greedy, wide)) == "\"w\"")
    // The sources are bad at the next start; the stored generation answers.
    let same = try live("return {", wide)
    #expect(same.generation == 0)
    #expect(try title(same) == "\"w\"")
    // The customer may do less by now.
    #expect(try title(live("return {", narrow)).contains("may not read `word`"))
    #expect(try title(live("return {", Grant(read: .none))).contains("may not read `word`"))
    // Or more; what was stored had less.
    try folder.remove("kept")
    #expect(try title(live(greedy, narrow)).contains("may not read `word`"))
    #expect(try title(live("return {", .everything)).contains("may not read `word`"))
    // What it may not assign any more does not come back.
    #expect(throws: RuleError.self) {
      try live("return {", Grant(assign: .names("other")))
    }
  }

  @Test func `stored modules of two customers stay with them`() throws {
    let folder = try RuleFolder()
    let kept = URL(filePath: folder.path("kept"))
    func sources(_ end: String) -> [RuleSource] {
      ["a", "b"].map { name in
        RuleSource(
          text: "local m = require 'm' return { { key = '\(name)', value = m.x } }\(end)",
          name: "\(name).lua", modules: ["m": "return { x = '\(name)' }"], grant: own(name))
      }
    }
    func own(_ name: String) -> Grant { Grant(assign: .names(name), read: .none) }
    for end in ["", "}"] {
      let live = try LiveRuleModel(sources: sources(end), archive: kept, live: quiet)
      #expect(live.generation == (end.isEmpty ? 1 : 0))
      #expect(outcome("a", in: RuleContext(live)) == "\"a\"")
      #expect(outcome("b", in: RuleContext(live)) == "\"b\"")
    }
  }

  @Test func `a file that changes keeps its grant`() async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("customer")
    try folder.write("return { { key = 'title', value = 1 } }", to: "customer/a.lua")
    let live = try LiveRuleModel(
      sources: [RuleSource(path: folder.path("customer"), grant: narrow)], live: quiet)
    #expect(try title(live) == "1")
    try folder.write("return { { key = 'isAdmin', value = true } }", to: "customer/a.lua")
    await #expect(throws: RuleError.self) { try await live.reload() }
    #expect(live.rejection?.code == .notGranted)
    try folder.write(greedy, to: "customer/a.lua")
    try await live.reload()
    #expect(try title(live).contains("may not read `word`"))
  }
}
