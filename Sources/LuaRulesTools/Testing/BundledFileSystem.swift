import LuaRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of a bundle, in place of everything that a file system has in the
/// folder of that name.
struct BundledFileSystem: RuleFileSystem {
  private let files: VerifiedFiles
  private let base: any RuleFileSystem

  init(_ files: VerifiedFiles, over base: any RuleFileSystem) {
    self.files = files
    self.base = base
  }

  func kind(of path: String) -> RuleFileKind {
    files.contains(path) ? files.kind(of: path) : base.kind(of: path)
  }

  func names(inFolder path: String) throws -> [String] {
    try files.contains(path) ? files.names(inFolder: path) : base.names(inFolder: path)
  }

  func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    try files.contains(path)
      ? files.contents(ofFile: path, limit: limit) : base.contents(ofFile: path, limit: limit)
  }

  /// Returns the path without links; paths of the bundle are like no other path.
  func resolved(_ path: String) -> String {
    files.contains(path) ? "bundle:\(files.resolved(path))" : base.resolved(path)
  }
}

extension RuleTestSettings {
  /// Returns the settings for the tests of a bundle.
  ///
  /// Host stubs and fallbacks are still read where they were.
  func inside(_ files: VerifiedFiles) -> RuleTestSettings {
    var settings = self
    settings.fileSystem = BundledFileSystem(files, over: fileSystem)
    settings.ruleFolders = [files.root]
    let outside = { (path: String) in
      files.contains(path) ? URL(filePath: path).standardizedFileURL.path : path
    }
    settings.hostStubs = hostStubs.map(outside)
    settings.fallback = fallback.map(outside)
    settings.foreignPaths = foreignPaths.map(outside)
    return settings
  }

  /// Returns the files of the bundle at a path; `nil` if there is something else.
  ///
  /// - Throws: `RuleError` for a damaged bundle.
  func bundle(at path: String) throws(RuleError) -> VerifiedFiles? {
    try RuleSource(path: path).bundleFiles(in: fileSystem, within: loadingBudget)
  }
}
