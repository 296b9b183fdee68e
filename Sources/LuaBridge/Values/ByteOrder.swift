import CLuaSupport

// Names are ordered and told apart by their bytes, as Lua does; Swift's own
// comparison of strings knows canonical equivalence.

extension String {
  /// Returns whether the bytes come before those of another string.
  @inlinable
  package func precedesInBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension [UInt8] {
  /// Returns the four bytes at a position as a number, the least significant first.
  @inlinable
  package func word32(at position: Int) -> UInt32 {
    precondition(position >= 0 && count - position >= 4)
    return unsafe withUnsafeBytes {
      unsafe UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }
  }

  /// Returns the eight bytes at a position as a number, the least significant first.
  @inlinable
  package func word64(at position: Int) -> UInt64 {
    precondition(position >= 0 && count - position >= 8)
    return unsafe withUnsafeBytes {
      unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  /// Returns whether the bytes in a range are those in a range of another array.
  package func hasSame(in range: Range<Int>, as other: [UInt8], in otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    precondition(otherRange.lowerBound >= 0 && otherRange.upperBound <= other.count)
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { otherBytes in
        guard let start = bytes.baseAddress, let otherStart = otherBytes.baseAddress
        else { return true }
        return unsafe lrs_hasSameBytes(
          start + range.lowerBound, otherStart + otherRange.lowerBound, range.count)
      }
    }
  }
}

extension Sequence<String> {
  /// The strings in the order of their bytes.
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
