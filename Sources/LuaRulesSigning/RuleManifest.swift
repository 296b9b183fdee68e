#if Signing
  import LuaRules

  /// The signed content: the files of a rule folder with their hashes, and their
  /// set and revision.
  ///
  /// ```json
  /// {
  ///   "format": 1,
  ///   "set": "shop",
  ///   "revision": 42,
  ///   "key": "2026-a",
  ///   "files": {
  ///     "lib/prices.lua": "sha256:…",
  ///     "shop.lua": "sha256:…"
  ///   }
  /// }
  /// ```
  struct RuleManifest: Equatable {
    /// The name of the file.
    static let fileName = "rules.manifest.json"
    /// The most bytes that are read.
    static let greatestSize = 1 << 20
    /// The most files in a manifest.
    static let greatestCount = 10_000
    /// The current format of manifests.
    static let format: Int64 = 1
    /// The valid revisions.
    static let revisions = RuleBundle.revisions

    var set: String
    var revision: Int64
    var keyID: String
    /// The hashes by paths below the folder; no two paths are the same text.
    var files: [String: ContentHash]

    /// The content of the file, paths in byte order, one on each line.
    var content: [UInt8] {
      let layout = JSONLayout.object([
        ("format", .integer(Self.format)), ("set", .string(set)),
        ("revision", .integer(revision)), ("key", .string(keyID)),
        ("files", .object(files.mapValues { .string($0.text) })),
      ])
      return Array("\(layout.text)\n".utf8)
    }
  }

  extension RuleManifest {
    /// Parses a manifest; call it only after the signature was checked.
    ///
    /// - Throws: `RuleError` for an invalid manifest.
    init(reading content: [UInt8], at location: SourceLocation) throws(RuleError) {
      let reading = ManifestReading(location)
      let fields = try reading.fields(of: content)
      guard case .integer(Self.format)? = fields["format"] else {
        throw reading.failure("`format` has to be \(Self.format)")
      }
      guard case .string(let set)? = fields["set"], case .string(let keyID)? = fields["key"] else {
        throw reading.failure("`set` and `key` have to be strings")
      }
      guard case .integer(let revision)? = fields["revision"], Self.revisions.contains(revision)
      else {
        throw reading.failure(
          "`revision` has to be an integer from 1 to \(Self.revisions.upperBound)")
      }
      self.set = set
      self.revision = revision
      self.keyID = keyID
      files = try reading.files(of: fields["files"])
    }
  }

  /// The parser of one manifest.
  private struct ManifestReading {
    let location: SourceLocation

    init(_ location: SourceLocation) {
      self.location = location
    }

    func fields(of content: [UInt8]) throws(RuleError) -> LuaTable {
      let value: LuaValue
      do {
        // Also refuses names that occur twice, compared byte by byte.
        value = try JSON.read(content)
      } catch {
        throw failure("\(error)")
      }
      guard case .table(let table) = value, table.elements.isEmpty else {
        throw failure("it has to be an object")
      }
      let known = ["files", "format", "key", "revision", "set"]
      for field in table.fields where !known.contains(field.name) {
        throw failure("`\(field.name)` is no member of a manifest")
      }
      return table
    }

    func files(of value: LuaValue?) throws(RuleError) -> [String: ContentHash] {
      guard case .table(let table)? = value, table.elements.isEmpty else {
        throw failure("`files` has to be an object")
      }
      guard table.fields.count <= RuleManifest.greatestCount else {
        throw failure("`files` has more than \(RuleManifest.greatestCount) members")
      }
      var files: [String: ContentHash] = [:]
      for (path, value) in table.fields {
        guard RuleFilePath.isPath(path) else {
          throw failure("`\(path)` is no path of a rule file")
        }
        guard case .string(let text) = value, let hash = ContentHash(text) else {
          throw failure("the hash of `\(path)` is not `sha256:` and 64 small digits")
        }
        // Names with different bytes may still be equal as Swift strings, and name the same file.
        guard files.updateValue(hash, forKey: path) == nil else {
          throw failure("`\(path)` appears twice in `files`")
        }
      }
      return files
    }

    func failure(_ message: String) -> RuleError {
      RuleError(.untrusted, "the manifest is not one: \(message)", at: location)
    }
  }
#endif
