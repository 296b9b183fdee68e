/// The first three lines of a bundle.
///
/// The first says what the file is, the second is the manifest, and the third
/// has the digest of both, perhaps with a signature.
struct BundleHead {
  /// How every bundle begins, whatever its format.
  static let mark = Array("luarules-bundle ".utf8)
  /// The current format of bundles.
  static let format = "1"
  /// The size of the longest first and third line.
  private static let longestLine = 512
  private static let lineBreak = UInt8(ascii: "\n")

  /// The first two lines, which the digest and the signature cover.
  let covered: ArraySlice<UInt8>
  /// The manifest, without its line break.
  let manifest: ArraySlice<UInt8>
  /// The SHA-256 of what is covered.
  let digits: String
  /// The id of a key and a signature in base64; `nil` for a bundle that is not signed.
  let signature: String?
  /// Where the bytes of the files begin.
  let end: Int

  /// Reads the lines, and compares the digest; the manifest is not parsed.
  ///
  /// - Throws: ``RuleError`` for a file that is no bundle, or a damaged one.
  init(_ bytes: [UInt8], name: String) throws(RuleError) {
    let location = SourceLocation(file: name)
    guard bytes.starts(with: Self.mark) else { throw Self.isMissing(in: name) }
    func line(_ number: Int, from start: Int, limit: Int) throws(RuleError) -> ArraySlice<UInt8> {
      let rest = bytes[start...].prefix(limit + 1)
      if let end = rest.firstIndex(of: Self.lineBreak) { return bytes[start..<end] }
      guard rest.count <= limit else {
        throw RuleError(
          .badBundle, "line \(number) of the bundle has more than \(limit) bytes", at: location)
      }
      throw RuleError(.badBundle, "the bundle is cut off in line \(number)", at: location)
    }
    let first = try line(1, from: 0, limit: Self.longestLine)
    let format = String(decoding: first.dropFirst(Self.mark.count), as: UTF8.self)
    guard format == Self.format else {
      throw RuleError(
        .badBundle, "the bundle has the format `\(format)`; only `\(Self.format)` is read",
        at: location)
    }
    manifest = try line(2, from: first.endIndex + 1, limit: BundleManifest.greatestSize)
    let seal = try line(3, from: manifest.endIndex + 1, limit: Self.longestLine)
    covered = bytes[...manifest.endIndex]
    end = seal.endIndex + 1
    let parts = String(decoding: seal, as: UTF8.self)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard SHA256Digest.isDigits(String(parts[0])),
      seal.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw RuleError(
        .badBundle, "the line is not a digest, and perhaps a signature",
        at: SourceLocation(file: name, line: 3))
    }
    digits = String(parts[0])
    signature = parts.count > 1 ? String(parts[1]) : nil
    guard SHA256Digest(of: covered).digits == digits else {
      throw RuleError(
        .badBundle, "the bundle is damaged: its first two lines do not have the digest of line 3",
        at: location)
    }
  }

  /// The error for a file that is no bundle.
  static func isMissing(in name: String) -> RuleError {
    RuleError(
      .badBundle, "the file is not a bundle", at: SourceLocation(file: name),
      hint: "`luarules bundle` makes one of a rule folder")
  }
}
