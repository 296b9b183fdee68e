/// A check of all files of a folder or a bundle before any of them is parsed.
package protocol RuleVerifier: Sendable {
  /// Reads all files that the rules of a folder may use, and verifies them.
  ///
  /// - Throws: ``RuleError`` if a file cannot be trusted.
  func verifiedFiles(
    ofFolder path: String, in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> VerifiedFiles

  /// Checks the signature of a bundle, before its manifest is parsed.
  ///
  /// - Parameters:
  ///   - signature: The id of a key, and the signature in base64; `nil` for a
  ///     bundle that is not signed.
  ///   - covered: The bytes that have to be signed.
  ///   - name: The name of the bundle in errors.
  /// - Throws: ``RuleError`` if the bundle cannot be trusted.
  func checkSignature(
    _ signature: String?, of covered: [UInt8], ofBundle name: String
  ) throws(RuleError)

  /// Checks the set and the revision of a bundle whose signature was checked.
  ///
  /// - Returns: What notes that the bundle is about to answer.
  /// - Throws: ``RuleError`` if the bundle cannot be trusted.
  func acceptance(
    of bundle: RuleBundle, named name: String
  ) throws(RuleError) -> @Sendable () throws(RuleError) -> Void
}

/// The files of a signed folder or of a bundle, as they were read and verified.
///
/// Rules and modules are loaded from these bytes. No file is read a second
/// time, because it may have changed.
package final class VerifiedFiles: RuleFileSystem {
  /// The bundle that the files are from.
  package struct Origin: Sendable {
    let bundle: RuleBundle
    /// The name of the bundle, as the user gave it.
    package let name: String
    /// The path of the bundle without links; `nil` for bytes of the program.
    let place: String?
  }

  /// The folder, as the user named it.
  package let root: String
  /// The bundle of the files; `nil` for a folder.
  package let origin: Origin?
  /// The bundle whose files they are; `nil` for a folder.
  package var bundle: RuleBundle? { origin?.bundle }
  /// The files that rules may use, by their paths below the folder.
  let contents: [String: [UInt8]]
  /// The files that the verification used, kept so that it can be repeated.
  let proof: [String: [UInt8]]
  /// A digest of the proof or the bundle's head, which cover the contents.
  let digest: Int
  /// The names in each folder, by its path.
  private let folders: [String: [String]]
  private let onAcceptance: @Sendable () throws(RuleError) -> Void

  /// Creates the files of a folder.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - contents: The bytes of its files, by paths below it.
  ///   - proof: Further files that the verification used.
  ///   - origin: The bundle of the files.
  ///   - onAcceptance: Called when a model was made from the files and is about
  ///     to answer.
  init(
    root: String, contents: [String: [UInt8]], proof: [String: [UInt8]] = [:], origin: Origin?,
    onAcceptance: @escaping @Sendable () throws(RuleError) -> Void
  ) {
    self.root = root
    self.contents = contents
    self.proof = proof
    self.onAcceptance = onAcceptance
    self.origin = origin
    var hasher = Hasher()
    hasher.combine(proof)
    hasher.combine(origin?.bundle.covered)
    hasher.combine(origin?.bundle.signature)
    digest = hasher.finalize()
    var folders: [String: Set<String>] = ["": []]
    for path in contents.keys.map(\.self) + proof.keys {
      var folder = ""
      for name in path.split(separator: "/").map(String.init) {
        folders[folder, default: []].insert(name)
        folder = folder.isEmpty ? name : "\(folder)/\(name)"
      }
    }
    self.folders = folders.mapValues(Array.init)
  }

  /// Creates the files of a folder.
  package convenience init(
    root: String, contents: [String: [UInt8]], proof: [String: [UInt8]] = [:],
    onAcceptance: @escaping @Sendable () throws(RuleError) -> Void = {}
  ) {
    self.init(
      root: root, contents: contents, proof: proof, origin: nil, onAcceptance: onAcceptance)
  }

  /// Notifies the verifier that the files are about to answer.
  ///
  /// - Throws: ``RuleError`` if they must not.
  func accept() throws(RuleError) { try onAcceptance() }

  /// Whether the path is the folder, or one that could be in it.
  package func contains(_ path: String) -> Bool { pathBelowRoot(path) != nil }

  package func kind(of path: String) -> RuleFileKind {
    guard let path = pathBelowRoot(path) else { return .missing }
    if folders[path] != nil { return .folder }
    return (contents[path] ?? proof[path]) == nil ? .missing : .regular
  }

  package func names(inFolder path: String) throws -> [String] {
    guard let path = pathBelowRoot(path), let names = folders[path] else {
      throw RuleFileError("the folder cannot be read")
    }
    return names
  }

  package func contents(ofFile path: String, limit: Int) throws -> [UInt8] {
    guard let path = pathBelowRoot(path), let bytes = contents[path] ?? proof[path] else {
      throw RuleFileError("the file cannot be read")
    }
    guard bytes.count <= limit else { throw RuleFileError.tooLarge(bytes.count, limit: limit) }
    return bytes
  }

  /// Returns the path with the folder as its root; no path leads outside.
  package func resolved(_ path: String) -> String {
    pathBelowRoot(path).map { "/\($0)" } ?? path
  }

  /// Returns the path below the folder, empty for the folder itself; `nil` for
  /// a path outside.
  private func pathBelowRoot(_ path: String) -> String? {
    let all = FilePath.parts(of: path)
    let outer = FilePath.parts(of: root)
    guard path.hasPrefix("/") == root.hasPrefix("/"), all.starts(with: outer) else { return nil }
    return all.dropFirst(outer.count).joined(separator: "/")
  }
}

extension RuleSource {
  /// Returns the source with a verifier, which checks the files before they are
  /// parsed.
  package func verified(by verifier: any RuleVerifier) -> RuleSource {
    var source = self
    source.verifier = verifier
    return source
  }

  /// The path of a file or a folder; `nil` for text.
  package var path: String? {
    guard case .path(let path) = content else { return nil }
    return path
  }

  /// Reads the rule files of the folder after it was verified.
  func verifiedFiles(
    by verifier: any RuleVerifier, in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    guard let path else {
      throw RuleError(.untrusted, "a text carries no signature; what is signed is a folder")
    }
    let location = SourceLocation(file: path)
    switch fileSystem.kind(of: path) {
    case .folder: break
    case .missing: throw RuleError(.unreadable, "no such folder", at: location)
    case .regular, .other:
      throw RuleError(
        .untrusted, "a single file carries no signature", at: location,
        hint: "name the folder that was signed")
    }
    let files = try verifier.verifiedFiles(ofFolder: path, in: fileSystem, within: limits)
    let owner = grant.isEverything ? nil : GrantedSource(grant, at: place(in: fileSystem))
    return try FolderReader(root: path, owner: owner, fileSystem: files, limits: limits).files()
  }
}
