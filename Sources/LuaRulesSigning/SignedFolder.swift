#if Signing
  import LuaRules

  /// A folder whose files are signed, or will be.
  struct SignedFolder {
    let path: String
    let fileSystem: any RuleFileSystem
    let limits: Budget

    /// The most names that are visited: with links, a few files may appear as many.
    private static let greatestCount = 100_000

    /// Reads the manifest or its signature.
    ///
    /// - Throws: `RuleError` when the file does not exist.
    func proof(_ name: String, limit: Int) throws(RuleError) -> [UInt8] {
      let file = FilePath.join(path, name)
      guard fileSystem.kind(of: file) != .missing else {
        throw RuleError(
          .untrusted, "the folder has no `\(name)`; rules that are not signed are refused",
          at: SourceLocation(file: path), hint: "`luarules sign` writes it")
      }
      return try bytes(of: file, limit: limit)
    }

    /// Reads files, by their paths below the folder.
    func files(_ names: [String]) throws(RuleError) -> [(path: String, bytes: [UInt8])] {
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

    /// The paths of the files that rules may use, in byte order.
    func names() throws(RuleError) -> [String] {
      var paths: [String] = []
      var count = 0
      var walk = FolderWalk(in: fileSystem)
      walk.greatestCount = .max
      walk.isHidden = { SignedPath.isHidden($0) }
      try walk.visit(path, refuse: refuse) { (folder) throws(RuleError) in
        count += folder.entries.count
        guard count <= Self.greatestCount else {
          throw refusal(path, "there are more than \(Self.greatestCount) names in the folder")
        }
        paths += folder.fileNames.filter { SignedPath.isRuleFile($0) }.map { folder.below($0) }
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
      RuleError(.untrusted, message, at: SourceLocation(file: path))
    }

    /// Reads a file.
    func bytes(of file: String, limit: Int) throws(RuleError) -> [UInt8] {
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
#endif
