import Foundation
import LuaRules
import Testing

/// Something that is wrong with the rules in `rules`, and how it is told.
struct FileDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the rejection says.
  let message: String
  let damage: @Sendable (RuleFolder) throws -> Void
  /// Takes the damage away, but for `rules/a.lua`, which is written anew.
  let repair: @Sendable (RuleFolder) throws -> Void

  init(
    _ name: String, _ message: String, damage: @escaping @Sendable (RuleFolder) throws -> Void,
    repair: @escaping @Sendable (RuleFolder) throws -> Void = { try $0.remove("rules/b.lua") }
  ) {
    testDescription = name
    self.message = message
    self.damage = damage
    self.repair = repair
  }

  static let samples: [FileDamage] = [
    FileDamage(
      "an empty file", "b.lua: error: the file returns nothing [no-rules]",
      damage: { try $0.write("", to: "rules/b.lua") }),
    FileDamage(
      "a file that ends in the middle", "[syntax]",
      damage: { try $0.write(#"return { { key = "title", val"#, to: "rules/b.lua") }),
    FileDamage(
      "a deleted folder", "rules: error: no such file or folder [unreadable]",
      damage: { try $0.remove("rules") }, repair: { try $0.makeFolder("rules") }),
    FileDamage(
      "an emptied folder", "rules: error: the folder has no rule files [no-rules]",
      damage: { try $0.remove("rules/a.lua") }, repair: { _ in }),
    FileDamage(
      "a folder that is renamed away", "rules: error: no such file or folder [unreadable]",
      damage: { try $0.rename("rules", to: "away") },
      repair: { try $0.rename("away", to: "rules") }),
    FileDamage(
      "a pipe", "b.lua: error: not a regular file [unreadable]",
      damage: { try $0.makePipe("rules/b.lua") }),
    FileDamage(
      "a link to a device without an end", "b.lua: error: not a regular file [unreadable]",
      damage: { try $0.link("rules/b.lua", to: "/dev/zero") }),
    FileDamage(
      "a huge file", "b.lua: error: the file has 1073741824 bytes; at most 4194304 are read",
      damage: { try $0.makeSparse("rules/b.lua", size: 1 << 30) }),
    FileDamage(
      "a link to nothing", "b.lua: error: no such file [unreadable]",
      damage: { try $0.link("rules/b.lua", to: "nothing") }),
    FileDamage(
      "a link to itself", "b.lua: error: no such file [unreadable]",
      damage: { try $0.link("rules/b.lua", to: "b.lua") }),
    FileDamage(
      "links that make a circle of folders",
      "the folder is a link to a folder that it is in [unreadable]",
      // Both links come and go in one step: one of them alone is told in other words.
      damage: {
        try $0.makeFolder("away")
        try $0.link("away/b.lua", to: "..")
        try $0.link("away/c", to: "..")
        try $0.rename("away", to: "rules/away")
      },
      repair: { try $0.rename("rules/away", to: "away") }),
    FileDamage(
      "a name that is not UTF-8", "hint: the names of rule files are UTF-8",
      damage: { try writeName([0x62, 0xFF] + Array(".lua".utf8), in: $0) },
      repair: { try removeName([0x62, 0xFF] + Array(".lua".utf8), in: $0) }),
    FileDamage(
      "a module that is not there", "there is no module \"gone\" [module]",
      damage: { try $0.write(#"return require "gone""#, to: "rules/b.lua") }),
  ]

  /// The bytes of a path in `rules`, with the zero at its end.
  private static func bytes(_ name: [UInt8], in folder: RuleFolder) -> [CChar] {
    (Array(folder.path("rules/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
  }

  private static func writeName(_ name: [UInt8], in folder: RuleFolder) throws {
    let file = unsafe open(bytes(name, in: folder), O_WRONLY | O_CREAT, 0o644)
    try #require(file >= 0)
    close(file)
  }

  private static func removeName(_ name: [UInt8], in folder: RuleFolder) throws {
    let status = unsafe unlink(bytes(name, in: folder))
    try #require(status == 0)
  }
}

@Suite(.timeLimit(.minutes(15))) struct BadFilesTests {
  private func makeFolder() throws -> RuleFolder {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    try folder.write(RuleFolder.rules("old"), to: "rules/a.lua")
    return folder
  }

  @Test(arguments: [nil, Duration.milliseconds(20)], FileDamage.samples)
  func `bad files are told once, the rules stay, and recovery is automatic`(
    pollInterval: Duration?, damage: FileDamage
  ) async throws {
    let folder = try makeFolder()
    let live = try folder.live(pollInterval: pollInterval)
    let log = EventLog(live)
    try damage.damage(folder)
    #expect(await eventually { log.rejections.contains { $0.contains(damage.message) } })
    #expect(try live.title() == "old")
    // What is looked at again and is the same is not told again.
    try folder.write("x", to: "notes.txt")
    await #expect(throws: RuleError.self) { try await live.reload() }
    #expect(try live.title() == "old")
    try damage.repair(folder)
    try folder.write(RuleFolder.rules("new"), to: "rules/a.lua")
    #expect(try await live.title(becomes: "new"))
    #expect(await eventually { log.all.last == "generation \(live.generation) is active" })
    for (one, next) in zip(log.all, log.all.dropFirst()) { #expect(one != next) }
    #expect(log.rejections.filter { $0.contains(damage.message) }.count == 1)
  }

  @Test func `each other bad content is told`() async throws {
    let folder = try makeFolder()
    let live = try folder.live()
    let log = EventLog(live)
    for name in ["one", "two", "three"] {
      try folder.write("return { { \(name) = 1 } }", to: "rules/a.lua")
      #expect(await eventually { log.rejections.contains { $0.contains("`\(name)`") } })
    }
    try folder.write(RuleFolder.rules("new"), to: "rules/a.lua")
    #expect(try await live.title(becomes: "new"))
    #expect(live.generation == 2)
  }

  @Test(arguments: [nil, Duration.milliseconds(20)])
  func `what does not change the rules is no new generation`(pollInterval: Duration?) async throws {
    let folder = try makeFolder()
    let live = try folder.live(pollInterval: pollInterval)
    try folder.setTime("rules/a.lua", Date())
    try folder.write(RuleFolder.rules("old"), to: "rules/a.lua")
    try folder.write(RuleFolder.rules("old"), to: "rules/tmp")
    try folder.rename("rules/tmp", to: "rules/a.lua")
    for name in [".hidden.lua", "_draft.lua", "a.test.lua", "notes.txt", "lib.txt"] {
      try folder.write("nothing that Lua would read", to: "rules/\(name)")
    }
    try folder.makeFolder("rules/lib")
    try folder.write("nor this", to: "rules/lib/unused.lua")
    try await live.reload()
    try folder.write(RuleFolder.rules("new"), to: "rules/a.lua")
    #expect(try await live.title(becomes: "new"))
    #expect(live.generation == 2)
  }

  @Test func `a socket is no rule file`() async throws {
    let folder = try makeFolder()
    let live = try folder.live()
    let log = EventLog(live)
    // The name of a socket has to be short, so it is made elsewhere.
    let place = "/tmp/lrs-\(UUID().uuidString.prefix(8))"
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: Array(place.utf8))
    }
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    defer { unsafe _ = unlink(place) }
    try folder.link("rules/b.lua", to: place)
    #expect(await eventually { log.rejections.contains { $0.contains("not a regular file") } })
    #expect(try live.title() == "old")
  }

  @Test func `thousands of files are watched`() async throws {
    let folder = try makeFolder()
    for number in 0..<4_000 {
      try folder.write("return {}", to: "rules/\(number).lua")
    }
    let live = try folder.live()
    try folder.write(RuleFolder.rules("new", priority: "high"), to: "rules/3777.lua")
    #expect(try await live.title(becomes: "new"))
    try folder.remove("rules/3777.lua")
    #expect(try await live.title(becomes: "old"))
  }
}
