import LuaRules

/// A file system in which the texts of an editor replace files, saved or not.
package struct BufferedFileSystem: RuleFileSystem {
  private let base: any RuleFileSystem
  /// The texts, by the resolved paths of their files.
  private let texts: [String: String]

  /// Creates a file system with texts in place of files.
  package init(_ base: any RuleFileSystem = LocalFileSystem(), texts: [String: String]) {
    self.base = base
    self.texts = Dictionary(
      texts.map { (base.resolved($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  package func kind(of path: String) -> RuleFileKind {
    let kind = base.kind(of: path)
    return kind == .missing && texts[base.resolved(path)] != nil ? .regular : kind
  }

  package func names(inFolder path: String) throws -> [String] { try base.names(inFolder: path) }

  package func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let text = texts[base.resolved(path)] else {
      return try base.contents(ofFile: path, limit: limit)
    }
    return Array(text.utf8)
  }

  package func resolved(_ path: String) -> String { base.resolved(path) }
}
