import CLuaSupport

// Numbers and texts in the bytes of a dump.

extension [UInt8] {
  /// Returns the four bytes at a position as a little-endian number.
  @inlinable
  package func word32(at position: Int) -> UInt32 {
    precondition(position >= 0 && count - position >= 4)
    return unsafe withUnsafeBytes {
      unsafe UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }
  }

  /// Returns the eight bytes at a position as a little-endian number.
  @inlinable
  package func word64(at position: Int) -> UInt64 {
    precondition(position >= 0 && count - position >= 8)
    return unsafe withUnsafeBytes {
      unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  /// Returns whether the bytes from `start` on equal those in a range of another array.
  package func hasSame(
    from start: Int, as other: [UInt8], in otherRange: Range<Int>
  ) -> Bool {
    guard start >= 0, otherRange.count <= count - start else { return false }
    return hasSame(in: start..<start + otherRange.count, as: other, in: otherRange)
  }

  /// Returns whether the bytes are those of a string.
  package func hasSameBytes(as text: String) -> Bool { hasSame(in: indices, as: text) }

  /// Returns whether the bytes in a range are those of a string.
  package func hasSame(in range: Range<Int>, as text: String) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard range.count == text.utf8.count else { return false }
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { textBytes in
      unsafe withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, let textStart = textBytes.baseAddress
        else { return true }
        return unsafe lrs_hasSameBytes(start + range.lowerBound, textStart, textBytes.count)
      }
    }
    // Bridged strings may have no contiguous storage.
    return isSame ?? self[range].elementsEqual(text.utf8)
  }

  /// Returns whether the bytes in a range equal those in a range of another array.
  ///
  /// Swift's own comparison goes byte by byte, which would slow loading down measurably.
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
