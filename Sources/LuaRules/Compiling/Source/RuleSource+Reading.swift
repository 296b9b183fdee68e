import LuaBridge

extension RuleSource {
  /// Reads the files of the source, in their order.
  ///
  /// Only the file sizes of `limits`, the loading budget, are checked here.
  func files(
    in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    if let problem = grant.problem { throw problem }
    if let bundle = try bundleFiles(in: fileSystem, within: limits) {
      let owner = grant.isEverything ? nil : GrantedSource(grant, at: bundle.origin?.place)
      return try FolderReader(
        root: bundle.root, owner: owner, fileSystem: bundle, limits: limits
      ).files()
    }
    if let verifier {
      return try verifiedFiles(by: verifier, in: fileSystem, within: limits)
    }
    switch content {
    case .text(let text, let name, let modules):
      let owner = grant.isEverything ? nil : GrantedSource(grant, at: nil)
      let file = SourceFile(
        name: name, bytes: Array(text.utf8), modules: .texts(modules), owner: owner)
      try file.checkSize(within: limits)
      return [file]
    case .wrapper(let text, let name, let files):
      return [SourceFile(name: name, bytes: Array(text.utf8), modules: .files(files))]
    case .swift(let list): return [try list.file(within: limits)]
    // It was read above.
    case .bundle: return []
    case .file(let path, let root):
      return [try SourceFile.read(path, root: root, in: fileSystem, within: limits)]
    case .path(let path):
      let owner = grant.isEverything ? nil : GrantedSource(grant, at: place(in: fileSystem))
      switch fileSystem.kind(of: path) {
      case .regular:
        let root = FilePath.folder(of: path)
        return [
          try SourceFile.read(path, root: root, of: owner, in: fileSystem, within: limits)
        ]
      case .folder:
        let reader = FolderReader(
          root: path, owner: owner, fileSystem: fileSystem, limits: limits)
        return try reader.files()
      case .missing:
        throw RuleError(.unreadable, "no such file or folder", at: SourceLocation(file: path))
      case .other:
        throw RuleError(.unreadable, "neither a file nor a folder", at: SourceLocation(file: path))
      }
    }
  }
}

extension RuleSource {
  /// Returns the path of the file or the folder without symbolic links; `nil`
  /// for a text.
  func place(in fileSystem: any RuleFileSystem) -> String? {
    if case .path(let path) = content { fileSystem.resolved(path) } else { nil }
  }
}

extension [RuleSource] {
  /// Reads the files of all sources, in their order.
  ///
  /// If two sources with different permissions contain the same file, it is
  /// refused: it would get the greater permissions.
  func files(
    in fileSystem: any RuleFileSystem, within limits: Budget, refusesEmpty: Bool = false
  ) throws(RuleError) -> [SourceFile] {
    var all: [SourceFile] = []
    for source in self {
      let files = try source.files(in: fileSystem, within: limits)
      if refusesEmpty, files.isEmpty { throw source.hasNoFiles }
      all += files
    }
    guard all.contains(where: { $0.owner?.place != nil }) else { return all }
    var owners: [String: GrantedSource?] = [:]
    for file in all {
      guard let place = file.place(in: fileSystem) else { continue }
      let owner = owners.updateValue(file.owner, forKey: place)
      if let owner, owner?.grant != file.owner?.grant {
        throw RuleError(
          .notGranted, "the file is in two sources, which may not do the same",
          at: SourceLocation(file: file.name),
          hint: "put the files of each grant into a folder of their own")
      }
    }
    return all
  }
}

extension RuleSource {
  /// The error for a folder without rule files.
  package var hasNoFiles: RuleError {
    guard case .path(let path) = content else { return RuleError(.noRules, "there are no rules") }
    return RuleError(
      .noRules, "the folder has no rule files", at: SourceLocation(file: path),
      hint: Self.fileNamesHint)
  }

  /// The hint that says which files of a folder are rule files.
  static let fileNamesHint =
    "rule files are named `*.lua`; files in `lib`, `*.test.lua`, and names that begin with `.` "
    + "or `_` are none"
}

extension SourceFile {
  /// Reads a file whose modules are beside it or in `lib` of a root.
  ///
  /// A file of a restricted source must itself be inside the root.
  static func read(
    _ path: String, root: String, of owner: GrantedSource? = nil,
    in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> SourceFile {
    let location = SourceLocation(file: path)
    if owner != nil, !FilePath.isInside(path, root: root, in: fileSystem) {
      throw RuleError(
        .notGranted, "the file is a link that leads outside the folder of its source",
        at: location)
    }
    switch fileSystem.kind(of: path) {
    case .regular: break
    case .missing:
      throw RuleError(
        .unreadable, "no such file", at: location,
        hint: path.contains("\u{FFFD}") ? "the names of rule files are UTF-8" : nil)
    case .folder, .other: throw RuleError(.unreadable, "not a regular file", at: location)
    }
    do {
      let bytes = try fileSystem.contents(ofFile: path, limit: limits.fileSize)
      // It may have been read before, with the limit of a bundle.
      guard bytes.count <= limits.fileSize else {
        throw RuleFileError.tooLarge(bytes.count, limit: limits.fileSize)
      }
      return SourceFile(
        name: path, bytes: bytes,
        modules: .folder(
          FilePath.folder(of: path), root: root, verified: fileSystem as? VerifiedFiles),
        owner: owner)
    } catch let error as RuleFileError {
      throw RuleError(error.isTooLarge ? .budget : .unreadable, error.reason, at: location)
    } catch {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
    }
  }

  /// Returns where the file lies, without links; `nil` for a file that is part
  /// of a text, or of bytes of the program.
  fileprivate func place(in fileSystem: any RuleFileSystem) -> String? {
    guard case .folder(_, _, let verified) = modules else { return nil }
    guard let origin = verified?.origin else { return fileSystem.resolved(name) }
    return origin.place.map { "\($0)/\(name)" }
  }

  /// Throws for a text that is too large.
  func checkSize(within limits: Budget) throws(RuleError) {
    guard bytes.count > limits.fileSize else { return }
    throw RuleError(
      .budget, RuleFileError.tooLarge(bytes.count, limit: limits.fileSize).reason,
      at: SourceLocation(file: name))
  }

  /// Throws if all files up to this one are too large together.
  func checkSize(_ sum: Int, ofAllWithin limits: Budget) throws(RuleError) {
    guard sum > limits.totalSize else { return }
    throw RuleError(
      .budget, "the files have more than \(Budget.text(bytes: limits.totalSize)) together",
      at: SourceLocation(file: name))
  }
}
