import Foundation
import LuaRules
@_spi(Simulation) import LuaRulesHTTP
import Synchronization

/// So many sources that fetch from one store, in virtual time.
final class Fleet: Sendable {
  private let clock: VirtualClock
  private let sources = Mutex<[HTTPRuleSource]>([])

  /// Starts instances, spread over some seconds.
  init(
    of count: Int, within seconds: Double, _ options: HTTPRuleOptions, at address: URL,
    store: SimulatedStore, clock: VirtualClock
  ) {
    self.clock = clock
    let fetchClock = FetchClock(
      wait: { await clock.wait($0 / .seconds(1)) },
      // The store answers or refuses in time; so this is only ended by an answer.
      expire: { _ in await Self.waitForCancellation() })
    for index in 0..<count {
      clock.begin()
      Task {
        await clock.wait(seconds * Double(index) / Double(count))
        let source = try await HTTPRuleSource(
          address, options: options, transport: store, clock: fetchClock)
        sources.withLock { $0.append(source) }
      }
    }
  }

  /// How many sources have the revision.
  func count(with revision: Int64) -> Int {
    sources.withLock { $0.count { $0.status?.revision == revision } }
  }

  private static func waitForCancellation() async {
    let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = waiting.withLock { waiting in
          if !Task.isCancelled { waiting = continuation }
          return waiting == nil
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }?.resume()
    }
  }
}
