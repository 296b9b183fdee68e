import Foundation
import LuaRules
import Testing

private func rules(_ title: String) -> String {
  #"return { { key = "title", value = "\#(title)" } }"#
}

/// A folder of its own for each test.
private struct Folder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Renames as editors do, over what is there.
  func rename(_ name: String, to other: String) throws {
    let status = unsafe Foundation.rename(
      url.appending(path: name).path, url.appending(path: other).path)
    try #require(status == 0)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

private func makeLive(_ url: URL, pollInterval: Duration?) throws -> LiveRuleModel {
  var options = RuleOptions()
  var liveOptions = LiveRuleOptions()
  liveOptions.logger.logLevel = .critical
  options.fileSystem = LocalFileSystem(pollInterval: pollInterval)
  return try LiveRuleModel(contentsOf: url, options: options, live: liveOptions)
}

/// Waits until the title is the wanted one; whatever goes on in between is not looked at.
private func title(_ live: LiveRuleModel, becomes wanted: String) async throws -> Bool {
  let context = RuleContext(live)
  for _ in 0..<2000 {
    if try context.value(at: "title", as: String.self) == wanted { return true }
    try await Task.sleep(for: .milliseconds(5))
  }
  return false
}

@Suite struct LiveFilesTests {
  @Test(arguments: [nil, Duration.milliseconds(20)])
  func `files that editors write are loaded again`(pollInterval: Duration?) async throws {
    let folder = try Folder()
    try folder.write(rules("one"), to: "a.lua")
    let live = try makeLive(folder.url, pollInterval: pollInterval)
    #expect(try await title(live, becomes: "one"))
    try folder.write(rules("in place"), to: "a.lua")
    #expect(try await title(live, becomes: "in place"))
    try folder.write(rules("renamed over"), to: "a.lua.new")
    try folder.rename("a.lua.new", to: "a.lua")
    #expect(try await title(live, becomes: "renamed over"))
    try folder.write("return {", to: "a.lua")
    try folder.write(rules("recovered"), to: "a.lua")
    #expect(try await title(live, becomes: "recovered"))
  }

  @Test func `a symbolic link that is swapped is followed`() async throws {
    let folder = try Folder()
    for version in ["v1", "v2"] {
      let place = folder.url.appending(path: version)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(rules(version).utf8).write(to: place.appending(path: "a.lua"))
    }
    let link = folder.url.appending(path: "current").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "v1")
    let live = try makeLive(URL(filePath: link), pollInterval: nil)
    #expect(try await title(live, becomes: "v1"))
    try FileManager.default.createSymbolicLink(atPath: link + ".new", withDestinationPath: "v2")
    try folder.rename("current.new", to: "current")
    #expect(try await title(live, becomes: "v2"))
  }

  @Test func `a thousand live models watch in one process`() async throws {
    let folder = try Folder()
    var models: [LiveRuleModel] = []
    for number in 0..<1000 {
      try folder.write(rules("one"), to: "\(number).lua")
      models.append(
        try makeLive(folder.url.appending(path: "\(number).lua"), pollInterval: nil))
    }
    for number in stride(from: 0, to: 1000, by: 250) {
      try folder.write(rules("two"), to: "\(number).lua")
      #expect(try await title(models[number], becomes: "two"))
    }
    #expect(try await title(models[1], becomes: "one"))
  }
}
