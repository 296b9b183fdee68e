import LuaRules
import Synchronization

/// Files in memory, which tell when they change.
final class MemoryFileSystem: WatchedFileSystem {
  private struct State {
    var files: [String: String]
    var pipes: Set<String> = []
    var watches: [Weak] = []
  }

  private struct Weak { weak var watch: Watch? }

  final class Watch: FileSystemWatch {
    let changed: @Sendable () -> Void
    init(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }
    func watch(_ places: Set<WatchedPlace>) {}
  }

  private let state: Mutex<State>

  init(_ files: [String: String]) {
    state = Mutex(State(files: files))
  }

  /// The text of a file; `nil` deletes it.
  subscript(path: String) -> String? {
    get { state.withLock { $0.files[path] } }
    set {
      state.withLock { $0.files[path] = newValue }
      touch()
    }
  }

  /// Makes a path a pipe, which cannot be read as a file.
  func makePipe(_ path: String) {
    state.withLock { _ = $0.pipes.insert(path) }
    touch()
  }

  func removePipe(_ path: String) {
    state.withLock { _ = $0.pipes.remove(path) }
    touch()
  }

  /// Tells all who watch that something may have changed.
  func touch() {
    for watch in state.withLock({ $0.watches.compactMap(\.watch) }) { watch.changed() }
  }

  /// How many watches are alive.
  var watchCount: Int { state.withLock { $0.watches.compactMap(\.watch).count } }

  func kind(of path: String) -> RuleFileKind {
    state.withLock { state in
      if state.pipes.contains(path) { return .other }
      if state.files[path] != nil { return .regular }
      let all = state.files.keys.map(\.self) + state.pipes
      return all.contains { $0.hasPrefix(path + "/") } ? .folder : .missing
    }
  }

  func names(inFolder path: String) throws -> [String] {
    state.withLock { state in
      let inside = (state.files.keys.map(\.self) + state.pipes)
        .filter { $0.hasPrefix(path + "/") }
        .compactMap { $0.dropFirst(path.count + 1).split(separator: "/").first.map(String.init) }
      return Array(Set(inside))
    }
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let text = self[path] else { throw RuleFileError("gone") }
    return Array(text.utf8)
  }

  func resolved(_ path: String) -> String { path }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> any FileSystemWatch {
    let watch = Watch(onChange)
    state.withLock { $0.watches.append(Weak(watch: watch)) }
    return watch
  }
}
