import Foundation
import Logging
import LuaRules
import Synchronization
import TodoRules

/// The time from saving a file of 1,000 rules until threads that ask without a pause have the new answer.
let savedUnderLoad = Benchmark("save-under-load", .to("idle")) {
  let loaded = try SavedRules(threads: 2, pause: 0)
  let idle = try SavedRules(threads: 1, pause: 100)
  return [loaded.save, idle.save]
}

/// A file of rules with a live model, and threads that ask it.
private final class SavedRules: Sendable {
  private let file: URL
  private let live: LiveRuleModel
  private let threads: Int
  /// How long a thread sleeps between two questions, in microseconds.
  private let pause: UInt32
  /// What the rules of the last save give.
  private let last = Mutex(0)

  init(threads: Int, pause: UInt32) throws {
    self.threads = threads
    self.pause = pause
    file = FileManager.default.temporaryDirectory.appending(path: "save-\(UUID()).lua")
    try Self.text(0).write(to: file, atomically: true, encoding: .utf8)
    var options = LiveRuleOptions()
    options.logger.logLevel = .critical
    live = try LiveRuleModel(contentsOf: file, live: options)
  }

  deinit { try? FileManager.default.removeItem(at: file) }

  /// A thousand rules, and one that gives a number.
  private static func text(_ number: Int) -> String {
    RuleTexts.equal(1000).replacing(
      "return {", with: "return {\n  { key = \"saved\", value = \(number) },", maxReplacements: 1)
  }

  @Sendable func save(_ calls: Int) {
    for _ in 0..<calls { saveOnce() }
  }

  private func saveOnce() {
    let number = last.withLock { last in
      last += 1
      return last
    }
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Thread.detachNewThread { [live, pause] in
        let context = RuleContext(live)
        while (try? context.value(for: SavedKey.self)) != number {
          if pause > 0 { usleep(pause) }
        }
        group.leave()
      }
    }
    try? Self.text(number).write(to: file, atomically: true, encoding: .utf8)
    group.wait()
  }
}

private struct SavedKey: DynamicEnvironmentKey { static let defaultValue = 0 }
