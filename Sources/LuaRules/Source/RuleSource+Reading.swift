import LuaBridge

extension RuleSource {
  /// Reads the files that the source stands for, in their order.
  ///
  /// Of the limits, which are those of loading, the sizes count here.
  func files(
    in fileSystem: any RuleFileSystem, within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    switch content {
    case .text(let text, let name, let modules):
      let file = SourceFile(name: name, bytes: Array(text.utf8), modules: .texts(modules))
      try file.checkSize(within: limits)
      return [file]
    case .path(let path):
      switch fileSystem.kind(of: path) {
      case .regular:
        let root = FilePath.folder(of: path)
        return [try SourceFile.read(path, root: root, in: fileSystem, within: limits)]
      case .folder:
        return try FolderReader(root: path, fileSystem: fileSystem, limits: limits).files()
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

/// Reads the rule files of a folder.
private struct FolderReader {
  let root: String
  let fileSystem: any RuleFileSystem
  let limits: Budget

  /// How deep folders may nest; a symbolic link can make a circle.
  private static let greatestDepth = 64

  func files() throws(RuleError) -> [SourceFile] {
    var paths: [String] = []
    try collect(below: "", depth: 0, into: &paths)
    var files: [SourceFile] = []
    var size = 0
    for path in paths.sortedByBytes() {
      let file = try SourceFile.read(
        FilePath.join(root, path), root: root, in: fileSystem, within: limits)
      size += file.bytes.count
      try file.checkSize(size, ofAllWithin: limits)
      if !file.code.starts(with: "---@meta".utf8) { files.append(file) }
    }
    return files
  }

  private func collect(
    below: String, depth: Int, into paths: inout [String]
  ) throws(RuleError) {
    let folder = below.isEmpty ? root : FilePath.join(root, below)
    guard depth < Self.greatestDepth else {
      throw RuleError(
        .unreadable, "folders are nested deeper than \(Self.greatestDepth) levels",
        at: SourceLocation(file: folder))
    }
    let names: [String]
    do {
      names = try fileSystem.names(inFolder: folder)
    } catch {
      throw RuleError(.unreadable, "the folder cannot be read", at: SourceLocation(file: folder))
    }
    for name in names where !name.hasPrefix(".") && !name.hasPrefix("_") {
      let path = below.isEmpty ? name : "\(below)/\(name)"
      let isLua = name.hasSuffix(".lua") && !name.hasSuffix(".test.lua")
      if fileSystem.kind(of: FilePath.join(root, path)) == .folder {
        if name != "lib" { try collect(below: path, depth: depth + 1, into: &paths) }
      } else if isLua {
        paths.append(path)
      }
    }
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
    case .missing: throw RuleError(.unreadable, "no such file", at: location)
    case .folder, .other: throw RuleError(.unreadable, "not a regular file", at: location)
    }
    do {
      let bytes = try fileSystem.contents(ofFile: path, limit: limits.fileSize)
      return SourceFile(
        name: path, bytes: bytes, modules: .folder(FilePath.folder(of: path), root: root))
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
