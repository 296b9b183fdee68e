import LuaBridge

/// Reads the rule files of a folder.
struct FolderReader {
  let root: String
  private let owner: GrantedSource?
  let fileSystem: any RuleFileSystem
  private let limits: Budget
  private var paths: [String] = []
  /// The folders that were gone into.
  private var folderCount = 0

  /// How deep folders may nest.
  private static let greatestDepth = 64
  /// How many folders are looked into: links let a few be many.
  private static let greatestCount = 10_000

  init(
    root: String, owner: GrantedSource?, fileSystem: any RuleFileSystem, limits: Budget
  ) {
    self.root = root
    self.owner = owner
    self.limits = limits
    self.fileSystem = fileSystem
  }

  mutating func files() throws(RuleError) -> [SourceFile] {
    try collect(below: "", inside: [])
    var files: [SourceFile] = []
    var size = 0
    for path in paths.sortedByBytes() {
      let file = try SourceFile.read(
        FilePath.join(root, path), root: root, of: owner, in: fileSystem, within: limits)
      size += file.bytes.count
      try file.checkSize(size, ofAllWithin: limits)
      if !file.code.starts(with: "---@meta".utf8) { files.append(file) }
    }
    return files
  }

  /// Collects the paths of rule files, knowing the folders around, links followed.
  private mutating func collect(
    below: String, inside folders: [String]
  ) throws(RuleError) {
    let folder = below.isEmpty ? root : FilePath.join(root, below)
    let resolved = fileSystem.resolved(folder)
    folderCount += 1
    if owner != nil, !folders.isEmpty, !FilePath.isInside(folder, root: root, in: fileSystem) {
      throw RuleError(
        .notGranted, "the folder is a link that leads outside the folder of its source",
        at: SourceLocation(file: folder))
    }
    if folders.contains(resolved) {
      throw unreadable(folder, "the folder is a link to a folder that it is in")
    }
    if folders.count >= Self.greatestDepth {
      throw unreadable(folder, "folders are nested deeper than \(Self.greatestDepth) levels")
    }
    if folderCount > Self.greatestCount {
      throw unreadable(root, "there are more than \(Self.greatestCount) folders in the folder")
    }
    guard let names = try? fileSystem.names(inFolder: folder) else {
      throw unreadable(folder, "the folder cannot be read")
    }
    for name in names where !name.hasPrefix(".") && !name.hasPrefix("_") {
      let path = below.isEmpty ? name : "\(below)/\(name)"
      let isLua = name.hasSuffix(".lua") && !name.hasSuffix(".test.lua")
      if fileSystem.kind(of: FilePath.join(root, path)) == .folder {
        if name != "lib" { try collect(below: path, inside: folders + [resolved]) }
      } else if isLua {
        paths.append(path)
      }
    }
  }

  private func unreadable(_ path: String, _ message: String) -> RuleError {
    RuleError(.unreadable, message, at: SourceLocation(file: path))
  }
}
