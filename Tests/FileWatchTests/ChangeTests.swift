import FileWatch
import Foundation
import Testing

/// A way in which what `rules/a.lua` reads as becomes "new".
struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var before: @Sendable (TemporaryFolder) throws -> Void = {
    try $0.makeFolder("rules")
    try $0.write("old", to: "rules/a.lua")
  }
  let change: @Sendable (TemporaryFolder) throws -> Void
  var expected: String? = "new"

  static let samples: [Change] = [
    Change(testDescription: "write in place") { try $0.write("new", to: "rules/a.lua") },
    Change(testDescription: "write elsewhere in the folder and rename over") {
      try $0.write("new", to: "rules/a.tmp")
      try $0.rename("rules/a.tmp", to: "rules/a.lua")
    },
    Change(testDescription: "rename into the folder") {
      try $0.write("new", to: "a.lua")
      try $0.rename("a.lua", to: "rules/a.lua")
    },
    Change(
      testDescription: "create", before: { try $0.makeFolder("rules") },
      change: { try $0.write("new", to: "rules/a.lua") }),
    Change(testDescription: "delete", change: { try $0.remove("rules/a.lua") }, expected: nil),
    Change(
      testDescription: "rename away", change: { try $0.rename("rules/a.lua", to: "a") },
      expected: nil),
    Change(
      testDescription: "swap a link to a file of the folder",
      before: {
        try $0.makeFolder("rules")
        try $0.write("old", to: "rules/1")
        try $0.write("new", to: "rules/2")
        try $0.link("rules/a.lua", to: "1")
      },
      change: {
        try $0.link("rules/tmp", to: "2")
        try $0.rename("rules/tmp", to: "rules/a.lua")
      }),
    Change(
      testDescription: "swap ..data as a config map does",
      before: {
        try $0.makeFolder("rules/..1")
        try $0.makeFolder("rules/..2")
        try $0.write("old", to: "rules/..1/a.lua")
        try $0.write("new", to: "rules/..2/a.lua")
        try $0.link("rules/..data", to: "..1")
        try $0.link("rules/a.lua", to: "..data/a.lua")
      },
      change: {
        try $0.link("rules/..data_tmp", to: "..2")
        try $0.rename("rules/..data_tmp", to: "rules/..data")
      }),
    Change(
      testDescription: "write into the target of a link, in another folder",
      before: {
        try $0.makeFolder("rules")
        try $0.write("old", to: "target")
        try $0.link("rules/a.lua", to: "../target")
      },
      change: { try $0.write("new", to: "target") }),
    Change(
      testDescription: "write through a hard link in another folder",
      before: {
        try $0.makeFolder("rules")
        try $0.write("old", to: "other")
        try FileManager.default.linkItem(at: $0.url("other"), to: $0.url("rules/a.lua"))
      },
      change: { try $0.write("new", to: "other") }),
    Change(
      testDescription: "a link that led nowhere leads somewhere",
      before: {
        try $0.makeFolder("rules")
        try $0.link("rules/a.lua", to: "../target")
      },
      change: { try $0.write("new", to: "target") }),
    Change(testDescription: "delete the folder", change: { try $0.remove("rules") }, expected: nil),
    Change(testDescription: "delete and recreate the folder") {
      try $0.remove("rules")
      try $0.makeFolder("rules")
      try $0.write("new", to: "rules/a.lua")
    },
    Change(testDescription: "the folder appears", before: { _ in }) {
      try $0.makeFolder("rules")
      try $0.write("new", to: "rules/a.lua")
    },
    Change(testDescription: "the folder appears by rename", before: { _ in }) {
      try $0.makeFolder("tmp")
      try $0.write("new", to: "tmp/a.lua")
      try $0.rename("tmp", to: "rules")
    },
    Change(testDescription: "another folder takes the path") {
      try $0.makeFolder("tmp")
      try $0.write("new", to: "tmp/a.lua")
      try $0.rename("rules", to: "old")
      try $0.rename("tmp", to: "rules")
    },
    Change(
      testDescription: "the folder is a link that is swapped",
      before: {
        try $0.makeFolder("1")
        try $0.makeFolder("2")
        try $0.write("old", to: "1/a.lua")
        try $0.write("new", to: "2/a.lua")
        try $0.link("rules", to: "1")
      },
      change: {
        try $0.link("tmp", to: "2")
        try $0.rename("tmp", to: "rules")
      }),
    Change(
      testDescription: "a parent of the folder is swapped",
      before: {
        try $0.makeFolder("1/inner")
        try $0.makeFolder("2/inner")
        try $0.write("old", to: "1/inner/a.lua")
        try $0.write("new", to: "2/inner/a.lua")
        try $0.link("up", to: "1")
        try $0.link("rules", to: "up/inner")
      },
      change: {
        try $0.link("tmp", to: "2")
        try $0.rename("tmp", to: "up")
      }),
  ]
}

extension FileWatchTests {
  @Suite struct ChangeTests {
    @Test(arguments: FolderWatch.Mode.samples, Change.samples)
    func `a call follows a change, with and without names`(
      mode: FolderWatch.Mode, change: Change
    ) async throws {
      for names: Set<String>? in [nil, ["a.lua"]] {
        let folder = try TemporaryFolder()
        try change.before(folder)
        try await settle()
        let seen = Latest<String?>("nothing")
        let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) {
          seen.value = folder.read("rules/a.lua")
        }
        watch.watch([.init(folder: folder.path + "/rules", names: names)])
        try change.change(folder)
        #expect(await eventually { seen.value == change.expected }, "names: \(names ?? [])")
        watch.cancel()
      }
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `changes are still told after the folder was replaced`(
      mode: FolderWatch.Mode
    ) async throws {
      let folder = try TemporaryFolder()
      let seen = Latest<String?>(nil)
      let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) {
        seen.value = folder.read("rules/a.lua")
      }
      watch.watch([.init(folder: folder.path + "/rules")])
      for round in 1...3 {
        try folder.makeFolder("rules")
        for text in ["\(round) first", "\(round) second"] {
          try folder.write(text, to: "rules/a.lua")
          #expect(await eventually { seen.value == text })
        }
        try folder.remove("rules")
        #expect(await eventually { seen.value == nil })
      }
      watch.cancel()
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `no final change is lost`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      let seen = Latest<String?>(nil)
      let watch = FolderWatch(mode: mode, pollInterval: .milliseconds(5)) {
        seen.value = folder.read("a")
      }
      watch.watch([.init(folder: folder.path, names: ["a"])])
      // Equal sizes within one tick of the file system's clock.
      for round in 100..<300 {
        try folder.write("\(round)", to: "a")
        if round % 10 == 0 { #expect(await eventually { seen.value == "\(round)" }) }
      }
      #expect(await eventually { seen.value == "299" })
      watch.cancel()
    }

    @Test(arguments: FolderWatch.Mode.samples)
    func `two paths to one folder are both watched`(mode: FolderWatch.Mode) async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("rules")
      try folder.link("other", to: "rules")
      try await settle()
      let first = Calls()
      let second = Calls()
      let one = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { first.add() }
      one.watch([.init(folder: folder.path + "/rules")])
      let two = FolderWatch(mode: mode, pollInterval: .milliseconds(20)) { second.add() }
      two.watch([.init(folder: folder.path + "/other")])
      try folder.write("x", to: "rules/a")
      #expect(await eventually { first.count > 0 && second.count > 0 })
      one.cancel()
      try await settle()
      let before = second.count
      try folder.write("y", to: "rules/a")
      #expect(await eventually { second.count > before })
      two.cancel()
    }
  }
}
