/// A folder of which all files are read that rules may use, to sign or to
/// bundle them.
package struct WholeFolder {
  package let path: String
  package let fileSystem: any RuleFileSystem
  private let limits: Budget
  /// The code of the errors for folders that cannot be walked.
  private let code: RuleError.Code

  /// The most names that are visited: with links, a few files may appear as many.
  private static let greatestCount = 100_000

  /// Creates the folder; of the limits, those of files apply.
  package init(
    path: String, fileSystem: any RuleFileSystem, limits: Budget, refusedAs code: RuleError.Code
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.limits = limits
    self.code = code
  }

  /// Reads files, by their paths below the folder.
  package func files(
    _ names: [String]
  ) throws(RuleError) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    var size = 0
    for name in names {
      let bytes = try bytes(of: FilePath.join(path, name), limit: limits.fileSize)
      size += bytes.count
      guard size <= limits.totalSize else {
        throw RuleError(
          .budget, "the files have more than \(limits.totalSize) bytes together",
          at: SourceLocation(file: path))
      }
      files.append((name, bytes))
    }
    return files
  }

  /// Returns the paths of the files with a suitable name, in byte order.
  package func names(
    where isWanted: (String) -> Bool = { RuleFilePath.isRuleFile($0) }
  ) throws(RuleError) -> [String] {
    var paths: [String] = []
    var count = 0
    var walk = FolderWalk(in: fileSystem)
    walk.greatestCount = .max
    walk.isHidden = { RuleFilePath.isHidden($0) }
    try walk.visit(path, refuse: refuse) { (folder) throws(RuleError) in
      count += folder.entries.count
      guard count <= Self.greatestCount else {
        throw refusal(path, "there are more than \(Self.greatestCount) names in the folder")
      }
      paths += folder.fileNames.filter(isWanted).map { folder.below($0) }
      return folder.folderNames
    }
    return paths.sortedByBytes()
  }

  private func refuse(
    _ obstacle: FolderWalk.Obstacle, _ folder: String
  ) throws(RuleError) {
    switch obstacle {
    case .circle: throw refusal(folder, "the folder is a link to a folder that it is in")
    case .depth:
      let depth = FolderWalk(in: fileSystem).greatestDepth
      throw refusal(folder, "folders are nested deeper than \(depth) levels")
    case .count, .unreadable:
      throw RuleError(
        .unreadable, "the folder cannot be read", at: SourceLocation(file: folder))
    }
  }

  private func refusal(_ path: String, _ message: String) -> RuleError {
    RuleError(code, message, at: SourceLocation(file: path))
  }

  /// Reads a file.
  package func bytes(of file: String, limit: Int) throws(RuleError) -> [UInt8] {
    let location = SourceLocation(file: file)
    do {
      guard fileSystem.kind(of: file) == .regular else {
        throw RuleFileError("not a regular file")
      }
      return try fileSystem.contents(ofFile: file, limit: limit)
    } catch let error as RuleFileError {
      throw RuleError(error.isTooLarge ? .budget : .unreadable, error.reason, at: location)
    } catch {
      throw RuleError(.unreadable, "the file cannot be read", at: location)
    }
  }
}
