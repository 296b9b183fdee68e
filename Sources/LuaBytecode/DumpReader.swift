import LuaBridge

/// A reader of the primitive forms in the bytes of a dump.
///
/// It never reads past the end, and never allocates for a count that the
/// remaining bytes cannot hold.
///
/// SOURCE: `ldump.c` of Lua 5.4.4.
package struct DumpReader {
  private let bytes: [UInt8]
  package private(set) var position: Int

  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = min(position, bytes.count)
  }

  package var remaining: Int { bytes.count - position }

  @inline(__always)
  package mutating func byte() throws(DecodingFailure) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number of 7-bit groups, the most significant first; the last one
  /// has its high bit set.
  @inline(__always)
  package mutating func size() throws(DecodingFailure) -> Int {
    let first = try byte()
    // Most numbers are small.
    if first & 0x80 != 0 { return Int(first & 0x7F) }
    return try rest(of: Int(first))
  }

  private mutating func rest(of first: Int) throws(DecodingFailure) -> Int {
    var result = first
    while true {
      let next = try byte()
      guard result < Int.max >> 8 else { throw .malformed }
      result = result << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { return result }
    }
  }

  /// Reads a number that Lua stores in a C `int`.
  @inline(__always)
  package mutating func integer() throws(DecodingFailure) -> Int {
    let result = try size()
    guard result <= Int(Int32.max) else { throw .malformed }
    return result
  }

  /// Reads the number of following items, each of which has at least `minimum`
  /// bytes.
  @inline(__always)
  package mutating func count(ofAtLeast minimum: Int) throws(DecodingFailure) -> Int {
    let result = try integer()
    guard result <= remaining / minimum else { throw .truncated }
    return result
  }

  /// Reads a little-endian word of eight bytes.
  package mutating func word() throws(DecodingFailure) -> UInt64 {
    guard remaining >= 8 else { throw .truncated }
    defer { position += 8 }
    return bytes.word64(at: position)
  }

  /// Reads a little-endian word of four bytes.
  @inline(__always)
  package mutating func instruction() throws(DecodingFailure) -> Instruction {
    guard remaining >= 4 else { throw .truncated }
    defer { position += 4 }
    return Instruction(bits: bytes.word32(at: position))
  }

  /// Skips bytes.
  @inline(__always)
  package mutating func skip(_ count: Int) throws(DecodingFailure) {
    guard count <= remaining else { throw .truncated }
    position += count
  }

  /// Skips a string.
  @inline(__always)
  package mutating func skipString() throws(DecodingFailure) {
    let size = try size()
    if size > 0 { try skip(size - 1) }
  }

  /// Reads the bytes of a string, or `nil` for an absent one.
  package mutating func string() throws(DecodingFailure) -> ArraySlice<UInt8>? {
    let size = try size()
    guard size > 0 else { return nil }
    guard size - 1 <= remaining else { throw .truncated }
    defer { position += size - 1 }
    return bytes[position..<position + size - 1]
  }

  /// A constant: its type, and where its bytes are.
  package struct Constant {
    package let tag: UInt8
    package let bytes: Range<Int>

    package var isString: Bool { tag == 0x04 || tag == 0x14 }

    /// Returns the word of a number; 0 for other constants.
    package func word(in dump: [UInt8]) -> UInt64 {
      bytes.count == 8 ? dump.word64(at: bytes.lowerBound) : 0
    }
  }

  /// Skips a constant, and returns its position.
  ///
  /// SOURCE: the type tags with their variants, `lobject.h`.
  package mutating func constant() throws(DecodingFailure) -> Constant {
    let tag = try byte()
    var length = 0
    switch tag {
    case 0x00, 0x01, 0x11: break
    case 0x03, 0x13: length = 8
    case 0x04, 0x14:
      length = try size() - 1
      guard length >= 0 else { throw .malformed }
    default: throw .malformed
    }
    let start = position
    try skip(length)
    return Constant(tag: tag, bytes: start..<start + length)
  }

  /// Reads a name of the source; names are identifiers and file names, so they
  /// are text.
  package mutating func name() throws(DecodingFailure) -> String {
    guard let bytes = try string() else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads as many bytes as expected, and returns whether they are equal.
  package mutating func matches(_ expected: [UInt8]) -> Bool {
    guard remaining >= expected.count else { return false }
    for byte in expected {
      if bytes[position] != byte { return false }
      position += 1
    }
    return true
  }
}
