import CLuaSupport

// Names are ordered and compared by their bytes, as in Lua; Swift's own
// comparison of strings uses canonical equivalence.

extension String {
  /// Returns whether the bytes come before those of another string.
  @inlinable
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension String {
  /// Whether the string has the same bytes as another one.
  ///
  /// - Complexity: O(*n*) in the number of bytes; several bytes are compared at once.
  @usableFromInline
  package func hasSameBytes(as other: String) -> Bool {
    if isSameInMemory(as: other) { return true }
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe other.utf8.withContiguousStorageIfAvailable { otherBytes in
        guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress
        else { return true }
        return unsafe lrs_hasSameBytes(start, otherStart, count)
      }
    }
    // Bridged strings may have no contiguous storage.
    return isSame?.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether both have the same representation in memory; true for equal short strings.
  private func isSameInMemory(as other: String) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
    return unsafe unsafeBitCast(self, to: (UInt64, UInt64).self)
      == unsafeBitCast(other, to: (UInt64, UInt64).self)
  }

  /// The same as `precedesInBytes(_:)`, faster for long strings.
  package func precedesInLongBytes(_ other: String) -> Bool {
    let order = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe other.utf8.withContiguousStorageIfAvailable { otherBytes -> Bool in
        guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress
        else { return bytes.count < otherBytes.count }
        let order = unsafe lrs_compareBytes(start, otherStart, min(bytes.count, otherBytes.count))
        return order == 0 ? bytes.count < otherBytes.count : order < 0
      }
    }
    return order?.flatMap(\.self) ?? precedesInBytes(other)
  }
}

extension Sequence<String> {
  /// The strings in byte order.
  package func sortedByBytes() -> [String] {
    sorted { $0.precedesInBytes($1) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the position of the element with a name, in a collection in byte
  /// order of names.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  package func position(ofName name: String, in nameOf: (Element) -> String) -> Int? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if nameOf(self[middle]).precedesInBytes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < endIndex, nameOf(self[low]).utf8.elementsEqual(name.utf8) else { return nil }
    return low
  }
}
