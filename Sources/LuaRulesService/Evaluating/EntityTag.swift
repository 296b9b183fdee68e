#if Service
  /// Makes the tags that say whether an answer may have changed.
  struct EntityTags: Sendable {
    /// Another number for each process: generations begin at 1 in each.
    private let process = UInt64.random(in: .min ... .max)

    /// Returns the tag of bytes in a generation.
    func tag(of bytes: [UInt8], generation: Int) -> String {
      var hasher = Hasher()
      hasher.combine(process)
      hasher.combine(generation)
      hasher.combine(bytes)
      let hash = UInt64(truncatingIfNeeded: hasher.finalize())
      return "\"\(generation)-\(String(hash, radix: 16))\""
    }

    /// Returns whether a header `If-None-Match` lists a tag.
    ///
    /// Tags are compared weakly; `*` lists none, because the client has nothing to keep.
    static func lists(_ header: String?, _ tag: String) -> Bool {
      guard let header else { return false }
      return header.split(separator: ",").contains { part in
        var part = part.drop { $0 == " " || $0 == "\t" }
        if part.hasPrefix("W/") { part = part.dropFirst(2) }
        while let last = part.last, last == " " || last == "\t" { part.removeLast() }
        return part == tag
      }
    }
  }
#endif
