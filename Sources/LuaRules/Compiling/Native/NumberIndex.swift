/// An index of items that are stored elsewhere, which finds their numbers by
/// hash.
///
/// Items are numbered from 0 in the order in which they are added. A dictionary would hash the
/// hashes once more, and keep a copy of each item.
struct NumberIndex: Sendable {
  /// The numbers plus 1 at the places of their hashes, with linear probing; 0
  /// for an empty place.
  ///
  /// At least half of the places are empty.
  private var places: [Int32] = []
  private var hashes: [UInt64] = []

  /// The number of items.
  var count: Int { hashes.count }

  /// Reserves capacity for a number of items.
  mutating func reserveCapacity(_ count: Int) {
    hashes.reserveCapacity(count)
    resize(for: count)
  }

  /// Returns the number of an item.
  ///
  /// - Parameters:
  ///   - hash: The hash of the item.
  ///   - isSame: Returns whether the item with a number is the same.
  /// - Returns: The number; `nil` if the item was not added.
  @inline(__always)
  func number(hash: UInt64, _ isSame: (Int) -> Bool) -> Int? {
    guard !places.isEmpty else { return nil }
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if hashes[number] == hash, isSame(number) { return number }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds an item that has no number yet.
  mutating func add(hash: UInt64) {
    resize(for: hashes.count + 1)
    hashes.append(hash)
    insert(number: hashes.count - 1)
  }

  private mutating func resize(for count: Int) {
    guard 2 * count > places.count else { return }
    var capacity = max(8, places.count)
    while capacity < 2 * count { capacity *= 2 }
    places = Array(repeating: 0, count: capacity)
    for number in hashes.indices { insert(number: number) }
  }

  private mutating func insert(number: Int) {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hashes[number]) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = Int32(clamping: number + 1)
  }
}
