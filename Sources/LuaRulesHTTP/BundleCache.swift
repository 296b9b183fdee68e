#if HTTP
  import Foundation
  import LuaRules

  /// The file with the last good bundle, and the one with its tag.
  struct BundleCache: Sendable {
    let file: URL
    /// The digest of the address of the bundles.
    ///
    /// Tags of two addresses may be the same, and an address may have a secret in it.
    private let addressDigest: String

    private var tagFile: URL { file.appendingPathExtension("etag") }
    /// The size of the longest tag that is stored.
    private static let longestTag = 4096

    init(file: URL, address: FetchAddress) {
      self.file = file
      addressDigest = SHA256Digest(of: address.url.absoluteString.utf8).digits
    }

    /// Reads the bundle; nobody has looked at the bytes.
    ///
    /// - Returns: The bytes, and their tag if the same address gave it to them; `nil` if there is
    ///   no file that can be read.
    func read(limit: Int) -> (bytes: [UInt8], tag: String?)? {
      let files = LocalFileSystem()
      guard let bytes = try? files.contents(ofFile: file.path, limit: limit) else { return nil }
      guard let text = try? files.contents(ofFile: tagFile.path, limit: Self.longestTag * 2),
        let line = String(validating: text, as: UTF8.self)
      else { return (bytes, nil) }
      // The tag of another bundle would keep this one for ever.
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[0] == SHA256Digest(of: bytes).digits,
        parts[1] == addressDigest
      else { return (bytes, nil) }
      return (bytes, String(parts[2]))
    }

    /// Stores a bundle and its tag, each by an atomic write.
    ///
    /// - Parameters:
    ///   - bytes: The bundle.
    ///   - tag: Its tag.
    ///   - isTagOnly: Whether the file has the bundle already.
    /// - Throws: `RuleError` with the code `unwritable`.
    func write(_ bytes: [UInt8], tag: String?, isTagOnly: Bool) throws(RuleError) {
      do {
        if !isTagOnly || !FileManager.default.fileExists(atPath: file.path) {
          try Data(bytes).write(to: file, options: .atomic)
        }
        guard let tag, tag.utf8.count <= Self.longestTag else {
          try? FileManager.default.removeItem(at: tagFile)
          return
        }
        let line = "\(SHA256Digest(of: bytes).digits) \(addressDigest) \(tag)"
        try Data(line.utf8).write(to: tagFile, options: .atomic)
      } catch {
        throw RuleError(
          .unwritable, "the bundle cannot be stored", at: SourceLocation(file: file.relativePath))
      }
    }
  }
#endif
