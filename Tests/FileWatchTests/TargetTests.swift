import Testing

@testable import FileWatch

extension FileWatchTests {
  @Suite struct TargetTests {
    @Test(arguments: FolderWatch.Mode.samples)
    func `entries without a listed name do not matter`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      try folder.write("old", to: "a")
      try await settle()
      let calls = Calls()
      let others = Calls()
      let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { calls.add() }
      watch.watch([.init(folder: folder.path, names: ["a", "missing"])])
      let other = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { others.add() }
      other.watch([.init(folder: folder.path, names: ["b"])])

      try folder.write("x", to: "b")
      #expect(await eventually { others.count > 0 })
      try await settle()
      #expect(calls.count == 0)

      try folder.write("new", to: "a")
      #expect(await eventually { calls.count > 0 })
      watch.cancel()
      other.cancel()
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `the set of folders can be replaced`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      for name in ["1", "2", "3"] { try folder.makeFolder(name) }
      try await settle()
      let calls = Calls()
      let others = Calls()
      let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { calls.add() }
      let other = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { others.add() }
      other.watch([.init(folder: folder.path + "/1")])
      watch.watch([.init(folder: folder.path + "/1"), .init(folder: folder.path + "/2")])
      watch.watch([.init(folder: folder.path + "/2"), .init(folder: folder.path + "/3")])

      try folder.write("x", to: "1/a")
      #expect(await eventually { others.count > 0 })
      try await settle()
      #expect(calls.count == 0)

      for name in ["2", "3"] {
        let before = calls.count
        try folder.write("x", to: name + "/a")
        #expect(await eventually { calls.count > before })
        try await settle()
      }
      watch.watch([])
      other.cancel()
      #expect(WatchHub.shared.held(below: folder.path) == [0, 0])
    }

    @Test func `targets of one folder are joined`() async throws {
      let folder = try TemporaryFolder()
      try await settle()
      let calls = Calls()
      let watch = FolderWatch { calls.add() }
      watch.watch([
        .init(folder: folder.path, names: ["a"]), .init(folder: folder.path, names: ["b"]),
      ])
      for name in ["a", "b"] {
        let before = calls.count
        try folder.write("x", to: name)
        #expect(await eventually { calls.count > before })
        try await settle()
      }
      watch.cancel()
    }

    @Test func `a relative path is completed once`() {
      #expect(absolutePath("/a/b") == "/a/b")
      #expect(absolutePath("rules").hasSuffix("/rules"))
      #expect(absolutePath("rules").hasPrefix("/"))
      #expect(absolutePath("").hasPrefix("/"))
    }
  }
}
