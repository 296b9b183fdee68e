#if Signing
  import Foundation
  import LuaRules

  /// The last accepted revision of a set, with the hash of its manifest.
  struct AcceptedRevision: Sendable, Equatable {
    var number: Int64
    /// The hash of the manifest.
    var manifest: ContentHash

    /// Throws if the revision is older, or is a different one with the same number.
    func checkNotOlder(
      than last: AcceptedRevision, at location: SourceLocation
    ) throws(RuleError) {
      if number < last.number {
        throw RuleError(
          .untrusted,
          "revision \(number) is older than revision \(last.number), which was accepted before",
          at: location, hint: "to go back, sign the old files as revision \(last.number + 1)")
      }
      if number == last.number, manifest != last.manifest {
        throw RuleError(
          .untrusted, "revision \(number) was accepted before with another manifest",
          at: location, hint: "sign each change under a higher revision")
      }
    }
  }

  /// A file that stores the last accepted revision for the next start.
  struct RevisionFile: Sendable {
    let set: String
    let path: String

    /// Returns the stored revision; `nil` when there is no file yet.
    ///
    /// - Throws: `RuleError` when the file cannot be read: then no revision is accepted.
    func last() throws(RuleError) -> AcceptedRevision? {
      let files = LocalFileSystem()
      guard files.kind(of: path) != .missing else { return nil }
      guard let bytes = try? files.contents(ofFile: path, limit: 256) else {
        throw failure("the file of the last revision cannot be read")
      }
      let parts = String(decoding: bytes, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 3, let number = Int64(parts[1]),
        RuleManifest.revisions.contains(number), parts[2].hasSuffix("\n"),
        let manifest = ContentHash(digits: String(parts[2].dropLast()))
      else { throw failure("the file does not hold the last revision") }
      guard parts[0] == set else {
        throw failure("the file holds the last revision of `\(parts[0])`, not of `\(set)`")
      }
      return AcceptedRevision(number: number, manifest: manifest)
    }

    /// Stores an accepted revision by an atomic write.
    func remember(_ revision: AcceptedRevision) throws(RuleError) {
      let text = "\(set) \(revision.number) \(revision.manifest.digits)\n"
      do {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw RuleError(
          .unwritable, "revision \(revision.number) cannot be remembered",
          at: SourceLocation(file: path))
      }
    }

    private func failure(_ message: String) -> RuleError {
      RuleError(
        .unreadable, message, at: SourceLocation(file: path),
        hint: "put the file right, or delete it to accept any revision once")
    }
  }
#endif
