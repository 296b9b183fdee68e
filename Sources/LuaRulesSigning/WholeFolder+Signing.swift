#if Signing
  import LuaRules

  extension WholeFolder {
    /// Creates a folder whose files are signed, or will be.
    init(signed path: String, fileSystem: any RuleFileSystem, limits: Budget) {
      self.init(path: path, fileSystem: fileSystem, limits: limits, refusedAs: .untrusted)
    }

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
  }
#endif
