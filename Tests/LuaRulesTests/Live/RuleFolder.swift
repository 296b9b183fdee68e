import Foundation
import LuaRules
import Synchronization
import Testing

/// A folder of its own for a test; what lives in it is written as programs write files.
final class RuleFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/live-\(UUID())"

  init() throws { try makeFolder("") }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The text of a file with one rule for `title`.
  static func rules(_ title: String, priority: String = "normal") -> String {
    #"return { { key = "title", value = "\#(title)", priority = "\#(priority)" } }"#
  }

  func path(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  /// Writes in place, and does not wait for the disk as Foundation does.
  func write(_ text: String, to name: String) throws { try write(pieces: [text], to: name) }

  /// Writes in place, piece by piece with pauses.
  func write(pieces: [String], to name: String) throws {
    let file = unsafe open(path(name), O_WRONLY | O_TRUNC | O_CREAT, 0o644)
    try #require(file >= 0)
    defer { close(file) }
    for (number, piece) in pieces.enumerated() {
      if number > 0 { usleep(10_000) }
      let bytes = Array(piece.utf8)
      let count = unsafe Foundation.write(file, bytes, bytes.count)
      try #require(count == bytes.count)
    }
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Renames over what is there, as the system does in one step.
  func rename(_ name: String, to other: String) throws {
    let status = unsafe Foundation.rename(path(name), path(other))
    try #require(status == 0)
  }

  /// Gives two files or folders each other's names, in one step where the system can.
  func exchange(_ name: String, with other: String) throws {
    #if os(Linux)
      // Swift's view of the C library does not have it. SOURCE: rename(2): RENAME_EXCHANGE is 2.
      typealias Rename =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      let symbol = try unsafe #require(dlsym(nil, "renameat2"))
      let rename = unsafe unsafeBitCast(symbol, to: Rename.self)
      let status = unsafe rename(AT_FDCWD, path(name), AT_FDCWD, path(other), 2)
      try #require(status == 0)
    #else
      try rename(name, to: name + ".tmp")
      try rename(other, to: name)
      try rename(name + ".tmp", to: other)
    #endif
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  /// Makes a link lead elsewhere, in one step.
  func relink(_ name: String, to target: String) throws {
    try link(name + ".tmp", to: target)
    try rename(name + ".tmp", to: name)
  }

  func hardLink(_ name: String, to target: String) throws {
    let status = unsafe Foundation.link(path(target), path(name))
    try #require(status == 0)
  }

  func makePipe(_ name: String) throws {
    let status = unsafe mkfifo(path(name), 0o644)
    try #require(status == 0)
  }

  /// Makes a file that seems to have a number of bytes, and takes no room.
  func makeSparse(_ name: String, size: Int) throws {
    try write("", to: name)
    let status = unsafe truncate(path(name), size)
    try #require(status == 0)
  }

  /// Sets when the file seems to have been written.
  func setTime(_ name: String, _ time: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path(name))
  }

  func time(_ name: String) throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return try #require(attributes[.modificationDate] as? Date)
  }

  /// A live model of what stands at a name.
  func live(
    _ name: String = "rules", pollInterval: Duration? = nil
  ) throws -> LiveRuleModel {
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    liveOptions.logger.logLevel = .critical
    options.fileSystem = LocalFileSystem(pollInterval: pollInterval)
    return try LiveRuleModel(
      contentsOf: URL(filePath: path(name)), options: options, live: liveOptions)
  }
}

/// What a live model told, in words.
final class EventLog: Sendable {
  private final class Texts: Sendable { let all = Mutex<[String]>([]) }

  private let texts = Texts()
  private let task: Task<Void, Never>

  init(_ live: LiveRuleModel) {
    let (events, texts) = (live.events, texts)
    task = Task {
      for await event in events { texts.all.withLock { $0.append(event.description) } }
    }
  }

  deinit { task.cancel() }

  var all: [String] { texts.all.withLock { $0 } }

  /// The rejections, in their order.
  var rejections: [String] { all.filter { $0.hasPrefix("the sources were rejected") } }
}

/// Waits for a condition; says whether it came true within a generous time.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(120)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(3))
  }
  return true
}

extension LiveRuleModel {
  /// What the rules say to `title` now.
  func title() throws -> String {
    try RuleContext(self).value(at: "title", as: String.self)
  }

  /// Waits until the title is the wanted one.
  func title(becomes wanted: String) async throws -> Bool {
    try await eventually { try title() == wanted }
  }
}
