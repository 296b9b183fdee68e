#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RuleBundle {
  /// Makes a bundle of a rule folder.
  ///
  /// All `*.lua` in the folder and below are in it, except hidden ones. The
  /// order and the times of files on the disk do not matter.
  ///
  /// - Parameters:
  ///   - folder: The rule folder; a relative URL gives the name of the folder in errors.
  ///   - schema: The file of a JSON Schema with the declared keys.
  ///   - set: The name of the rule set: up to 64 letters, digits, `.`, `_` and `-`.
  ///   - revision: The number of the release, from 1.
  ///   - includesTests: Whether `*.test.lua` are in the bundle, too.
  ///   - limits: The sizes of files that are read.
  /// - Throws: ``RuleError`` when a file cannot be read, there are no rule
  ///   files, or a bundle cannot have one of the names.
  public init(
    contentsOf folder: URL, schema: URL? = nil, set: String? = nil, revision: Int64? = nil,
    includesTests: Bool = true, limits: Budget = .loading
  ) throws(RuleError) {
    let path = folder.relativePath
    try self.init(
      folder: path.isEmpty ? "." : path, schema: schema?.relativePath, set: set,
      revision: revision, includesTests: includesTests, limits: limits)
  }

  /// Makes a bundle of a rule folder, with paths written as in the shell.
  package init(
    folder path: String, schema schemaPath: String? = nil, set: String? = nil,
    revision: Int64? = nil, includesTests: Bool = true, limits: Budget = .loading,
    in fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws(RuleError) {
    let location = SourceLocation(file: path)
    guard fileSystem.kind(of: path) == .folder else {
      throw RuleError(
        .unreadable,
        fileSystem.kind(of: path) == .missing ? "no such folder" : "not a folder", at: location)
    }
    let whole = WholeFolder(
      path: path, fileSystem: fileSystem, limits: limits, refusedAs: .badBundle)
    let names = try whole.names { name in
      RuleFilePath.isRuleFile(name) || includesTests && name.hasSuffix(".test.lua")
    }
    guard names.contains(where: RuleFilePath.isRuleFile) else {
      throw RuleError(
        .noRules, "the folder has no rule files", at: location, hint: RuleSource.fileNamesHint)
    }
    let files = try whole.files(names).map { File(path: $0.path, bytes: $0.bytes) }
    let schema = try schemaPath.map { (schema) throws(RuleError) in
      File(
        path: FilePath.name(of: schema),
        bytes: try whole.bytes(of: schema, limit: limits.fileSize))
    }
    let manifest = BundleManifest(
      folder: Self.name(ofFolder: path, in: fileSystem), set: set, revision: revision,
      files: files.map(BundleManifest.Entry.init), schema: schema.map(BundleManifest.Entry.init))
    try manifest.checkWritable(at: location, within: limits)
    self.init(manifest, files: files, schema: schema)
  }

  /// Returns the name of a folder in errors: the relative path as it was given,
  /// else the last name.
  private static func name(ofFolder path: String, in fileSystem: any RuleFileSystem) -> String {
    let parts = FilePath.parts(of: path)
    guard path.hasPrefix("/") || parts.contains("..") else {
      return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
    return FilePath.parts(of: fileSystem.resolved(path)).last.map(String.init) ?? "."
  }

  /// Writes the bundle's file; what was there is replaced in one step.
  ///
  /// - Throws: ``RuleError`` with the code `unwritable`.
  public func write(to url: URL) throws(RuleError) {
    do {
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw RuleError(
        .unwritable, "the file cannot be written", at: SourceLocation(file: url.relativePath))
    }
  }
}
