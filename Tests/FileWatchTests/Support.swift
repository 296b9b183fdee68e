import Foundation
import Synchronization
import Testing

@testable import FileWatch

/// All tests, one after the other: some look at what the whole process holds.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct FileWatchTests {}

extension FolderWatch.Mode {
  static let samples: [Self] = [.automatic, .polling]
}

/// A folder that ends with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/FileWatch-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }

  func write(_ text: String, to name: String) throws {
    // Not atomically: in place, into the same inode.
    try Data(text.utf8).write(to: url(name))
  }

  func read(_ name: String) -> String? {
    (try? Data(contentsOf: url(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  func rename(_ name: String, to other: String) throws {
    let outcome = unsafe Foundation.rename(path + "/" + name, path + "/" + other)
    try #require(outcome == 0)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }
}

/// Counts calls.
final class Calls: Sendable {
  private let total = Atomic(0)
  var count: Int { total.load(ordering: .sequentiallyConsistent) }
  func add() { total.add(1, ordering: .sequentiallyConsistent) }
}

/// Keeps what a callback saw last.
final class Latest<Value: Equatable & Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// Waits for a condition; says whether it came true within a generous time.
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

/// Lets file times get old enough that a look can trust them.
func settle() async throws { try await Task.sleep(for: .milliseconds(80)) }

extension WatchHub {
  /// How many folders and watch descriptors are held.
  var held: [Int] { held(below: "") }

  /// How many of them are for a path and what is below it; other tests share the process.
  func held(below path: String) -> [Int] {
    state.withLock { state in
      [
        state.places.keys.count { $0.path.hasPrefix(path) },
        state.folders.values.count { $0.contains { $0.path.hasPrefix(path) } },
      ]
    }
  }
}
