/// A JSON text in which half characters are replaced, which editors in JavaScript
/// write: a minimal edit may cut a character of two UTF-16 units.
///
/// A message that is not understood would leave an older text for all later edits.
struct RepairedJSON {
  private(set) var bytes: [UInt8]

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: [UInt8]) {
    // Invalid UTF-8 becomes U+FFFD, too.
    bytes = Array(String(decoding: text, as: UTF8.self).utf8)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      guard let unit = unit(at: position) else {
        position += 2
        continue
      }
      if UTF16.isLeadSurrogate(unit), let next = self.unit(at: position + 6),
        UTF16.isTrailSurrogate(next)
      {
        position += 12
        continue
      }
      if UTF16.isSurrogate(unit) {
        bytes.replaceSubrange(position..<position + 6, with: "\\ufffd".utf8)
      }
      position += 6
    }
  }

  /// The UTF-16 unit of an escape at a position: `\u1234`.
  private func unit(at position: Int) -> UInt16? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16)
  }
}
