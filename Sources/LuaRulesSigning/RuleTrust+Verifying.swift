#if Signing
  public import Foundation
  import LuaBridge
  public import LuaRules

  extension RuleTrust {
    /// Rules whose signature was verified.
    public struct VerifiedRules: Hashable, Sendable {
      /// The number of the release.
      public let revision: Int64
      /// The id of the key that signed.
      public let keyID: String
      /// The files that the signature covers, by their paths below the folder, in byte order.
      public let files: [String]
    }

    /// Verifies the signature of a rule folder or of a bundle, and loads nothing.
    ///
    /// Use it where rules are delivered, before hosts see them. The revision is not accepted: the
    /// next load compares with the same one as before.
    ///
    /// - Parameter rules: The folder, or the file of the bundle.
    /// - Returns: What was signed.
    /// - Throws: `RuleError` with the code `untrusted`, for the reasons of `RuleSource.signed(by:)`, or
    ///   `unreadable`.
    public func verify(_ rules: URL) throws(RuleError) -> VerifiedRules {
      let path = rules.relativePath.isEmpty ? "." : rules.relativePath
      let files = LocalFileSystem()
      guard files.kind(of: path) != .missing else {
        throw RuleError(.unreadable, "no such file or folder", at: SourceLocation(file: path))
      }
      let source = RuleSource(path: path).signed(by: self)
      if let bundle = try source.bundleFiles(in: files, within: .loading)?.bundle,
        let revision = bundle.revision, let keyID = bundle.keyID
      {
        return VerifiedRules(revision: revision, keyID: keyID, files: bundle.files.map(\.path))
      }
      let manifest = try signedFolder(path, in: files, within: .loading).manifest
      return VerifiedRules(
        revision: manifest.revision, keyID: manifest.keyID,
        files: Array(manifest.files.keys).sortedByBytes())
    }
  }
#endif
