extension RuleBundle {
  /// Reads a bundle.
  ///
  /// Every size is compared with the limits before anything of that size is
  /// made, and every file with its digest. Nothing is unpacked: the bundle is
  /// used as it is.
  ///
  /// - Parameters:
  ///   - bytes: The content of the bundle's file.
  ///   - name: The name of the bundle in errors.
  ///   - limits: The sizes of files that are read.
  /// - Throws: ``RuleError`` with the code `badBundle` for bytes that are no bundle,
  ///   or were damaged or cut off, and `budget` for too large files.
  public init(
    _ bytes: some Sequence<UInt8>, name: String = "bundle", limits: Budget = .loading
  ) throws(RuleError) {
    try self.init(Array(bytes), name: name, limits: limits, verifier: nil)
  }

  /// Reads a bundle; the verifier checks the signature before anything but the
  /// head is looked at.
  init(
    _ bytes: [UInt8], name: String, limits: Budget, verifier: (any RuleVerifier)?
  ) throws(RuleError) {
    let head = try BundleHead(bytes, name: name)
    try verifier?.checkSignature(head.signature, of: Array(head.covered), ofBundle: name)
    // Nothing is parsed before this point.
    let manifest = try BundleManifest(
      reading: head.manifest, at: SourceLocation(file: name, line: 2), within: limits)
    let size = manifest.entries.reduce(0) { $0 + $1.size }
    let rest = bytes.count - head.end
    guard rest == size else {
      let isOne = abs(rest - size) == 1
      let count = isOne ? "1 byte" : "\(abs(rest - size)) bytes"
      throw RuleError(
        .badBundle,
        rest < size
          ? "the bundle is cut off: \(count) \(isOne ? "is" : "are") missing"
          : "the bundle does not end with its last file: \(count) \(isOne ? "follows" : "follow") it",
        at: SourceLocation(file: name))
    }
    var start = head.end
    func file(_ entry: BundleManifest.Entry) throws(RuleError) -> File {
      let content = bytes[start..<start + entry.size]
      start += entry.size
      guard SHA256Digest(of: content).digits == entry.digits else {
        throw RuleError(
          .badBundle, "the bundle is damaged: `\(entry.path)` does not have its digest",
          at: SourceLocation(file: name))
      }
      return File(path: entry.path, bytes: Array(content))
    }
    let files = try manifest.files.map(file)
    let schema = try manifest.schema.map(file)
    self.init(manifest, files: files, schema: schema, head: head)
  }

  /// Whether a file begins as bundles do, of this format or another one.
  package static func isBundle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: BundleHead.mark) }

  /// The most bytes that the file of a bundle may have.
  static func greatestSize(within limits: Budget) -> Int {
    let (size, isTooLarge) = limits.totalSize.addingReportingOverflow(BundleManifest.greatestSize)
    return isTooLarge ? .max : size.addingReportingOverflow(1024).partialValue
  }

  /// Reads the file at a path, if it is a bundle.
  ///
  /// - Returns: Its content; `nil` for all other files, and for a folder.
  package static func bytes(
    at path: String, in fileSystem: any RuleFileSystem, within limits: Budget
  ) -> [UInt8]? {
    guard fileSystem.kind(of: path) == .regular,
      let bytes = try? fileSystem.contents(ofFile: path, limit: greatestSize(within: limits)),
      isBundle(bytes)
    else { return nil }
    return bytes
  }
}
