import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

/// The files on the disk that a check has read, so that it can be seen whether
/// another program has changed them.
struct DiskState: Sendable {
  /// The files and settings, such as the schema.
  private var files: [String: File] = [:]
  private let folders: [String]
  /// The Lua files in the folders.
  private let names: Set<String>

  /// A file that may be missing.
  private struct File: Sendable {
    let changed: Date?
    let size: Int?

    init(_ path: String) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      changed = attributes?[.modificationDate] as? Date
      size = attributes?[.size] as? Int
    }

    func isSame(as other: File) -> Bool { changed == other.changed && size == other.size }
  }

  /// Remembers what is on the disk, before it is read.
  ///
  /// - Parameters:
  ///   - settings: The paths of the project file, the schema and the grant.
  ///   - folders: The folders with rules.
  init(settings: [String], folders: [String]) {
    self.folders = folders
    names = Self.names(in: folders)
    for path in names.union(settings) { files[path] = File(path) }
  }

  /// Adds files that have been read.
  mutating func add(_ paths: some Sequence<String>) {
    for path in paths where files[path] == nil { files[path] = File(path) }
  }

  /// Whether the disk has the same files, but for those that are open in the editor.
  ///
  /// - Complexity: O(*n*) for *n* files; none is read.
  func isCurrent(besides open: Set<String>) -> Bool {
    Self.names(in: folders) == names
      && files.allSatisfy { path, file in open.contains(path) || File(path).isSame(as: file) }
  }

  /// Whether a file belongs to what was read, or would, if it were new.
  func concerns(_ path: String) -> Bool {
    files[path] != nil
      || path.hasSuffix(".lua") && folders.contains { path.hasPrefix($0 + "/") }
  }

  /// More entries of a folder are not looked at.
  private static let mostEntries = 20_000

  private static func names(in folders: [String]) -> Set<String> {
    var names: Set<String> = []
    for folder in folders {
      let entries = FileManager.default.enumerator(
        at: URL(filePath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      var count = 0
      while count < mostEntries, let url = entries?.nextObject() as? URL {
        count += 1
        if url.pathExtension == "lua" { names.insert(url.path) }
      }
    }
    return names
  }
}
