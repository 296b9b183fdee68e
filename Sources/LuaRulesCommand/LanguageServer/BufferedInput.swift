import Foundation

/// The bytes of a stream, read as they arrive.
struct BufferedInput {
  private let descriptor: Int32
  private var buffer: ArraySlice<UInt8> = []

  private static let pieceLength = 1 << 16

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads up to a byte, or all buffered bytes if they do not contain it.
  ///
  /// - Returns: The bytes without that byte, and whether it was found; `nil` at
  ///   the end.
  mutating func part(endingWith byte: UInt8) -> (ArraySlice<UInt8>, isEnd: Bool)? {
    guard fill() else { return nil }
    guard let end = buffer.firstIndex(of: byte) else {
      defer { buffer = [] }
      return (buffer, false)
    }
    defer { buffer = buffer[(end + 1)...] }
    return (buffer[..<end], true)
  }

  /// Reads a number of bytes; returns `nil` if the stream ends before.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    var result: [UInt8] = []
    while result.count < count {
      guard fill() else { return nil }
      let part = buffer.prefix(count - result.count)
      result += part
      buffer = buffer[part.endIndex...]
    }
    return result
  }

  /// Skips a number of bytes; returns `false` if the stream ends before.
  mutating func skip(_ count: Int) -> Bool {
    var rest = count
    while rest > 0 {
      guard fill() else { return false }
      let part = buffer.prefix(rest)
      rest -= part.count
      buffer = buffer[part.endIndex...]
    }
    return true
  }

  /// Waits for bytes if the buffer is empty; returns `false` at the end.
  private mutating func fill() -> Bool {
    guard buffer.isEmpty else { return true }
    while true {
      var outcome = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { space, count in
        outcome = unsafe read(descriptor, space.baseAddress, space.count)
        count = max(outcome, 0)
      }
      if outcome < 0, errno == EINTR { continue }
      buffer = piece[...]
      return outcome > 0
    }
  }
}
