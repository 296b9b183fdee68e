#if Signing
  import LuaRules

  /// A folder whose files are signed, or are to be.
  struct SignedFolder {
    let path: String
    let fileSystem: any RuleFileSystem
    let limits: Budget

    /// How deep folders may nest.
    private static let greatestDepth = 64
    /// How many names are looked at: links let a few files be many.
    private static let greatestCount = 100_000

    /// Reads the manifest or its signature.
    ///
    /// - Throws: `RuleError` when there is none.
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
      var scan = Scan(folder: self)
      try scan.collect(below: "", inside: [])
      return scan.paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

    /// One walk through the folder.
    private struct Scan {
      let folder: SignedFolder
      var paths: [String] = []
      private var count = 0

      init(folder: SignedFolder) {
        self.folder = folder
      }

      /// Collects the paths below a folder, knowing the folders around, links followed.
      mutating func collect(below: String, inside folders: [String]) throws(RuleError) {
        let path = below.isEmpty ? folder.path : FilePath.join(folder.path, below)
        let resolved = folder.fileSystem.resolved(path)
        guard !folders.contains(resolved) else {
          throw refusal(path, "the folder is a link to a folder that it is in")
        }
        guard folders.count < SignedFolder.greatestDepth else {
          throw refusal(path, "folders are nested deeper than \(SignedFolder.greatestDepth) levels")
        }
        guard let names = try? folder.fileSystem.names(inFolder: path) else {
          throw RuleError(
            .unreadable, "the folder cannot be read", at: SourceLocation(file: path))
        }
        for name in names where !RulePath.isHidden(name) {
          count += 1
          guard count <= SignedFolder.greatestCount else {
            throw refusal(
              folder.path, "there are more than \(SignedFolder.greatestCount) names in the folder")
          }
          let inner = below.isEmpty ? name : "\(below)/\(name)"
          if folder.fileSystem.kind(of: FilePath.join(folder.path, inner)) == .folder {
            try collect(below: inner, inside: folders + [resolved])
          } else if RulePath.isRuleFile(name) {
            paths.append(inner)
          }
        }
      }

      private func refusal(_ path: String, _ message: String) -> RuleError {
        RuleError(.untrusted, message, at: SourceLocation(file: path))
      }
    }
  }
#endif
