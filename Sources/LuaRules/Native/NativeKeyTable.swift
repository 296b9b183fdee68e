import LuaBridge

/// Things by a value, found by Lua's equality: 7 and 7.0 are one key.
///
/// Faster than a dictionary: the value is hashed as it is, once, and most
/// misses end without a comparison.
struct NativeKeyTable<Element: Sendable>: Sendable {
  private struct Entry: Sendable {
    let hash: UInt64
    let key: NativeKey
    let element: Element
  }

  /// Numbers of entries, from 1 on, where their hashes lead to, or next to it; 0 for none.
  private var places: [Int32] = []
  private var entries: [Entry] = []
  private let seed = LuaTextHash.seed

  /// Creates a table; keys must be ``NativeKey/init(kept:)``'s.
  init(_ content: some Collection<(NativeKey, Element)>) {
    var count = 4
    while count < 2 * content.count { count *= 2 }
    places = Array(repeating: 0, count: count)
    entries.reserveCapacity(content.count)
    for (key, element) in content {
      let hash = Self.hash(of: key, seed: seed)
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while places[place] != 0 { place = (place + 1) & (count - 1) }
      entries.append(Entry(hash: hash, key: key, element: element))
      places[place] = Int32(clamping: entries.count)
    }
  }

  /// Returns the element for a value; `nil` for none.
  subscript(value: NativeValue) -> Element? {
    // Views, and NaN, have no key: they are equal to no constant.
    guard let key = NativeKey(value) else { return nil }
    let hash = Self.hash(of: key, seed: seed)
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if entries[number].hash == hash, entries[number].key == key {
        return entries[number].element
      }
      place = (place + 1) & mask
    }
    return nil
  }

  @inline(__always)
  private static func hash(of key: NativeKey, seed: UInt64) -> UInt64 {
    switch key {
    case .string(let text): LuaTextHash.of(text.string, seed: seed)
    case .integer(let value): LuaTextHash.of(UInt64(bitPattern: value), seed: seed &+ 1)
    case .float(let value): LuaTextHash.of(value.bitPattern, seed: seed &+ 2)
    case .nil: LuaTextHash.of(0, seed: seed &+ 3)
    case .null: LuaTextHash.of(1, seed: seed &+ 3)
    case .boolean(let value): LuaTextHash.of(value ? 2 : 3, seed: seed &+ 3)
    case .bytes(let bytes): LuaTextHash.of(bytes, seed: seed)
    }
  }
}
