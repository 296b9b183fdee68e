import Foundation
import LuaRules
import Synchronization
import Testing

private func rules(_ title: String, priority: String = "normal") -> String {
  RuleFolder.rules(title, priority: priority)
}

/// Reads the title all the time, and keeps each answer that differs from the one before.
private final class TitleLog: Sendable {
  private final class Titles: Sendable {
    let all = Mutex<[String]>([])
  }

  private let titles = Titles()
  private let task: Task<Void, Never>

  init(_ live: LiveRuleModel) {
    let titles = titles
    task = Task.detached {
      while !Task.isCancelled {
        let title = (try? live.title()) ?? "error"
        titles.all.withLock { if $0.last != title { $0.append(title) } }
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  deinit { task.cancel() }

  var all: [String] { titles.all.withLock { $0 } }
}

/// Files that are missing for a moment while they are saved.
@Suite(.serialized) struct FileGapTests {
  /// A way to save `deny` with a gap; both files answer `title`, and `deny` wins.
  struct Save: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let save: @Sendable (RuleFolder) throws -> Void
  }

  static let saves = [
    Save(testDescription: "moved away and written") { folder in
      try folder.rename("rules/deny.lua", to: "rules/deny.lua~")
      usleep(30_000)
      try folder.write(rules("new", priority: "high"), to: "rules/deny.lua")
    },
    Save(testDescription: "removed, and written while other files change") { folder in
      try folder.remove("rules/deny.lua")
      for _ in 0..<12 {
        usleep(25_000)
        try folder.write(rules("allow"), to: "rules/allow.lua")
      }
      try folder.write(rules("new", priority: "high"), to: "rules/deny.lua")
    },
    Save(testDescription: "the folder is emptied and filled again") { folder in
      try folder.remove("rules")
      try folder.makeFolder("rules")
      try folder.write(rules("allow"), to: "rules/allow.lua")
      usleep(60_000)
      try folder.write(rules("new", priority: "high"), to: "rules/deny.lua")
    },
    Save(testDescription: "the folder is replaced") { folder in
      try folder.rename("rules", to: "old")
      usleep(40_000)
      try folder.makeFolder("next")
      try folder.write(rules("new", priority: "high"), to: "next/deny.lua")
      try folder.write(rules("allow"), to: "next/allow.lua")
      try folder.rename("next", to: "rules")
    },
  ]

  @Test(arguments: saves)
  func `a file that is missing for a moment drops no rule`(_ example: Save) async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    try folder.write(rules("allow"), to: "rules/allow.lua")
    try folder.write(rules("deny", priority: "high"), to: "rules/deny.lua")
    let live = try folder.live()
    let events = EventLog(live)
    let titles = TitleLog(live)
    #expect(await eventually { titles.all == ["deny"] })
    try example.save(folder)
    #expect(try await live.title(becomes: "new"))
    #expect(await eventually { titles.all.last == "new" })
    #expect(titles.all == ["deny", "new"])
    #expect(events.rejections == [])
  }

  @Test func `many files that come back one after another make one generation`() async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    let write = { (title: String) in
      for number in 0..<150 {
        try folder.write(rules(title, priority: "\(number)"), to: "rules/\(number).lua")
        if number % 10 == 0 { usleep(15_000) }
      }
    }
    func rules(_ title: String, priority: String) -> String {
      #"return { { key = "title", value = "\#(title)", priority = \#(priority) } }"#
    }
    try write("old")
    let live = try folder.live()
    let titles = TitleLog(live)
    #expect(await eventually { titles.all == ["old"] })
    for number in 0..<150 { try folder.remove("rules/\(number).lua") }
    usleep(20_000)
    try write("new")
    #expect(try await live.title(becomes: "new"))
    #expect(await eventually { titles.all.last == "new" })
    #expect(titles.all == ["old", "new"])
    #expect(live.generation == 2)
  }

  @Test func `a module that is missing for a moment is not replaced by another one`() async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules/lib")
    try folder.write(#"return { title = "library" }"#, to: "rules/lib/_m.lua")
    try folder.write(#"return { title = "own" }"#, to: "rules/_m.lua")
    try folder.write(
      #"return { { key = "title", value = require("_m").title } }"#, to: "rules/a.lua")
    let live = try folder.live()
    let titles = TitleLog(live)
    #expect(await eventually { titles.all == ["own"] })
    try folder.remove("rules/_m.lua")
    usleep(40_000)
    try folder.write(#"return { title = "new" }"#, to: "rules/_m.lua")
    #expect(try await live.title(becomes: "new"))
    #expect(await eventually { titles.all.last == "new" })
    #expect(titles.all == ["own", "new"])
  }

  @Test(arguments: [false, true])
  func `a file that was removed counts soon, also in a folder that never rests`(
    isBusy: Bool
  ) async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    try folder.write(rules("allow"), to: "rules/allow.lua")
    try folder.write(rules("deny", priority: "high"), to: "rules/deny.lua")
    let live = try folder.live()
    #expect(try live.title() == "deny")
    try folder.remove("rules/deny.lua")
    let start = ContinuousClock.now
    var number = 0
    while try live.title() == "deny", start.duration(to: .now) < .seconds(20) {
      number += 1
      if isBusy { try folder.write(rules("allow \(number)"), to: "rules/allow.lua") }
      try await Task.sleep(for: .milliseconds(20))
    }
    let duration = start.duration(to: .now)
    #expect(duration > .milliseconds(190))
    #expect(duration < .seconds(4), "generous, for a busy machine")
    // What has gone is waited for no more.
    try folder.write(rules("last"), to: "rules/allow.lua")
    #expect(try await live.title(becomes: "last"))
  }

  @Test func `a reload that is asked for waits too, also without watching`() async throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    try folder.write(rules("allow"), to: "rules/allow.lua")
    try folder.write(rules("deny", priority: "high"), to: "rules/deny.lua")
    var options = LiveRuleOptions()
    options.isWatching = false
    options.logger.logLevel = .critical
    let live = try LiveRuleModel(contentsOf: URL(filePath: folder.path("rules")), live: options)
    try folder.remove("rules/deny.lua")
    async let reloaded = live.reload()
    try await Task.sleep(for: .milliseconds(30))
    try folder.write(rules("new", priority: "high"), to: "rules/deny.lua")
    #expect(try await reloaded == .swapped(generation: 2))
    #expect(try live.title() == "new")
    try folder.remove("rules/deny.lua")
    try await live.reload()
    #expect(try live.title() == "allow")
  }
}
