#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuleSource {
  /// Reads the files that the source stands for, in their order.
  func files() throws(RuleError) -> [SourceFile] {
    switch content {
    case .text(let text, let name, let modules):
      return [SourceFile(name: name, bytes: Array(text.utf8), modules: .texts(modules))]
    case .path(let path):
      switch FileKind(path) {
      case .regular:
        let folder = FileKind.folder(of: path)
        return [try SourceFile.read(path, folder: folder, root: folder)]
      case .folder: return try Self.files(in: path)
      case .missing:
        throw RuleError(
          .unreadable, "no such file or folder", at: SourceLocation(file: path))
      case .other:
        throw RuleError(
          .unreadable, "neither a file nor a folder", at: SourceLocation(file: path))
      }
    }
  }

  private static func files(in folder: String) throws(RuleError) -> [SourceFile] {
    var paths: [String] = []
    try collect(folder, below: "", depth: 0, into: &paths)
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var files: [SourceFile] = []
    for path in paths {
      let full = FileKind.join(folder, path)
      let file = try SourceFile.read(full, folder: FileKind.folder(of: full), root: folder)
      if !file.code.starts(with: "---@meta".utf8) { files.append(file) }
    }
    return files
  }

  private static func collect(
    _ root: String, below: String, depth: Int, into paths: inout [String]
  ) throws(RuleError) {
    let folder = below.isEmpty ? root : FileKind.join(root, below)
    guard depth < 64 else {
      throw RuleError(
        .unreadable, "folders are nested deeper than 64 levels",
        at: SourceLocation(file: folder))
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw RuleError(.unreadable, "the folder cannot be read", at: SourceLocation(file: folder))
    }
    for name in names where !name.hasPrefix(".") && !name.hasPrefix("_") {
      let path = below.isEmpty ? name : "\(below)/\(name)"
      if FileKind(FileKind.join(root, path)) == .folder {
        if name != "lib" { try collect(root, below: path, depth: depth + 1, into: &paths) }
      } else if name.hasSuffix(".lua"), !name.hasSuffix(".test.lua") {
        paths.append(path)
      }
    }
  }
}

extension SourceFile {
  /// The bytes that a rule file may have.
  static let sizeLimit = 64 << 20

  static func read(_ path: String, folder: String, root: String) throws(RuleError) -> SourceFile {
    let location = SourceLocation(file: path)
    guard FileKind(path) == .regular else {
      let isMissing = FileKind(path) == .missing
      throw RuleError(
        .unreadable, isMissing ? "no such file" : "not a regular file", at: location)
    }
    if let size = FileKind.size(of: path), size > sizeLimit {
      throw RuleError(
        .unreadable, "the file has \(size) bytes; at most \(sizeLimit) are read", at: location)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
    }
    return SourceFile(
      name: path, bytes: Array(data), modules: .folder(folder, root: root))
  }
}

/// What stands at a path, symbolic links followed.
enum FileKind: Equatable {
  case regular
  case folder
  case other
  case missing

  init(_ path: String) {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      let type = attributes[.type] as? FileAttributeType
    else {
      self = .missing
      return
    }
    self =
      switch type {
      case .typeRegular: .regular
      case .typeDirectory: .folder
      default: .other
      }
  }

  static func size(of path: String) -> Int? {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    return (attributes?[.size] as? any BinaryInteger).flatMap { Int(exactly: $0) }
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
