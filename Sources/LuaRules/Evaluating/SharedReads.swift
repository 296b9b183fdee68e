import LuaBridge

/// What was read in an evaluation of values that another read may find changed.
///
/// Lua remembers what it has read of the host's objects; native code reads them,
/// too. Here both find the same, whoever was first. What is stored in a value is
/// the same anyway, and is not here.
struct SharedReads {
  /// What is read: a key, or a member of a view.
  struct Place: Hashable {
    enum Step: Hashable {
      case root(isSecret: Bool)
      /// A key whose name has no number.
      case unnumbered(ByteName, isSecret: Bool)
      case position(UInt32)
      case name(ByteName)
      case index(Int64)
    }

    /// What it is read of; see ``ViewedObject/origin``.
    let origin: UInt64
    let step: Step
  }

  /// The first of them, in a list that keeps its memory from evaluation to evaluation.
  private var list: [(place: Place, push: LuaPush)] = []
  /// All others.
  private var table: [Place: LuaPush] = [:]

  private static let listLength = 12

  subscript(place: Place) -> LuaPush? {
    get {
      if let entry = list.first(where: { $0.place == place }) { return entry.push }
      return table.isEmpty ? nil : table[place]
    }
    set {
      // Lua asks again for what was nothing.
      guard let newValue else { return }
      if case .value(.nil) = newValue { return }
      note(newValue, at: place)
    }
  }

  /// Notes what was read, also where that is nothing: who reads it again finds nothing again.
  mutating func note(_ push: LuaPush, at place: Place) {
    if list.count < Self.listLength {
      list.append((place, push))
    } else {
      table[place] = push
    }
  }

  mutating func removeAll() {
    // One after the other, which for a short list takes less than to remove all.
    while !list.isEmpty { list.removeLast() }
    if !table.isEmpty { table = [:] }
  }

  /// Stands for a key, as the Lua code of one model reads it.
  static func origin(of key: KeyID, link: Int) -> UInt64 {
    1 << 63 | UInt64(UInt32(clamping: link)) << 32 | UInt64(key.number)
  }
}

extension SharedReads.Place {
  /// A key, as the Lua code of one model reads it.
  init(_ key: KeyID, link: Int, isSecret: Bool) {
    origin = SharedReads.origin(of: key, link: link)
    step =
      key.number != 0
      ? .root(isSecret: isSecret) : .unnumbered(ByteName(key.name), isSecret: isSecret)
  }
}
