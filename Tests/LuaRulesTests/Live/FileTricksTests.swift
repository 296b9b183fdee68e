import Foundation
import LuaRules
import Testing

private func rules(_ title: String, priority: String = "normal") -> String {
  RuleFolder.rules(title, priority: priority)
}

/// A way in which the rules of `rules` begin to say "new".
struct FileTrick: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes the rules that say "old"; otherwise they are in `rules/a.lua`.
  var before: @Sendable (RuleFolder) throws -> Void = {
    try $0.makeFolder("rules")
    try $0.write(rules("old"), to: "rules/a.lua")
  }
  let change: @Sendable (RuleFolder) throws -> Void
  /// The file that decides afterwards.
  var deciding = "rules/a.lua"

  init(
    _ name: String, deciding: String = "rules/a.lua",
    before: (@Sendable (RuleFolder) throws -> Void)? = nil,
    change: @escaping @Sendable (RuleFolder) throws -> Void
  ) {
    testDescription = name
    self.deciding = deciding
    self.change = change
    if let before { self.before = before }
  }
}

extension FileTrick {
  static let editors: [FileTrick] = [
    FileTrick("written in place") { try $0.write(rules("new"), to: "rules/a.lua") },
    FileTrick("written in place, piece by piece") {
      try $0.write(
        pieces: [#"return { { key = "title", "#, #"value = "ne"#, #"w" }"#, " }"], to: "rules/a.lua"
      )
    },
    FileTrick("written elsewhere and renamed over") {
      try $0.write(rules("new"), to: "rules/a.lua.tmp")
      try $0.rename("rules/a.lua.tmp", to: "rules/a.lua")
    },
    FileTrick("renamed to a backup and made anew") {
      try $0.rename("rules/a.lua", to: "rules/a.lua~")
      usleep(20_000)
      try $0.write(rules("new"), to: "rules/a.lua")
      try $0.remove("rules/a.lua~")
    },
    FileTrick("deleted and made anew, much later") {
      try $0.remove("rules/a.lua")
      usleep(100_000)
      try $0.write(rules("new"), to: "rules/a.lua")
    },
    FileTrick("written with the time of the old file, and its size") {
      let time = try $0.time("rules/a.lua")
      usleep(100_000)
      try $0.write(rules("new"), to: "rules/a.lua")
      try $0.setTime("rules/a.lua", time)
    },
    FileTrick("written long ago, by its time") {
      try $0.write(rules("new"), to: "rules/a.lua")
      try $0.setTime("rules/a.lua", Date(timeIntervalSince1970: 1_000_000))
    },
    FileTrick("renamed so that only the case differs", deciding: "rules/A.lua") {
      try $0.rename("rules/a.lua", to: "rules/A.lua")
      usleep(20_000)
      try $0.write(rules("new"), to: "rules/A.lua")
    },
    FileTrick(
      "written through a hard link in another folder",
      before: {
        try $0.makeFolder("rules")
        try $0.write(rules("old"), to: "outside.lua")
        try $0.hardLink("rules/a.lua", to: "outside.lua")
      },
      change: { try $0.write(rules("new"), to: "outside.lua") }),
    FileTrick("replaced by a folder of the same name", deciding: "rules/a.lua/b.lua") {
      try $0.remove("rules/a.lua")
      try $0.makeFolder("rules/a.lua")
      try $0.write(rules("new"), to: "rules/a.lua/b.lua")
    },
    FileTrick("replaced by a folder of the same name, and back") {
      try $0.remove("rules/a.lua")
      try $0.makeFolder("rules/a.lua")
      try $0.write(rules("between"), to: "rules/a.lua/b.lua")
      usleep(50_000)
      try $0.remove("rules/a.lua")
      try $0.write(rules("new"), to: "rules/a.lua")
    },
  ]

  static let links: [FileTrick] = [
    FileTrick(
      "a link to a file is led elsewhere",
      before: {
        try $0.makeFolder("rules")
        try $0.write(rules("old"), to: "old.lua")
        try $0.write(rules("new"), to: "new.lua")
        try $0.link("rules/a.lua", to: "../old.lua")
      },
      change: { try $0.relink("rules/a.lua", to: "../new.lua") }),
    FileTrick(
      "the folder is a link that is led elsewhere", before: makeReleases,
      change: { try $0.relink("rules", to: "2") }),
    FileTrick(
      "the folder is a link to a link that is led elsewhere",
      before: {
        try makeReleases($0)
        try $0.relink("rules", to: "stable")
        try $0.link("stable", to: "current")
        try $0.link("current", to: "1")
      },
      change: { try $0.relink("current", to: "2") }),
    FileTrick(
      "a link in the middle of the path is led elsewhere",
      before: {
        try $0.makeFolder("1/inner")
        try $0.makeFolder("2/inner")
        try $0.write(rules("old"), to: "1/inner/a.lua")
        try $0.write(rules("new"), to: "2/inner/a.lua")
        try $0.link("current", to: "1")
        try $0.link("rules", to: "current/inner")
      },
      change: { try $0.relink("current", to: "2") }),
    FileTrick(
      "a mounted configuration is updated, with its double link",
      before: {
        try $0.makeFolder("rules/..1")
        try $0.makeFolder("rules/..2")
        try $0.write(rules("old"), to: "rules/..1/a.lua")
        try $0.write(rules("new"), to: "rules/..2/a.lua")
        try $0.link("rules/..data", to: "..1")
        try $0.link("rules/a.lua", to: "..data/a.lua")
      },
      change: {
        try $0.relink("rules/..data", to: "..2")
        try $0.remove("rules/..1")
      }),
    FileTrick(
      "what a link leads to is written in place",
      before: {
        try $0.makeFolder("rules")
        try $0.makeFolder("elsewhere")
        try $0.write(rules("old"), to: "elsewhere/x")
        try $0.link("rules/a.lua", to: "../elsewhere/x")
      },
      change: { try $0.write(rules("new"), to: "elsewhere/x") }),
  ]

  static let folders: [FileTrick] = [
    FileTrick("the folder is deleted and made anew") {
      try $0.remove("rules")
      try $0.makeFolder("rules")
      try $0.write(rules("new"), to: "rules/a.lua")
    },
    FileTrick("the folder is deleted, and made anew much later") {
      try $0.remove("rules")
      usleep(100_000)
      try $0.makeFolder("rules")
      usleep(100_000)
      try $0.write(rules("new"), to: "rules/a.lua")
    },
    FileTrick("the folder is renamed away, changed, and renamed back") {
      try $0.rename("rules", to: "away")
      usleep(50_000)
      try $0.write(rules("new"), to: "away/a.lua")
      try $0.rename("away", to: "rules")
    },
    FileTrick("another folder takes the place") {
      try $0.makeFolder("other")
      try $0.write(rules("new"), to: "other/a.lua")
      try $0.rename("rules", to: "away")
      try $0.rename("other", to: "rules")
    },
    FileTrick("the folder changes places with another") {
      try $0.makeFolder("other")
      try $0.write(rules("new"), to: "other/a.lua")
      try $0.exchange("rules", with: "other")
    },
    FileTrick(
      "a folder around it is renamed, and another takes its place",
      deciding: "up/rules/a.lua",
      before: {
        try $0.makeFolder("up/rules")
        try $0.write(rules("old"), to: "up/rules/a.lua")
        try $0.link("rules", to: "up/rules")
      },
      change: {
        try $0.makeFolder("other/rules")
        try $0.write(rules("new"), to: "other/rules/a.lua")
        try $0.rename("up", to: "away")
        try $0.rename("other", to: "up")
      }),
    FileTrick("a folder is made and filled in one go", deciding: "rules/sub/deep/b.lua") {
      try $0.makeFolder("rules/sub/deep")
      try $0.write(rules("new", priority: "high"), to: "rules/sub/deep/b.lua")
    },
    FileTrick("a folder is made, and filled much later", deciding: "rules/sub/deep/b.lua") {
      try $0.makeFolder("rules/sub")
      usleep(100_000)
      try $0.makeFolder("rules/sub/deep")
      usleep(100_000)
      try $0.write(rules("new", priority: "high"), to: "rules/sub/deep/b.lua")
    },
    FileTrick("a full folder is renamed into the folder", deciding: "rules/sub/b.lua") {
      try $0.makeFolder("sub")
      try $0.write(rules("new", priority: "high"), to: "sub/b.lua")
      try $0.rename("sub", to: "rules/sub")
    },
    FileTrick(
      "a file in a folder is deleted",
      before: {
        try $0.makeFolder("rules/sub")
        try $0.write(rules("new"), to: "rules/a.lua")
        try $0.write(rules("old", priority: "high"), to: "rules/sub/b.lua")
      },
      change: { try $0.remove("rules/sub/b.lua") }),
    FileTrick("a draft gets the name of a rule file", deciding: "rules/sub/b.lua") {
      try $0.makeFolder("rules/sub")
      try $0.write(rules("new", priority: "high"), to: "rules/sub/_b.lua")
      usleep(50_000)
      try $0.rename("rules/sub/_b.lua", to: "rules/sub/b.lua")
    },
    FileTrick("names of every kind", deciding: "rules/ a b\n*?'\"\\.lua") {
      try $0.write(rules("new", priority: "high"), to: "rules/ a b\n*?'\"\\.lua")
      try $0.write("return {}", to: "rules/" + String(repeating: "n", count: 251) + ".lua")
    },
  ]

  static let modules: [FileTrick] = [
    FileTrick("a module changes", deciding: "rules/lib/_m.lua", before: makeModule) {
      try $0.write(module("new"), to: "rules/lib/_m.lua")
    },
    FileTrick("a module is deleted and made anew", deciding: "rules/lib/_m.lua", before: makeModule)
    {
      try $0.remove("rules/lib")
      usleep(100_000)
      try $0.makeFolder("rules/lib")
      try $0.write(module("new"), to: "rules/lib/_m.lua")
    },
    FileTrick(
      "a module beside the file hides that of the library", deciding: "rules/_m.lua",
      before: makeModule
    ) { try $0.write(module("new"), to: "rules/_m.lua") },
    FileTrick(
      "a module beside the file is deleted, and that of the library seen",
      deciding: "rules/lib/_m.lua",
      before: {
        try makeModule($0)
        try $0.write(module("old"), to: "rules/_m.lua")
        try $0.write(module("new"), to: "rules/lib/_m.lua")
      },
      change: { try $0.remove("rules/_m.lua") }),
  ]

  private static let makeReleases: @Sendable (RuleFolder) throws -> Void = {
    try $0.makeFolder("1")
    try $0.makeFolder("2")
    try $0.write(rules("old"), to: "1/a.lua")
    try $0.write(rules("new"), to: "2/a.lua")
    try $0.link("rules", to: "1")
  }

  private static let makeModule: @Sendable (RuleFolder) throws -> Void = {
    try $0.makeFolder("rules/lib")
    try $0.write(
      #"local m = require "_m" return { { key = "title", value = m.title } }"#, to: "rules/a.lua")
    try $0.write(module("old"), to: "rules/lib/_m.lua")
  }
}

private func module(_ title: String) -> String { #"return { title = "\#(title)" }"# }

@Suite(.timeLimit(.minutes(15))) struct FileTricksTests {
  static let tricks =
    FileTrick.editors + FileTrick.links + FileTrick.folders + FileTrick.modules

  @Test(arguments: [nil, Duration.milliseconds(20)], tricks)
  func `rules are loaded again however their files change`(
    pollInterval: Duration?, trick: FileTrick
  ) async throws {
    let folder = try RuleFolder()
    try trick.before(folder)
    let live = try folder.live(pollInterval: pollInterval)
    #expect(try live.title() == "old")
    // Lets the look pass that follows the start, which would see the change anyway.
    try await Task.sleep(for: .milliseconds(150))
    try trick.change(folder)
    #expect(try await live.title(becomes: "new"))
    // And it goes on from there.
    let isModule = trick.deciding.hasSuffix("_m.lua")
    try folder.write(
      isModule ? module("final") : rules("final", priority: "very high"), to: trick.deciding)
    #expect(try await live.title(becomes: "final"))
  }
}
