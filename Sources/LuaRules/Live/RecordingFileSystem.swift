import Synchronization

/// A file system that records each access: a load depends on exactly these.
///
/// Each file is read once. So if a module changes during a load, all files of the load see the
/// first content.
package final class RecordingFileSystem: RuleFileSystem {
  private struct Notes {
    var looks = FileLooks()
    /// The names that were looked up, by folder; `nil` if the whole folder was listed.
    var names: [String: Set<String>?] = [:]
    /// The listings, by folder; `nil` if listing failed.
    var listings: [String: [String]?] = [:]
    /// The paths that are already recorded in `names`.
    var known: Set<String> = []

    /// Records that an entry of a folder matters.
    mutating func note(_ path: String) {
      // If the whole folder was listed, it is watched as a whole already.
      names[FilePath.folder(of: path), default: .some([])]?.insert(FilePath.name(of: path))
    }
  }

  /// The file system that is read.
  package let base: any RuleFileSystem
  private let notes = Mutex(Notes())

  package init(_ base: any RuleFileSystem) {
    self.base = base
  }

  /// The places of all accesses, with links followed and not followed.
  package var places: Set<WatchedPlace> {
    notes.withLock { Set($0.names.map { WatchedPlace(folder: $0.key, names: $0.value) }) }
  }

  /// Returns whether all accesses would have the same results now.
  ///
  /// `limit` is the most bytes to read of a file that could not be read before.
  package func isUnchanged(limit: Int) -> Bool {
    notes.withLock(\.listings).allSatisfy { (try? base.names(inFolder: $0.key)) == $0.value }
      && looks.hold(in: base, limit: limit)
  }

  /// The paths of the files that were read.
  var filesRead: Set<String> {
    notes.withLock { Set($0.looks.contents.lazy.filter { $0.value != nil }.map(\.key)) }
  }

  /// All accesses with their results.
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
      // This `nil` stays if listing throws.
      $0.listings[path] = .some(nil)
    }
    let names = try base.names(inFolder: path)
    notes.withLock { $0.listings[path] = names }
    return names
  }

  package func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    note(path)
    // A second read must give the first content: the digest describes what the model is made from.
    if case .some(.some(let bytes)) = notes.withLock({ $0.looks.contents[path] }) { return bytes }
    // This `nil` stays if reading throws.
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

/// The results of accesses to some paths.
struct FileLooks: Sendable {
  var kinds: [String: RuleFileKind] = [:]
  /// The contents; `nil` if reading failed.
  var contents: [String: [UInt8]?] = [:]
  var resolutions: [String: String] = [:]

  /// Whether the accesses would have the same results now; then a load has the same result too.
  func hold(in fileSystem: any RuleFileSystem, limit: Int) -> Bool {
    kinds.allSatisfy { fileSystem.kind(of: $0.key) == $0.value }
      && resolutions.allSatisfy { fileSystem.resolved($0.key) == $0.value }
      && contents.allSatisfy { path, bytes in
        (try? fileSystem.contents(ofFile: path, limit: bytes?.count ?? limit)) == bytes
      }
  }
}
