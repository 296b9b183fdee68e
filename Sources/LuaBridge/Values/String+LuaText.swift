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
    let text = unsafe bytes.withUnsafeBytes { unsafe String(luaText: $0) }
    guard let text else { return nil }
    self = text
  }
}
