extension String {
  /// Creates a string from bytes; `nil` if they are not valid UTF-8.
  ///
  /// Most texts are ASCII, which needs no further check.
  init?(luaText bytes: UnsafeRawBufferPointer) {
    if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
      unsafe self.init(decoding: bytes, as: UTF8.self)
    } else {
      unsafe self.init(validating: bytes, as: UTF8.self)
    }
  }

  /// Creates a string from bytes; `nil` if they are not valid UTF-8.
  package init?(luaText bytes: [UInt8]) {
    self.init(luaText: bytes, in: bytes.indices)
  }

  /// Creates a string from a part of some bytes; `nil` if it is not valid UTF-8.
  package init?(luaText bytes: [UInt8], in range: Range<Int>) {
    let text = unsafe bytes.withUnsafeBytes {
      unsafe String(luaText: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    guard let text else { return nil }
    self = text
  }
}
