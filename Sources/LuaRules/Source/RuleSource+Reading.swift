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
      case .folder: return try FolderReader(root: path, fileSystem: fileSystem).files()
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

  /// How deep folders may nest; a symbolic link can make a circle.
  private static let greatestDepth = 64

  func files() throws(RuleError) -> [SourceFile] {
    var paths: [String] = []
    try collect(below: "", depth: 0, into: &paths)
    var files: [SourceFile] = []
    for path in paths.sortedByBytes() {
      let file = try SourceFile.read(FilePath.join(root, path), root: root, in: fileSystem)
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
  /// The bytes that a rule file may have.
  static let sizeLimit = 64 << 20

  /// Reads a file whose modules lie beside it or in `lib` of a root.
  static func read(
    _ path: String, root: String, in fileSystem: any RuleFileSystem
  ) throws(RuleError) -> SourceFile {
    let location = SourceLocation(file: path)
    switch fileSystem.kind(of: path) {
    case .regular: break
    case .missing: throw RuleError(.unreadable, "no such file", at: location)
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
