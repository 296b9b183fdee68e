import LuaRules

/// A file system in which texts replace files: those of an editor, saved or not, or those of a loaded
/// model.
package struct BufferedFileSystem: RuleFileSystem {
  private let base: any RuleFileSystem
  /// The texts, by the resolved paths of their files.
  private let texts: [String: [UInt8]]

  /// Creates a file system with texts in place of files.
  package init(_ base: any RuleFileSystem = LocalFileSystem(), texts: [String: String]) {
    self.init(base, contents: texts.mapValues { Array($0.utf8) })
  }

  /// Creates a file system with bytes in place of files.
  init(_ base: any RuleFileSystem, contents texts: [String: [UInt8]]) {
    self.base = base
    self.texts = Dictionary(
      texts.map { (base.resolved($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  package func kind(of path: String) -> RuleFileKind {
    let kind = base.kind(of: path)
    return kind == .missing && texts[base.resolved(path)] != nil ? .regular : kind
  }

  package func names(inFolder path: String) throws -> [String] {
    let names = try base.names(inFolder: path)
    // A new file may be in the editor only.
    let folder = base.resolved(path)
    let own = texts.keys.filter { FilePath.folder(of: $0) == folder }.map {
      String($0.dropFirst(folder.utf8.count).drop { $0 == "/" })
    }
    return own.isEmpty ? names : names + Set(own).subtracting(names).sortedByBytes()
  }

  package func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    try texts[base.resolved(path)] ?? base.contents(ofFile: path, limit: limit)
  }

  package func resolved(_ path: String) -> String { base.resolved(path) }
}
