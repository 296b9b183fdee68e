extension RuleSource {
  /// Creates a source of a bundle that the program has read, or has received.
  ///
  /// The bytes are looked at when the source is loaded.
  ///
  /// - Parameters:
  ///   - bytes: The content of the bundle's file.
  ///   - name: The name of the bundle in errors; a live model finds it under this name in its
  ///     archive.
  ///   - grant: The permissions of the rules.
  ///   - accept: The functions that the rules may use; the grant may accept
  ///     fewer.
  public init(
    bundle bytes: some Sequence<UInt8>, name: String, grant: Grant = .everything,
    accept: ExecutionPolicy = .anyLua
  ) {
    self.init(.bundle(Array(bytes), name: name), grant: grant.accepting(accept))
  }
}

extension RuleSource {
  /// Reads the bundle of the source.
  ///
  /// - Returns: Its files; `nil` if the source is something else.
  package func bundleFiles(
    in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> VerifiedFiles? {
    switch content {
    case .bundle(let bytes, let name):
      return try VerifiedFiles(
        bundle: bytes, named: name, at: nil, verifier: verifier, within: limits)
    case .path(let path):
      // A link that leads outside is refused as that of any file.
      let folder = FilePath.folder(of: path)
      guard grant.isEverything || FilePath.isInside(path, root: folder, in: fileSystem) else {
        return nil
      }
      guard let bytes = RuleBundle.bytes(at: path, in: fileSystem, within: limits) else {
        // What cannot be read is refused as any file.
        let limit = RuleBundle.greatestSize(within: limits)
        guard path.hasSuffix(".rules"), fileSystem.kind(of: path) == .regular,
          (try? fileSystem.contents(ofFile: path, limit: limit)) != nil
        else { return nil }
        throw BundleHead.isMissing(in: path)
      }
      return try VerifiedFiles(
        bundle: bytes, named: path, at: fileSystem.resolved(path), verifier: verifier,
        within: limits)
    case .text, .file, .wrapper, .swift: return nil
    }
  }
}

extension VerifiedFiles {
  /// Reads a bundle, and has its signature checked if there is a verifier.
  ///
  /// - Parameters:
  ///   - bytes: The content of the bundle's file.
  ///   - name: The name of the bundle, as the user gave it.
  ///   - place: The path of the file without links; `nil` for bytes of the program.
  ///   - verifier: Checks the signature, and then set and revision.
  ///   - limits: The sizes of files that are read.
  /// - Throws: ``RuleError`` for a bundle that is damaged, or cannot be trusted.
  convenience init(
    bundle bytes: [UInt8], named name: String, at place: String?,
    verifier: (any RuleVerifier)?, within limits: Budget
  ) throws(RuleError) {
    let bundle = try RuleBundle(bytes, name: name, limits: limits, verifier: verifier)
    let onAcceptance = try verifier?.acceptance(of: bundle, named: name)
    self.init(
      root: bundle.folder,
      contents: Dictionary(
        bundle.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first }),
      origin: Origin(bundle: bundle, name: name, place: place),
      onAcceptance: onAcceptance ?? {})
  }
}
