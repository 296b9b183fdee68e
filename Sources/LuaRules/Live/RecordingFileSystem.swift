import Synchronization

/// A file system that notes what was read through it: what a load depends on.
///
/// A file is read once: a module that several files require is written meanwhile
/// only for the next load.
final class RecordingFileSystem: RuleFileSystem {
  private struct Notes {
    var contents: [String: [UInt8]] = [:]
    /// The names that were asked for, by folder; `nil` where all were listed.
    var names: [String: Set<String>?] = [:]
  }

  private let base: any RuleFileSystem
  private let notes = Mutex(Notes())

  init(_ base: any RuleFileSystem) {
    self.base = base
  }

  /// The places of everything that was looked at, links followed and not.
  var places: Set<WatchedPlace> {
    notes.withLock { Set($0.names.map { WatchedPlace(folder: $0.key, names: $0.value) }) }
  }

  /// Digests all that was read; an error counts where nothing could be read.
  func digest(texts: [SourceFile], _ error: RuleError?) -> SourceDigest {
    let read = notes.withLock { $0.contents }
    let others = read.keys.sorted().map { name in
      SourceFile(name: name, bytes: read[name] ?? [], modules: .texts([:]))
    }
    if texts.isEmpty, read.isEmpty, let error { return SourceDigest(error) }
    let missing = error?.code == .unreadable || error?.code == .module ? error : nil
    return SourceDigest(texts + others + [missing.map(Self.trace)].compactMap { $0 })
  }

  /// What cannot be read is part of what was found.
  private static func trace(of error: RuleError) -> SourceFile {
    SourceFile(name: "", bytes: Array("\(error)".utf8), modules: .texts([:]))
  }

  func kind(of path: String) -> RuleFileKind {
    note(path)
    return base.kind(of: path)
  }

  func names(inFolder path: String) throws -> [String] {
    notes.withLock { $0.names[path] = .some(nil) }
    return try base.names(inFolder: path)
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    note(path)
    // What the model is made from is what the digest tells.
    if let bytes = notes.withLock({ $0.contents[path] }) { return bytes }
    let bytes = try base.contents(ofFile: path, limit: limit)
    notes.withLock { $0.contents[path] = bytes }
    return bytes
  }

  func resolved(_ path: String) -> String { base.resolved(path) }

  private func note(_ path: String) {
    for path in Set([path, base.resolved(path)]) {
      let folder = FilePath.folder(of: path)
      let name = FilePath.name(of: path)
      notes.withLock { notes in
        // Where all names are watched, one more changes nothing.
        if case .some(nil) = notes.names[folder] { return }
        notes.names[folder] = (notes.names[folder] ?? nil)?.union([name]) ?? [name]
      }
    }
  }
}
