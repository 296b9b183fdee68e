import LuaBridge

/// The results of reads, in one evaluation, of values that may change between two reads.
///
/// Lua caches what it has read from host objects, and native code reads the same objects. Here both
/// get the result of the first read. Members that are stored in a value cannot change, and
/// are not here.
struct SharedReads {
  /// What was read: a key, or a member of a view.
  struct Place: Hashable {
    enum Step: Hashable {
      case root(isSecret: Bool)
      /// A key whose name has no number.
      case unnumbered(ByteName, isSecret: Bool)
      case position(UInt32)
      case name(ByteName)
      case index(Int64)
    }

    /// The object that was read; see ``ViewedObject/origin``.
    let origin: UInt64
    let step: Step
  }

  /// The first results; the list keeps its memory from evaluation to evaluation.
  private var list: [(place: Place, push: LuaPush)] = []
  /// All further results.
  private var table: [Place: LuaPush] = [:]

  private static let listLength = 12

  subscript(place: Place) -> LuaPush? {
    get {
      if let entry = list.first(where: { $0.place == place }) { return entry.push }
      return table.isEmpty ? nil : table[place]
    }
    set {
      // Lua does not cache `nil` and asks again.
      guard let newValue else { return }
      if case .value(.nil) = newValue { return }
      note(newValue, at: place)
    }
  }

  /// Stores a result, also `nil`, so that the next read gets `nil` too.
  mutating func note(_ push: LuaPush, at place: Place) {
    if list.count < Self.listLength {
      list.append((place, push))
    } else {
      table[place] = push
    }
  }

  mutating func removeAll() {
    // For a short list, removing one element after the other is faster than removing all.
    while !list.isEmpty { list.removeLast() }
    if !table.isEmpty { table = [:] }
  }

  /// The origin that stands for a key, as the Lua code of one model reads it.
  static func origin(of key: KeyID, modelIndex: Int) -> UInt64 {
    1 << 63 | UInt64(UInt32(clamping: modelIndex)) << 32 | UInt64(key.number)
  }

  /// The key that an origin stands for; `nil` for another object.
  static func key(of origin: UInt64) -> KeyID? {
    origin >> 63 == 1 ? KeyID(number: UInt32(truncatingIfNeeded: origin)) : nil
  }
}

extension SharedReads.Place {
  /// A key, as the Lua code of one model reads it.
  init(_ key: KeyID, modelIndex: Int, isSecret: Bool) {
    origin = SharedReads.origin(of: key, modelIndex: modelIndex)
    step =
      key.number != 0
      ? .root(isSecret: isSecret) : .unnumbered(ByteName(key.name), isSecret: isSecret)
  }
}
