#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with what it required: module names with the files they led to.
struct ArchivedFile: Codable, Sendable {
  var name: String
  var bytes: Data
  var requires: [String: String]
  /// The files of a folder that were checked together, proof included, in
  /// place of the bytes; they are checked again.
  var verified: [String: Data]?
  /// The number of the file's source among those that may not do everything.
  var source: Int?
  /// What that source was allowed, as JSON.
  var grant: String?

  /// What it is called among the modules: two such sources may each have one of a name.
  var key: String { source.map { "\($0)/\(name)" } ?? name }
}

/// The modules of a kept generation.
struct ArchivedModules: Sendable {
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
