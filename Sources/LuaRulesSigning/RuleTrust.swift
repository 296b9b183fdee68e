#if Signing
  public import Foundation
  public import LuaRules
  import Synchronization

  /// The keys that may sign the rules of a set, and the last accepted revision.
  ///
  /// ```swift
  /// let trust = try RuleTrust(set: "shop", keys: [key], remembering: file)
  /// let rules = try LiveRuleModel(sources: [RuleSource(contentsOf: folder).signed(by: trust)])
  /// ```
  ///
  /// One object is for one set: it stores the last accepted revision,
  /// and refuses older ones. A revision is accepted when a model was made from
  /// it and is about to become active.
  public final class RuleTrust: Sendable {
    /// The name that the manifest must have.
    public let set: String
    /// The accepted keys; one of them must have signed.
    public let keys: [VerifyingKey]
    private let file: RevisionFile?
    private let last = Mutex<AcceptedRevision?>(nil)

    /// Creates the trust in keys.
    ///
    /// - Parameters:
    ///   - set: The name of the set; rules that were signed for another set are refused.
    ///   - keys: The accepted keys; two while one key replaces another.
    ///   - file: A file that stores the last revision between starts. Only the host may be able to
    ///     write to it.
    /// - Throws: `RuleError` when there is no key, two keys have one id, or the name
    ///   is invalid.
    public init(set: String, keys: [VerifyingKey], remembering file: URL? = nil) throws(RuleError) {
      guard KeyText.isID(set) else {
        throw RuleError(
          .untrusted, "`\(set)` is not the name of a set",
          hint: "names are up to 64 letters, digits, `.`, `_` and `-`")
      }
      guard !keys.isEmpty else { throw RuleError(.untrusted, "no key is accepted") }
      guard Set(keys.map(\.id)).count == keys.count else {
        throw RuleError(.untrusted, "two keys have the same id")
      }
      self.set = set
      self.keys = keys
      self.file = file.map { RevisionFile(set: set, path: $0.path) }
    }

    /// The last accepted revision; `nil` before the first one.
    ///
    /// The revision in the file is read at the first load.
    public var revision: Int64? { last.withLock { $0?.number } }

    /// Throws if a revision is older than the last accepted one.
    func check(_ revision: AcceptedRevision, at location: SourceLocation) throws(RuleError) {
      let result = last.withLock { last in
        Result { () throws(RuleError) in
          try check(revision, after: &last, at: location)
        }
      }
      try result.get()
    }

    /// Accepts a revision, unless a later one was accepted meanwhile.
    func accept(_ revision: AcceptedRevision, at location: SourceLocation) throws(RuleError) {
      let result = last.withLock { last in
        Result { () throws(RuleError) in
          try check(revision, after: &last, at: location)
          if let file, try file.last() != revision { try file.remember(revision) }
          last = revision
        }
      }
      try result.get()
    }

    private func check(
      _ revision: AcceptedRevision, after last: inout AcceptedRevision?, at location: SourceLocation
    ) throws(RuleError) {
      // Another process may have accepted a later revision.
      if let stored = try file?.last(), stored.number > last?.number ?? 0 { last = stored }
      if let last { try revision.checkNotOlder(than: last, at: location) }
    }
  }

  extension RuleSource {
    /// Returns the folder as a source that is refused unless it is signed.
    ///
    /// All files that its rules may use are read and compared with the signed
    /// manifest before any of them is parsed; the parsed bytes are exactly the compared
    /// ones. A live model checks again at each change, and
    /// also checks an archived generation before it starts with that.
    ///
    /// Loading throws `RuleError` with the code `untrusted` when the folder is
    /// not signed, a file was changed, added or removed, or the revision is
    /// older than the last accepted one.
    public func signed(by trust: RuleTrust) -> RuleSource { verified(by: trust) }
  }

  extension RuleTrust: RuleVerifier {
    package func verifiedFiles(
      ofFolder path: String, in fileSystem: any RuleFileSystem, within limits: Budget
    ) throws(RuleError) -> VerifiedFiles {
      let signed = try signedFolder(path, in: fileSystem, within: limits)
      return VerifiedFiles(
        root: path, contents: signed.contents,
        proof: [
          RuleManifest.fileName: signed.manifestBytes, ManifestSignature.fileName: signed.signature,
        ]
      ) { () throws(RuleError) in
        try self.accept(signed.revision, at: signed.location)
      }
    }

    /// Reads a folder, and compares its files with the signed manifest.
    func signedFolder(
      _ path: String, in fileSystem: any RuleFileSystem, within limits: Budget
    ) throws(RuleError) -> SignedFolder {
      let folder = WholeFolder(signed: path, fileSystem: fileSystem, limits: limits)
      let location = SourceLocation(file: FilePath.join(path, RuleManifest.fileName))
      let content = try folder.proof(RuleManifest.fileName, limit: RuleManifest.greatestSize)
      let signature = try folder.proof(
        ManifestSignature.fileName, limit: ManifestSignature.greatestSize)
      try checkSignature(
        signature, of: content, at: FilePath.join(path, ManifestSignature.fileName))
      // Nothing is parsed before this point.
      let manifest = try RuleManifest(reading: content, at: location)
      try check(manifest, signature, at: location)
      let revision = AcceptedRevision(
        number: manifest.revision, manifest: ContentHash(of: content))
      try check(revision, at: location)
      return SignedFolder(
        manifest: manifest, manifestBytes: content, signature: signature, revision: revision,
        location: location, contents: try manifest.files(in: folder))
    }

    func checkSignature(
      _ content: [UInt8], of manifest: [UInt8], at path: String
    ) throws(RuleError) {
      let location = SourceLocation(file: path)
      guard let signature = ManifestSignature(content) else {
        throw RuleError(
          .untrusted, "the file is not a signature: the id of a key, and 64 bytes in base64",
          at: location)
      }
      guard let key = keys.first(where: { $0.id == signature.keyID }) else {
        let ids = keys.map { "`\($0.id)`" }.joined(separator: ", ")
        throw RuleError(
          .untrusted, "the key `\(signature.keyID)` is not accepted; accepted: \(ids)",
          at: location)
      }
      guard key.hasSigned(manifest, with: signature.bytes) else {
        throw RuleError(
          .untrusted, "the signature is not one of `\(key.id)` over the manifest", at: location,
          hint: "the manifest was altered, or signed with another key")
      }
    }

    private func check(
      _ manifest: RuleManifest, _ signature: [UInt8], at location: SourceLocation
    ) throws(RuleError) {
      guard manifest.set == set else {
        throw RuleError(
          .untrusted, "the rules are signed as `\(manifest.set)`; expected `\(set)`", at: location)
      }
      guard let keyID = ManifestSignature(signature)?.keyID, manifest.keyID == keyID else {
        throw RuleError(
          .untrusted, "the manifest names the key `\(manifest.keyID)`, the signature another one",
          at: location)
      }
    }
  }

  /// A folder whose files are those that were signed.
  struct SignedFolder {
    let manifest: RuleManifest
    let manifestBytes: [UInt8]
    let signature: [UInt8]
    let revision: AcceptedRevision
    /// The place of the manifest.
    let location: SourceLocation
    /// The files by their paths below the folder.
    let contents: [String: [UInt8]]
  }
#endif
