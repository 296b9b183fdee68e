import CLuaSupport

/// Reads set values without retaining them.
///
/// INVARIANT: used only while the caller keeps the values alive and nobody changes them.
@safe @usableFromInline package struct EntryReader {
  private let entries: UnsafeMutablePointer<LRSEntry>?
  /// The number of values.
  @usableFromInline package let count: Int

  /// Creates a reader without values.
  @usableFromInline package init() {
    unsafe entries = nil
    count = 0
  }

  @inline(__always)
  init(_ entries: UnsafeMutablePointer<LRSEntry>?, _ count: Int) {
    unsafe self.entries = entries
    self.count = count
  }

  /// The entries for C code.
  var list: LRSEntries {
    unsafe LRSEntries(first: entries, count: count, withheld: LRSNumbers(first: nil, count: 0))
  }

  @inline(__always)
  func key(at index: Int) -> UInt32 { unsafe entries?[index].key ?? 0 }

  /// Returns the index of a key, or the index at which it would be inserted.
  @inline(__always)
  func place(of number: UInt32) -> Int {
    guard let entries = unsafe entries else { return 0 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if unsafe entries[middle].key < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func index(of number: UInt32) -> Int? {
    let place = place(of: number)
    return place < count && key(at: place) == number ? place : nil
  }

  /// Returns the set value of the key with a number.
  @inline(__always)
  @usableFromInline package func value(of number: UInt32) -> LaidOutValue? {
    guard let entries = unsafe entries, let index = index(of: number) else { return nil }
    return unsafe LaidOutValue(
      at: EntryBuffer.address(entries + index), entries[index].layout)
  }

  /// Copies the value of a key into a place; returns whether the key is set.
  @inline(__always)
  @usableFromInline package func fill(_ place: borrowing VacantPlace, withValueOf number: UInt32)
    -> Bool
  {
    guard let value = value(of: number) else { return false }
    place.put(copyOf: value)
    return true
  }
}
