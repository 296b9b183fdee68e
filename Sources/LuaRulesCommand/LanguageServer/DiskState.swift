import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

/// The files on the disk that a check has read, so that it can be seen whether
/// another program has changed them.
struct DiskState: Sendable {
  /// The texts of closed files.
  private let texts: [String: String]
  /// The texts of closed settings, such as the schema; `nil` for one that is missing.
  private let settings: [String: String?]
  private let folders: [String]
  /// The Lua files in the folders.
  private let names: Set<String>

  /// Remembers what was read.
  ///
  /// - Parameters:
  ///   - files: The files of a project.
  ///   - settings: The paths of the project file, the schema and the grant.
  ///   - folders: The folders with rules.
  ///   - open: The paths of the texts that the editor has.
  init(
    files: [String: EditedFile], settings: [String], folders: [String], open: Set<String>
  ) {
    texts = files.filter { !open.contains($0.key) }.mapValues(\.text)
    self.settings = Dictionary(
      settings.filter { !open.contains($0) }.map { ($0, Self.text(at: $0)) },
      uniquingKeysWith: { first, _ in first })
    self.folders = folders
    names = Self.names(in: folders)
  }

  /// Whether the disk has the same files with the same texts.
  ///
  /// - Complexity: O(*n*) for *n* bytes: it reads the files.
  var isCurrent: Bool {
    texts.allSatisfy { Self.text(at: $0.key)?.hasSameBytes(as: $0.value) == true }
      && settings.allSatisfy { path, text in
        switch (Self.text(at: path), text) {
        case (let new?, let old?): new.hasSameBytes(as: old)
        case (nil, nil): true
        default: false
        }
      }
      && Self.names(in: folders) == names
  }

  /// Whether a file belongs to what was read, or would, if it were new.
  func concerns(_ path: String) -> Bool {
    texts[path] != nil || settings[path] != nil
      || path.hasSuffix(".lua") && folders.contains { path.hasPrefix($0 + "/") }
  }

  private static func text(at path: String) -> String? {
    let bytes = try? LocalFileSystem().contents(
      ofFile: path, limit: Budget.loading.fileSize)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func names(in folders: [String]) -> Set<String> {
    var names: Set<String> = []
    for folder in folders {
      let found = FileManager.default.enumerator(
        at: URL(filePath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      while let url = found?.nextObject() as? URL {
        if url.pathExtension == "lua" { names.insert(url.path) }
      }
    }
    return names
  }
}
