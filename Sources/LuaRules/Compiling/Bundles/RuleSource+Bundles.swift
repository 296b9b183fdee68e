#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RuleSource {
  /// Creates a source of a bundle, a file that `luarules bundle` wrote.
  ///
  /// The file is read at each load, and a live model watches it. Nothing
  /// outside the bundle is read, by `require` neither. A file that is no
  /// bundle is an error of loading; ``init(contentsOf:grant:accept:)`` takes both.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - grant: The permissions of the rules.
  ///   - accept: The functions that the rules may use; the grant may accept
  ///     fewer.
  public init(
    bundle url: URL, grant: Grant = .everything, accept: ExecutionPolicy = .anyLua
  ) {
    self.init(path: url.relativePath, grant: grant, accept: accept)
    hasToBeBundle = true
  }

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
      if hasToBeBundle { try Self.check(path, in: fileSystem, within: limits) }
      guard let bytes = RuleBundle.bytes(at: path, in: fileSystem, within: limits) else {
        return nil
      }
      return try VerifiedFiles(
        bundle: bytes, named: path, at: fileSystem.resolved(path), verifier: verifier,
        within: limits)
    case .text, .file, .wrapper, .swift: return nil
    }
  }

  /// Throws for a path that does not lead to a bundle.
  private static func check(
    _ path: String, in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) {
    let location = SourceLocation(file: path)
    switch fileSystem.kind(of: path) {
    case .regular: break
    case .missing: throw RuleError(.unreadable, "no such file", at: location)
    case .folder, .other: throw RuleError(.unreadable, "not a regular file", at: location)
    }
    do {
      let bytes = try fileSystem.contents(
        ofFile: path, limit: RuleBundle.greatestSize(within: limits))
      if !RuleBundle.isBundle(bytes) { throw BundleHead.isMissing(in: path) }
    } catch let error as RuleError {
      throw error
    } catch let error as RuleFileError {
      throw RuleError(error.isTooLarge ? .budget : .unreadable, error.reason, at: location)
    } catch {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
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
