import Foundation
import Synchronization
import Testing

@testable import FileWatch

extension FileWatchTests {
  @Suite struct LifetimeTests {
    @Test(arguments: FolderWatch.Mode.samples)
    func `no call begins after cancel`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      let others = Calls()
      let other = FolderWatch(mode: mode, pollInterval: .milliseconds(2)) { others.add() }
      other.watch([.init(folder: folder.path)])
      for round in 0..<20 {
        let calls = Calls()
        let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(2)) { calls.add() }
        watch.watch([.init(folder: folder.path)])
        try folder.write("\(round)", to: "a")
        if round.isMultiple(of: 2) { _ = await eventually { calls.count > 0 } }
        watch.cancel()
        watch.cancel()
        watch.watch([.init(folder: folder.path)])
        try await Task.sleep(for: .milliseconds(10))
        let before = (calls.count, others.count)
        try folder.write("\(round) again", to: "a")
        #expect(await eventually { others.count > before.1 })
        try await Task.sleep(for: .milliseconds(10))
        #expect(calls.count == before.0)
      }
      other.cancel()
      #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
    }

    @Test func `the last reference ends watching and releases the callback`() async throws {
      final class Owner: Sendable {}
      let folder = try TemporaryFolder()
      weak var captured: Owner?
      do {
        let owner = Owner()
        captured = owner
        let watch = FolderWatch { _ = owner }
        watch.watch([.init(folder: folder.path), .init(folder: folder.path + "/missing")])
        #expect(WatchHub.shared.held(below: folder.path) == [2, 1])
        _ = consume watch
      }
      #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
      #expect(await eventually { captured == nil })
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `a callback may release its own watch`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      try await withCheckedThrowingContinuation(isolation: nil) { done in
        do {
          try folder.write("old", to: "a")
          let box = Box()
          let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(5)) {
            guard let watch = box.take() else { return }
            _ = consume watch
            done.resume()
          }
          watch.watch([.init(folder: folder.path)])
          box.put(watch)
          try folder.write("new", to: "a")
        } catch {
          done.resume(throwing: error)
        }
      }
      #expect(await eventually { WatchHub.shared.held(below: folder.path) == [0, 0] })
    }

    @Test func `a callback may change what is watched`() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("1")
      try folder.makeFolder("2")
      let box = Box()
      let calls = Calls()
      let watch = FolderWatch {
        box.get()?.watch([.init(folder: folder.path + "/2")])
        calls.add()
      }
      watch.watch([.init(folder: folder.path + "/1")])
      box.put(watch)
      try folder.write("x", to: "1/a")
      #expect(await eventually { calls.count > 0 })
      let before = calls.count
      try folder.write("x", to: "2/a")
      #expect(await eventually { calls.count > before })
      box.take()?.cancel()
    }

    @Test func `calls of one watch follow each other, and a burst is one call`() async throws {
      let folder = try TemporaryFolder()
      let gate = DispatchSemaphore(value: 0)
      let calls = Calls()
      let inside = Atomic(0)
      let overlaps = Calls()
      let seen = Latest<String?>(nil)
      let watch = FolderWatch {
        if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add() }
        calls.add()
        if calls.count == 1 { gate.wait() }
        seen.value = folder.read("a")
        inside.subtract(1, ordering: .relaxed)
      }
      watch.watch([.init(folder: folder.path)])
      let latest = Latest<String?>(nil)
      let other = FolderWatch { latest.value = folder.read("a") }
      other.watch([.init(folder: folder.path)])
      try folder.write("0", to: "a")
      #expect(await eventually { calls.count == 1 })
      for round in 1...500 { try folder.write("\(round)", to: "a") }
      #expect(await eventually { latest.value == "500" })
      #expect(calls.count == 1)
      gate.signal()
      #expect(await eventually { seen.value == "500" })
      #expect(calls.count <= 4)
      #expect(overlaps.count == 0)
      watch.cancel()
      other.cancel()
    }
  }
}

/// Owns a watch that its callback can reach.
private final class Box: Sendable {
  private let watch = Mutex<FolderWatch?>(nil)
  func put(_ new: FolderWatch) { watch.withLock { $0 = new } }
  func get() -> FolderWatch? { watch.withLock { $0 } }
  func take() -> FolderWatch? {
    watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
  }
}
