/// Finds the numbers of things that are kept elsewhere, by their hashes.
///
/// Things are numbered from 0 on in the order in which they are added. A dictionary would hash the
/// hashes once more, and keep a copy of each thing.
struct NumberIndex: Sendable {
  /// 1 more than a number, where its hash leads to, or next to it; 0 for none.
  ///
  /// At least half of them are free.
  private var places: [Int32] = []
  private var hashes: [UInt64] = []

  /// How many things there are.
  var count: Int { hashes.count }

  /// Makes room for so many things.
  mutating func reserveCapacity(_ count: Int) {
    hashes.reserveCapacity(count)
    resize(for: count)
  }

  /// Finds the number of a thing.
  ///
  /// - Parameters:
  ///   - hash: Its hash.
  ///   - isSame: Tells whether the thing with a number is the same.
  /// - Returns: The number; `nil` for a thing that was not added.
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

  /// Adds a thing that has no number yet.
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
