#if Service
  import LuaBridge

  /// Makes the tags that say whether an answer may have changed.
  struct EntityTags: Sendable {
    /// Another number for each process: generations begin at 1 in each.
    private let process = UInt64.random(in: .min ... .max)

    /// Returns what names a generation of this process.
    func identifier(of generation: Int) -> String {
      "\(String(process, radix: 16))-\(generation)"
    }

    /// Returns the tag of a question, which stays the same until the rules change.
    ///
    /// The order of members in the JSON of the context has no influence.
    func tag(ofQuestion values: LuaTable, generation: Int) -> String {
      var hasher = Hasher()
      hasher.combine(0)
      hasher.combine(.table(values))
      return tag(hasher, generation)
    }

    /// Returns the tag of all answers to a question.
    func tag(of digest: AnswerDigest, generation: Int) -> String {
      tag(digest.hasher, generation)
    }

    private func tag(_ hasher: Hasher, _ generation: Int) -> String {
      var hasher = hasher
      hasher.combine(process)
      hasher.combine(generation)
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

  /// The answers to a question, for a tag.
  ///
  /// A flag that failed counts by its code: what its details say may differ each time.
  struct AnswerDigest: Sendable {
    fileprivate var hasher = Hasher()

    init() { hasher.combine(1) }

    mutating func add(_ answer: FlagAnswer) {
      hasher.combine(text: answer.key)
      hasher.combine(answer.reason)
      hasher.combine(text: answer.variant)
      hasher.combine(answer.value == nil)
      hasher.combine(text: answer.value ?? "")
      hasher.combine(answer.failure?.code)
    }

    mutating func add(_ failure: FlagFailure, key: String) {
      hasher.combine(text: key)
      hasher.combine(failure.code)
    }
  }

  extension Hasher {
    /// Adds the bytes of a text: Swift counts two ways to write the same letter as one.
    fileprivate mutating func combine(text: String) { combine(Array(text.utf8)) }

    fileprivate mutating func combine(_ value: LuaValue) {
      switch value {
      case .nil, .null, .function: combine(2)
      case .boolean(let flag): combine(flag)
      case .integer(let number): combine(number)
      case .number(let number): combine(number)
      case .string(let text): combine(text: text)
      case .bytes(let bytes): combine(bytes)
      case .object(let handle): combine(handle)
      case .table(let table):
        combine(table.isObject)
        combine(table.elements.count)
        for element in table.elements { combine(element) }
        // They are in byte order of their names.
        combine(table.fields.count)
        for (name, value) in table.fields {
          combine(text: name)
          combine(value)
        }
      }
    }
  }
#endif
