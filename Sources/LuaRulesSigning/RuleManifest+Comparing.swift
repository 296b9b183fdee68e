#if Signing
  import LuaRules

  extension RuleManifest {
    /// Reads the files of a folder, which must be exactly those of the manifest.
    ///
    /// - Returns: The bytes that were compared, by paths below the folder.
    /// - Throws: `RuleError` for the first file in byte order that differs from
    ///   the manifest, with errors for the other ones.
    func files(in folder: WholeFolder) throws(RuleError) -> [String: [UInt8]] {
      let found = try folder.names()
      var errors = missing(among: found).map { path in
        refusal("the file was signed, and is missing", path, folder)
      }
      // A file that is not in the manifest is not even read.
      errors += found.filter { listed($0) == nil }.map { path in
        refusal("the file is not in the manifest", path, folder)
      }
      try Self.refuse(errors)
      var contents: [String: [UInt8]] = [:]
      for (path, bytes) in try folder.files(found) {
        let hash = ContentHash(of: bytes)
        if let expected = listed(path), hash != expected {
          errors.append(
            refusal(
              "the file is not what was signed: expected SHA-256 \(expected.short), "
                + "got \(hash.short)", path, folder))
        }
        contents[path] = bytes
      }
      try Self.refuse(errors)
      return contents
    }

    /// The hash of a path, if the path has exactly the same bytes as in the manifest.
    private func listed(_ path: String) -> ContentHash? {
      guard let index = files.index(forKey: path),
        files[index].key.utf8.elementsEqual(path.utf8)
      else { return nil }
      return files[index].value
    }

    private func missing(among found: [String]) -> [String] {
      let there = Set(found.map { Array($0.utf8) })
      return files.keys.filter { !there.contains(Array($0.utf8)) }
        .sortedByBytes()
    }

    private func refusal(_ message: String, _ path: String, _ folder: WholeFolder) -> RuleError {
      RuleError(
        .untrusted, message, at: SourceLocation(file: FilePath.join(folder.path, path)))
    }

    private static func refuse(_ errors: [RuleError]) throws(RuleError) {
      guard var first = errors.first else { return }
      first.others = Array(errors.dropFirst().prefix(19))
      throw first
    }
  }
#endif
