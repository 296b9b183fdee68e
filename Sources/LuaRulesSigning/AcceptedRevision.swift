#if Signing
  import Foundation
  import LuaRules

  /// The revision of a set that was accepted last, with what it was.
  struct AcceptedRevision: Sendable, Equatable {
    var number: Int64
    /// The hash of the manifest.
    var manifest: ContentHash

    /// Refuses what is older, or is another one under the same number.
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

  /// A file that remembers the revision that was accepted last, for the next start.
  struct RevisionFile: Sendable {
    let set: String
    let path: String

    /// Returns what the file remembers; `nil` when there is no file yet.
    ///
    /// - Throws: `RuleError` when it cannot be told: then nothing is accepted.
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

    /// Writes what was accepted, in one step.
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
