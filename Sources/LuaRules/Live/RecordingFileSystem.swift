import Synchronization

/// A file system that notes what was read through it: what a load depends on.
final class RecordingFileSystem: RuleFileSystem {
  private struct Notes {
    var contents: [String: [UInt8]] = [:]
    var folders: Set<String> = []
  }

  private let base: any RuleFileSystem
  private let notes = Mutex(Notes())

  init(_ base: any RuleFileSystem) {
    self.base = base
  }

  /// The folders of everything that was looked at, links followed and not.
  var folders: Set<String> { notes.withLock { $0.folders } }

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
    notes.withLock { _ = $0.folders.insert(path) }
    return try base.names(inFolder: path)
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    note(path)
    let bytes = try base.contents(ofFile: path, limit: limit)
    notes.withLock { $0.contents[path] = bytes }
    return bytes
  }

  func resolved(_ path: String) -> String { base.resolved(path) }

  private func note(_ path: String) {
    let target = base.resolved(path)
    notes.withLock {
      $0.folders.insert(FilePath.folder(of: path))
      $0.folders.insert(FilePath.folder(of: target))
    }
  }
}

extension RuleSource {
  /// The folders whose changes may change the source, whatever is in them now.
  func folders(in fileSystem: any RuleFileSystem) -> Set<String> {
    guard case .path(let path) = content else { return [] }
    return [
      path, FilePath.folder(of: path), FilePath.folder(of: fileSystem.resolved(path)),
    ]
  }
}
