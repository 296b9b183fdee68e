#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stored file with the modules that it required: module names, and the files
/// that they led to.
struct ArchivedFile: Codable, Equatable, Sendable {
  var name: String
  var bytes: Data
  var requires: [String: String]
  /// The files of a folder that were verified together, proof included.
  ///
  /// They replace the bytes, and are verified again.
  var verified: [String: Data]?
  /// Whether the bytes are a bundle, which has all its modules.
  ///
  /// Those of a signed source are verified again.
  var isBundle: Bool?
  /// The number of the file's source among the restricted sources; `nil` for an
  /// unrestricted source.
  var source: Int?
  /// The grant of that source, as JSON.
  var grant: String?

  /// The key among the modules: two restricted sources may each have a file of
  /// the same name.
  var key: String { source.map { "\($0)/\(name)" } ?? name }
}

/// The modules of an archived generation.
package struct ArchivedModules: Sendable {
  private let files: [String: ArchivedFile]

  init(_ files: [String: ArchivedFile]) {
    self.files = files
  }

  func sourceFile(_ file: ArchivedFile, of owner: GrantedSource?) -> SourceFile {
    SourceFile(
      name: file.name, bytes: Array(file.bytes),
      modules: .kept(self, requires: file.requires), owner: owner)
  }

  func module(_ name: String, requires: [String: String]) -> SourceFile? {
    requires[name].flatMap { files[$0] }.map { sourceFile($0, of: nil) }
  }
}
