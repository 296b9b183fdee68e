import Foundation

/// The lines of a file, read in pieces.
struct InputLines {
  /// The number of the last line that was read, from 1.
  private(set) var number = 0

  private let file: InputFile
  private var buffer: ArraySlice<UInt8> = []
  private var hasBegun = false
  private var isAtEnd = false

  private static let pieceLength = 1 << 16

  init(_ file: InputFile) {
    self.file = file
  }

  /// Whether the next line is available without waiting for the file.
  var hasNext: Bool { isAtEnd || buffer.contains(UInt8(ascii: "\n")) }

  /// Reads the next line, without its line break; returns `nil` after the last
  /// one.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  mutating func next() throws -> ArraySlice<UInt8>? {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = buffer[(end + 1)...] }
        number += 1
        return buffer[..<end]
      }
      guard !isAtEnd else { break }
      let searchedLength = buffer.count
      if let piece = try nextPiece() {
        buffer += piece
      } else {
        isAtEnd = true
      }
      searched = buffer.startIndex + searchedLength
    }
    guard !buffer.isEmpty else { return nil }
    defer { buffer = [] }
    number += 1
    return buffer
  }

  private mutating func nextPiece() throws -> Data? {
    guard file.isStandardInput else { return try file.bytes(upTo: Self.pieceLength) }
    defer { hasBegun = true }
    return hasBegun ? file.availableBytes() : try file.bytes(upTo: 1)
  }
}
