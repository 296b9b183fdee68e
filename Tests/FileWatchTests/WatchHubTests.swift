import Foundation
import Synchronization
import Testing

@testable import FileWatch

extension FileWatchTests {
  @Suite struct WatchHubTests {
    @Test func `what the system does not tell is polled until it does`() async throws {
      let folder = try TemporaryFolder()
      let isRefused = Latest(true)
      let hub = WatchHub { queue, onEvents in
        isRefused.value ? nil : FolderEvents(queue: queue, onEvents: onEvents)
      }
      try await settle()
      let seen = Latest<String?>(nil)
      let subscription = Subscription(pollInterval: .milliseconds(10)) {
        seen.value = folder.read("a")
      }
      let watched = WatchedFolder(path: folder.path, isPolled: false)
      subscription.watch([watched: .any], in: hub)
      #expect(hub.held == [1, 0])
      #if os(Linux)
        #expect(subscription.countOfUntold(in: hub) == 1)
      #endif
      try folder.write("polled", to: "a")
      #expect(await eventually { seen.value == "polled" })

      isRefused.value = false
      #expect(await eventually { hub.held == [1, 1] })
      #expect(subscription.countOfUntold(in: hub) == 0)
      try folder.write("told", to: "a")
      #expect(await eventually { seen.value == "told" })
      subscription.cancel(in: hub)
      #expect(hub.held == [0, 0])
    }

    #if os(Linux)
      @Test func `everybody is told when events were lost`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("noisy")
        try folder.makeFolder("quiet")
        let hub = WatchHub()
        let seen = Latest<String?>(nil)
        let noisy = Subscription(pollInterval: .seconds(1)) {}
        noisy.watch([WatchedFolder(path: folder.path + "/noisy", isPolled: false): .any], in: hub)
        let quiet = Subscription(pollInterval: .seconds(1)) { seen.value = folder.read("quiet/a") }
        quiet.watch([WatchedFolder(path: folder.path + "/quiet", isPolled: false): .any], in: hub)

        let gate = DispatchSemaphore(value: 0)
        hub.eventQueue.async { gate.wait() }
        let limit = try String(
          contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
        for round in 0..<count { try folder.write("", to: "noisy/\(round % 2)") }
        try folder.write("lost", to: "quiet/a")
        gate.signal()
        #expect(await eventually { seen.value == "lost" })
        noisy.cancel(in: hub)
        quiet.cancel(in: hub)
        #expect(hub.held == [0, 0])
      }
    #endif

    @Test func `one inode has one watch descriptor`() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("rules")
      try folder.link("other", to: "rules")
      let hub = WatchHub()
      let subscription = Subscription(pollInterval: .seconds(1)) {}
      let paths = [
        "/rules", "/other", "/rules/.", "/../" + folder.url("").lastPathComponent + "/rules",
      ]
      var wanted: [WatchedFolder: EntryNames] = [:]
      for path in paths { wanted[WatchedFolder(path: folder.path + path, isPolled: false)] = .any }
      subscription.watch(wanted, in: hub)
      #expect(hub.held == [4, 1])
      subscription.watch(
        [WatchedFolder(path: folder.path + "/other", isPolled: false): .any], in: hub)
      #expect(hub.held == [1, 1])
      subscription.cancel(in: hub)
      #expect(hub.held == [0, 0])
    }
  }
}
