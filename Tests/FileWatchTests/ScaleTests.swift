import Foundation
import Testing

@testable import FileWatch

extension FileWatchTests {
  @Suite struct ScaleTests {
    #if os(Linux)
      private func countEntries(_ path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: path).count
      }

      @Test(arguments: FolderWatch.Mode.samples)
      func `a thousand watches of a thousand folders share what they need`(
        mode: FolderWatch.Mode
      ) async throws {
        let folder = try TemporaryFolder()
        let first = Calls()
        let warmUp = FolderWatch(mode: mode, pollInterval: .milliseconds(100)) { first.add() }
        warmUp.watch([.init(folder: folder.path)])
        try folder.write("x", to: "a")
        #expect(await eventually { first.count > 0 })

        let names = (0..<1_000).map(String.init)
        for name in names {
          try folder.makeFolder(name)
          try folder.write("old", to: name + "/a.lua")
        }
        try await settle()
        let descriptors = try countEntries("/proc/self/fd")
        let calls = names.map { _ in Calls() }
        var watches = calls.map { calls in
          FolderWatch(mode: mode, pollInterval: .milliseconds(100)) { calls.add() }
        }
        for (name, watch) in zip(names, watches) {
          watch.watch([.init(folder: folder.path + "/" + name, names: ["a.lua"])])
        }
        #expect(WatchHub.shared.held(below: folder.path) == [1_001, mode == .polling ? 0 : 1_001])
        // Other tests of the process may open some, but no thousand.
        #expect(try countEntries("/proc/self/fd") <= descriptors + 200)

        for name in names { try folder.write("new", to: name + "/a.lua") }
        #expect(await eventually { calls.allSatisfy { $0.count > 0 } })
        #expect(try countEntries("/proc/self/fd") <= descriptors + 200)
        #expect(try countEntries("/proc/self/task") < 500)

        watches = []
        warmUp.cancel()
        #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
      }
    #endif

    @Test func `a thousand watches of one folder are all told`() async throws {
      let folder = try TemporaryFolder()
      let calls = (0..<1_000).map { _ in Calls() }
      var watches = calls.map { calls in FolderWatch { calls.add() } }
      for watch in watches { watch.watch([.init(folder: folder.path)]) }
      #expect(WatchHub.shared.held(below: folder.path)[0] == 1)
      try folder.write("x", to: "a")
      #expect(await eventually { calls.allSatisfy { $0.count > 0 } })
      watches = []
      #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `watches come and go while files change`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      for name in ["0", "1", "2"] { try folder.makeFolder(name) }
      let seen = Latest<String?>(nil)
      let steady = FolderWatch(mode: mode, pollInterval: .milliseconds(2)) {
        seen.value = folder.read("0/a")
      }
      steady.watch([.init(folder: folder.path + "/0")])
      let total = Calls()
      DispatchQueue.concurrentPerform(iterations: 3) { worker in
        for round in 0..<300 {
          guard worker < 2 else {
            try? folder.write("\(round)", to: "\(round % 3)/a")
            if round % 50 == 0 { try? folder.remove("2") }
            if round % 50 == 5 { try? folder.makeFolder("2") }
            continue
          }
          let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(2)) { total.add() }
          watch.watch([.init(folder: folder.path + "/\(round % 3)")])
          watch.watch([
            .init(folder: folder.path + "/\((round + worker) % 3)", names: ["a"]),
            .init(folder: folder.path + "/2"),
          ])
          if round % 2 == 0 { watch.cancel() }
        }
      }
      try folder.write("last", to: "0/a")
      #expect(await eventually { seen.value == "last" })
      steady.cancel()
      #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
    }
  }
}
