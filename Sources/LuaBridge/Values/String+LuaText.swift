extension String {
  /// Creates a string of bytes that are valid UTF-8; `nil` for others.
  ///
  /// Most texts are ASCII, which needs no further look.
  init?(luaText bytes: UnsafeRawBufferPointer) {
    if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
      unsafe self.init(decoding: bytes, as: UTF8.self)
    } else {
      unsafe self.init(validating: bytes, as: UTF8.self)
    }
  }

  /// Creates a string of bytes that are valid UTF-8; `nil` for others.
  package init?(luaText bytes: [UInt8]) {
    self.init(luaText: bytes, in: bytes.indices)
  }

  /// Creates a string of a part of some bytes, if it is valid UTF-8.
  package init?(luaText bytes: [UInt8], in range: Range<Int>) {
    let text = unsafe bytes.withUnsafeBytes {
      unsafe String(luaText: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    guard let text else { return nil }
    self = text
  }
}
