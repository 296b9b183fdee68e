import LuaBridge

extension RuleSource {
  /// Reads the files that the source stands for, in their order.
  ///
  /// Of the limits, which are those of loading, the sizes count here.
  func files(
    in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    if let verifier {
      return try verifiedFiles(by: verifier, in: fileSystem, within: limits)
    }
    switch content {
    case .text(let text, let name, let modules):
      let file = SourceFile(name: name, bytes: Array(text.utf8), modules: .texts(modules))
      try file.checkSize(within: limits)
      return [file]
    case .wrapper(let text, let name, let files):
      return [SourceFile(name: name, bytes: Array(text.utf8), modules: .files(files))]
    case .file(let path, let root):
      return [try SourceFile.read(path, root: root, in: fileSystem, within: limits)]
    case .path(let path):
      switch fileSystem.kind(of: path) {
      case .regular:
        let root = FilePath.folder(of: path)
        return [try SourceFile.read(path, root: root, in: fileSystem, within: limits)]
      case .folder:
        var reader = FolderReader(root: path, fileSystem: fileSystem, limits: limits)
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
  /// The error of a folder in which nothing is a rule file.
  var hasNoFiles: RuleError {
    guard case .path(let path) = content else { return RuleError(.noRules, "there are no rules") }
    return RuleError(
      .noRules, "the folder has no rule files", at: SourceLocation(file: path),
      hint: "rule files are named `*.lua`; files in `lib`, `*.test.lua`, and names that begin "
        + "with `.` or `_` are none")
  }
}

extension SourceFile {
  /// Reads a file whose modules lie beside it or in `lib` of a root.
  static func read(
    _ path: String, root: String, in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> SourceFile {
    let location = SourceLocation(file: path)
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
      return SourceFile(
        name: path, bytes: bytes,
        modules: .folder(
          FilePath.folder(of: path), root: root, verified: fileSystem as? VerifiedFiles))
    } catch let error as RuleFileError {
      throw RuleError(error.isTooLarge ? .budget : .unreadable, error.reason, at: location)
    } catch {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
    }
  }

  /// Refuses a text that is too large.
  func checkSize(within limits: Budget) throws(RuleError) {
    guard bytes.count > limits.fileSize else { return }
    throw RuleError(
      .budget, RuleFileError.tooLarge(bytes.count, limit: limits.fileSize).reason,
      at: SourceLocation(file: name))
  }

  /// Refuses the file with which all files together become too large.
  func checkSize(_ sum: Int, ofAllWithin limits: Budget) throws(RuleError) {
    guard sum > limits.totalSize else { return }
    throw RuleError(
      .budget, "the files have more than \(Budget.text(bytes: limits.totalSize)) together",
      at: SourceLocation(file: name))
  }
}
