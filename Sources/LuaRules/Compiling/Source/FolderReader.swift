import LuaBridge

/// Reads the rule files of a folder.
struct FolderReader {
  let root: String
  private let owner: GrantedSource?
  let fileSystem: any RuleFileSystem
  private let limits: Budget
  private let walk: FolderWalk

  init(
    root: String, owner: GrantedSource?, fileSystem: any RuleFileSystem, limits: Budget
  ) {
    self.root = root
    self.owner = owner
    self.limits = limits
    self.fileSystem = fileSystem
    walk = FolderWalk(in: fileSystem)
  }

  /// Returns the rule files, in byte order of their paths below the folder.
  func files() throws(RuleError) -> [SourceFile] {
    var files: [SourceFile] = []
    var size = 0
    for path in try paths().sortedByBytes() {
      let file = try SourceFile.read(
        FilePath.join(root, path), root: root, of: owner, in: fileSystem, within: limits)
      size += file.bytes.count
      try file.checkSize(size, ofAllWithin: limits)
      if !file.code.starts(with: "---@meta".utf8) { files.append(file) }
    }
    return files
  }

  /// Returns the paths of the rule files below the folder.
  private func paths() throws(RuleError) -> [String] {
    var paths: [String] = []
    var walk = walk
    try walk.visit(root, admit: checkPlace, refuse: refuse) { folder in
      let names = folder.fileNames.filter { $0.hasSuffix(".lua") && !$0.hasSuffix(".test.lua") }
      paths += names.map(folder.below)
      return folder.folderNames.filter { $0 != "lib" }
    }
    return paths
  }

  /// Throws for a folder outside the root if the source is restricted.
  private func checkPlace(_ folder: String) throws(RuleError) {
    if owner != nil, !FilePath.isInside(folder, root: root, in: fileSystem) {
      throw RuleError(
        .notGranted, "the folder is a link that leads outside the folder of its source",
        at: SourceLocation(file: folder))
    }
  }

  private func refuse(_ obstacle: FolderWalk.Obstacle, _ folder: String) throws(RuleError) {
    switch obstacle {
    case .circle: throw unreadable(folder, "the folder is a link to a folder that it is in")
    case .depth:
      throw unreadable(folder, "folders are nested deeper than \(walk.greatestDepth) levels")
    case .count:
      throw unreadable(root, "there are more than \(walk.greatestCount) folders in the folder")
    case .unreadable: throw unreadable(folder, "the folder cannot be read")
    }
  }

  private func unreadable(_ path: String, _ message: String) -> RuleError {
    RuleError(.unreadable, message, at: SourceLocation(file: path))
  }
}
