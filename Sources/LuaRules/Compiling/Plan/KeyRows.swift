import LuaBridge

/// The rows of an index by values, found by Lua's equality: 7 and 7.0 are one
/// key.
///
/// All tables of an index are stored in the same two arrays. A lookup copies no
/// table, so it does not retain storage that threads share. A value is hashed
/// once, and most misses need no comparison.
struct KeyRows: Sendable {
  /// One hash table: where its places begin, and the mask for them.
  struct Table: Sendable {
    let start: Int32
    let mask: Int32
    /// The number of bytes of the longest key: a longer text is never a key.
    let longestKey: Int32

    /// Returns the cost of looking up a value.
    @inline(__always)
    func cost(ofFinding value: NativeValue) -> Int {
      guard longestKey > NativeCost.shortText else { return 1 }
      let count = value.byteCount
      return count > longestKey ? 1 : 1 + NativeCost.ofBytes(count)
    }
  }

  private struct Entry: Sendable {
    let hash: UInt64
    let key: NativeKey
    let row: CandidateIndex.Row
  }

  /// The numbers of entries at the places of their hashes, with linear probing;
  /// from 1, 0 for an empty place.
  private var places: [Int32] = []
  private var entries: [Entry] = []
  private let seed = LuaTextHash.seed

  /// Adds a table; each key must come from ``NativeKey/init(kept:)`` and occur
  /// once.
  mutating func add(_ rows: [(key: NativeKey, row: CandidateIndex.Row)]) -> Table {
    var count = 4
    while count < 2 * rows.count { count *= 2 }
    let start = places.count
    places += repeatElement(0, count: count)
    var longest = 0
    for (key, row) in rows {
      longest = max(longest, key.byteCount)
      let hash = key.hash(seed: seed)
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while places[start + place] != 0 { place = (place + 1) & (count - 1) }
      entries.append(Entry(hash: hash, key: key, row: row))
      places[start + place] = Int32(clamping: entries.count)
    }
    return Table(
      start: Int32(clamping: start), mask: Int32(clamping: count - 1),
      longestKey: Int32(clamping: longest))
  }

  /// Returns the row for a value; `nil` if there is none.
  func row(for value: NativeValue, in table: Table) -> CandidateIndex.Row? {
    // A text, the most frequent value, is compared as it is, without a key of its own.
    if case .string(let text) = value {
      guard text.utf8.count <= table.longestKey else { return nil }
      return row(hash: LuaTextHash.of(text, seed: seed), in: table) { $0.isText(text) }
    }
    // Views, and NaN, have no key: they are not equal to any constant.
    guard let key = NativeKey(value), key.byteCount <= table.longestKey else { return nil }
    return row(hash: key.hash(seed: seed), in: table) { $0 == key }
  }

  @inline(__always)
  private func row(
    hash: UInt64, in table: Table, _ isKey: (NativeKey) -> Bool
  ) -> CandidateIndex.Row? {
    let start = Int(table.start)
    let mask = Int(table.mask)
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[start + place] != 0 {
      let number = Int(places[start + place]) - 1
      if entries[number].hash == hash, isKey(entries[number].key) { return entries[number].row }
      place = (place + 1) & mask
    }
    return nil
  }
}
