import LuaBridge

extension RuleSource {
  /// Reads the files that the source stands for, in their order.
  func files(in fileSystem: any RuleFileSystem) throws(RuleError) -> [SourceFile] {
    switch content {
    case .text(let text, let name, let modules):
      return [SourceFile(name: name, bytes: Array(text.utf8), modules: .texts(modules))]
    case .path(let path):
      switch fileSystem.kind(of: path) {
      case .regular:
        return [try SourceFile.read(path, root: FilePath.folder(of: path), in: fileSystem)]
      case .folder:
        var reader = FolderReader(root: path, fileSystem: fileSystem)
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
  /// The bytes that a rule file may have.
  static let sizeLimit = 64 << 20

  /// Reads a file whose modules lie beside it or in `lib` of a root.
  static func read(
    _ path: String, root: String, in fileSystem: any RuleFileSystem
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
      let bytes = try fileSystem.contents(ofFile: path, limit: sizeLimit)
      return SourceFile(
        name: path, bytes: bytes, modules: .folder(FilePath.folder(of: path), root: root))
    } catch let error as RuleFileError {
      throw RuleError(.unreadable, error.reason, at: location)
    } catch {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
    }
  }
}
