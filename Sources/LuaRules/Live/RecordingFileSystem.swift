import Synchronization

/// A file system that notes what was looked at through it: what a load depends on.
///
/// A file is read once: a module that several files require is written meanwhile
/// only for the next load.
package final class RecordingFileSystem: RuleFileSystem {
  private struct Notes {
    var looks = FileLooks()
    /// The names that were asked for, by folder; `nil` where all were listed.
    var names: [String: Set<String>?] = [:]
    /// What was listed, by folder; `nil` where nothing could be.
    var listings: [String: [String]?] = [:]
    /// The paths whose places are noted.
    var known: Set<String> = []

    /// Notes that an entry of a folder matters.
    mutating func note(_ path: String) {
      // Where all names are watched, one more changes nothing.
      names[FilePath.folder(of: path), default: .some([])]?.insert(FilePath.name(of: path))
    }
  }

  private let base: any RuleFileSystem
  private let notes = Mutex(Notes())

  package init(_ base: any RuleFileSystem) {
    self.base = base
  }

  /// The places of everything that was looked at, links followed and not.
  package var places: Set<WatchedPlace> {
    notes.withLock { Set($0.names.map { WatchedPlace(folder: $0.key, names: $0.value) }) }
  }

  /// Returns whether all that was looked at is as it was found; a file that could
  /// not be read may have so many bytes.
  package func isUnchanged(limit: Int) -> Bool {
    notes.withLock(\.listings).allSatisfy { (try? base.names(inFolder: $0.key)) == $0.value }
      && looks.hold(in: base, limit: limit)
  }

  /// What was looked at, with what was found.
  var looks: FileLooks { notes.withLock { $0.looks } }

  package func kind(of path: String) -> RuleFileKind {
    note(path)
    let kind = base.kind(of: path)
    notes.withLock { $0.looks.kinds[path] = kind }
    return kind
  }

  package func names(inFolder path: String) throws -> [String] {
    notes.withLock {
      $0.names[path] = .some(nil)
      // Stays when nothing can be listed.
      $0.listings[path] = .some(nil)
    }
    let names = try base.names(inFolder: path)
    notes.withLock { $0.listings[path] = names }
    return names
  }

  package func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    note(path)
    // What the model is made from is what the digest tells.
    if case .some(.some(let bytes)) = notes.withLock({ $0.looks.contents[path] }) { return bytes }
    // Stays when nothing can be read.
    notes.withLock { $0.looks.contents[path] = .some(nil) }
    let bytes = try base.contents(ofFile: path, limit: limit)
    notes.withLock { $0.looks.contents[path] = bytes }
    return bytes
  }

  package func resolved(_ path: String) -> String {
    let resolved = base.resolved(path)
    notes.withLock { $0.looks.resolutions[path] = resolved }
    return resolved
  }

  private func note(_ path: String) {
    guard notes.withLock({ $0.known.insert(path).inserted }) else { return }
    let resolved = base.resolved(path)
    notes.withLock { notes in
      notes.note(path)
      if resolved != path { notes.note(resolved) }
    }
  }
}

/// What was found at some paths.
struct FileLooks: Sendable {
  var kinds: [String: RuleFileKind] = [:]
  /// What was read; `nil` where nothing could be.
  var contents: [String: [UInt8]?] = [:]
  var resolutions: [String: String] = [:]

  /// Whether the same would be found now: then a load that took these looks comes out the same.
  func hold(in fileSystem: any RuleFileSystem, limit: Int) -> Bool {
    kinds.allSatisfy { fileSystem.kind(of: $0.key) == $0.value }
      && resolutions.allSatisfy { fileSystem.resolved($0.key) == $0.value }
      && contents.allSatisfy { path, bytes in
        (try? fileSystem.contents(ofFile: path, limit: bytes?.count ?? limit)) == bytes
      }
  }
}
