#if Signing
  public import Foundation
  public import LuaRules

  extension SigningKey {
    /// Signs the rules of a folder: writes the manifest and its signature into it.
    ///
    /// - Parameters:
    ///   - folder: The rule folder.
    ///   - set: The name of the set that hosts expect.
    ///   - revision: The number of the release, from 1; higher than that of every earlier release.
    /// - Returns: The signed files, by their paths below the folder.
    /// - Throws: `RuleError` when a file cannot be read or written.
    @discardableResult
    public func sign(
      rulesIn folder: URL, as set: String, revision: Int64
    ) throws(RuleError) -> [String] {
      let path = folder.relativePath.isEmpty ? "." : folder.relativePath
      let location = SourceLocation(file: path)
      guard KeyText.isID(set), RuleManifest.revisions.contains(revision) else {
        throw RuleError(
          .untrusted, "the rules cannot be signed as revision \(revision) of `\(set)`",
          at: location,
          hint: "names are up to 64 letters, digits, `.`, `_` and `-`; revisions go from 1 to "
            + "\(RuleManifest.revisions.upperBound)")
      }
      let rules = WholeFolder(signed: path, fileSystem: LocalFileSystem(), limits: .loading)
      let files = try rules.files(try rules.names())
      let hashes = files.map { ($0.path, ContentHash(of: $0.bytes)) }
      let manifest = RuleManifest(
        set: set, revision: revision, keyID: id,
        files: Dictionary(hashes, uniquingKeysWith: { first, _ in first }))
      let content = manifest.content
      // Files that hosts would refuse are not signed.
      try Self.check(files.map(\.path), content, at: location)
      try write(content, to: FilePath.join(path, RuleManifest.fileName))
      try write(
        try signature(of: content).content, to: FilePath.join(path, ManifestSignature.fileName))
      return files.map(\.path)
    }

    private static func check(
      _ paths: [String], _ content: [UInt8], at location: SourceLocation
    ) throws(RuleError) {
      guard !paths.isEmpty else {
        throw RuleError(.noRules, "the folder has no rule files", at: location)
      }
      guard content.count <= RuleManifest.greatestSize else {
        throw RuleError(
          .untrusted,
          "the manifest would have \(content.count) bytes; at most "
            + "\(RuleManifest.greatestSize) are read", at: location)
      }
      let manifest = try RuleManifest(reading: content, at: location)
      guard manifest.files.count == paths.count else {
        throw RuleError(
          .untrusted, "the names of two files are the same text, in other bytes", at: location)
      }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(RuleError) {
      do {
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw RuleError(
          .unwritable, "the file cannot be written", at: SourceLocation(file: path))
      }
    }
  }
#endif
