/// A hash of strings by their bytes, as Lua compares them.
@usableFromInline package enum LuaTextHash {
  /// Random for each process, so that an attacker cannot prepare colliding strings.
  @usableFromInline package static let seed = UInt64.random(in: 0...(.max))

  /// Returns the hash of a string.
  ///
  /// - Complexity: O(*n*) in the number of bytes, eight at a time.
  @usableFromInline package static func of(_ text: String, seed: UInt64) -> UInt64 {
    let hash = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe of(UnsafeRawBufferPointer(bytes), seed: seed)
    }
    // Bridged strings may have no contiguous storage.
    return hash ?? of(Array(text.utf8), seed: seed)
  }

  /// Returns the hash of a string that is given as bytes.
  @usableFromInline package static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe of($0, seed: seed) }
  }

  /// Returns the hash of a part of some bytes.
  @usableFromInline package static func of(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64)
    -> UInt64
  {
    unsafe bytes.withUnsafeBytes {
      unsafe of(UnsafeRawBufferPointer(rebasing: $0[range]), seed: seed)
    }
  }

  /// Returns the hash of a number.
  @usableFromInline package static func of(_ number: UInt64, seed: UInt64) -> UInt64 {
    mix(number ^ seed, 0x9E37_79B9_7F4A_7C15)
  }

  private static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mix(hash ^ word, 0xA076_1D64_78BD_642F)
      offset += 8
    }
    var word: UInt64 = 0
    while offset < bytes.count {
      unsafe word = word << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(hash ^ word, 0xE703_7ED1_A0B4_28DB)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
