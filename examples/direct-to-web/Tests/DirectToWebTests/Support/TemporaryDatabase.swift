import Foundation
import GRDB

@testable import DirectToWeb

/// A database in a folder of its own, which is removed with the value.
final class TemporaryDatabase: Sendable {
  let path: String

  /// Makes a file, and runs statements on it as some other program would.
  init(_ sql: String = "") throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("test.db").path
    try run(sql)
  }

  /// Copies a file.
  init(copying source: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("test.db").path
    try FileManager.default.copyItem(atPath: source, toPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// The shop with every feature.
  static func shop() throws -> TemporaryDatabase {
    try TemporaryDatabase(
      String(decoding: Data(contentsOf: try resource("shop.sql")), as: UTF8.self))
  }

  static func resource(_ name: String) throws -> URL {
    guard
      let url = Bundle.module.url(
        forResource: name, withExtension: nil, subdirectory: "Databases")
    else { throw DirectToWebError(.fileNotFound, "there is no resource `\(name)`") }
    return url
  }

  /// Runs statements on a connection of their own.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    var configuration = Configuration()
    configuration.acceptsDoubleQuotedStringLiterals = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
    try queue.close()
  }

  /// The texts of the first column.
  func texts(_ sql: String) throws -> [String] {
    var configuration = Configuration()
    configuration.acceptsDoubleQuotedStringLiterals = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  func open(_ options: DatabaseFile.Options = .init()) throws -> DatabaseFile {
    try DatabaseFile(path: path, options: options)
  }

  var bytes: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }
}

/// Databases that others made, where `scripts/test` has put them.
enum ForeignDatabase {
  static func path(_ name: String) -> String? {
    guard let folder = ProcessInfo.processInfo.environment["DIRECT_TO_WEB_DATABASES"] else {
      return nil
    }
    return "\(folder)/\(name)"
  }

  static let areHere = path("proj.db") != nil
}

/// SplitMix64: the same numbers for the same seed, on each machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ parts: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &self) < parts
  }
}

extension Collection {
  /// An element, for collections that are not empty.
  func random(_ generator: inout SeededGenerator) throws -> Element {
    guard let element = randomElement(using: &generator) else {
      throw DirectToWebError(.invalidQuery, "nothing to choose from")
    }
    return element
  }
}
