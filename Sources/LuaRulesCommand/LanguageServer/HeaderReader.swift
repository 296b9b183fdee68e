/// Reads the headers of messages, and finds the next header after an invalid
/// one.
///
/// SOURCE: the base protocol of the Language Server Protocol: lines of a name, a
/// colon and a value; an empty line ends the header.
struct HeaderReader {
  private var input: BufferedInput
  /// Whether a header had too many lines, which is reported once.
  private var isPassingOver = false

  /// A parsed header.
  enum Header {
    /// The length of the message in bytes.
    case length(Int)
    /// An invalid header, with the reason.
    case bad(String)
  }

  /// The maximum length of a header line.
  ///
  /// Of a longer line only the end is examined: after a message that was not
  /// understood, the next header follows on the same line.
  private static let longestLine = 1 << 12
  /// The maximum number of lines of a header.
  private static let longestHeader = 64
  private static let lengthName = Array("content-length:".utf8)

  init(_ input: BufferedInput) {
    self.input = input
  }

  /// Reads the next header; returns `nil` at the end of the input.
  mutating func header() -> Header? {
    var length: Int?
    var reason = "the header has no Content-Length"
    var count = 0
    while let line = line() {
      if line.isEmpty {
        // Empty lines between messages are allowed.
        if count == 0 { continue }
        if isPassingOver, length == nil {
          isPassingOver = false
          count = 0
          continue
        }
        isPassingOver = false
        return length.map { .length($0) } ?? .bad(reason)
      }
      count += 1
      if count > Self.longestHeader, !isPassingOver {
        isPassingOver = true
        return .bad("the header has more than \(Self.longestHeader) lines")
      }
      guard let value = Self.lengthText(in: line) else { continue }
      length = Int(value).flatMap { $0 >= 0 ? $0 : nil }
      if length == nil { reason = "the header's Content-Length is no number of bytes" }
    }
    return nil
  }

  mutating func bytes(_ count: Int) -> [UInt8]? { input.bytes(count) }

  mutating func skip(_ count: Int) -> Bool { input.skip(count) }

  /// Returns the text behind the last `Content-Length:` of a line.
  private static func lengthText(in line: [UInt8]) -> String? {
    let name = lengthName
    guard line.count >= name.count else { return nil }
    for start in (0...(line.count - name.count)).reversed()
    where line[start] | 0x20 == name[0]
      && line[start..<start + name.count].lazy.map({ $0 == 0x2D || $0 == 0x3A ? $0 : $0 | 0x20 })
        .elementsEqual(name)
    {
      let value = line[(start + name.count)...].drop { $0 == 0x20 || $0 == 0x09 }
      let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? value.startIndex - 1
      return String(decoding: value[...end], as: UTF8.self)
    }
    return nil
  }

  /// Returns the next line without its line break, or the last part of a long
  /// line.
  private mutating func line() -> [UInt8]? {
    var line: [UInt8] = []
    while let (part, isEnd) = input.part(endingWith: UInt8(ascii: "\n")) {
      line += part.suffix(Self.longestLine)
      if line.count > 2 * Self.longestLine {
        line.removeFirst(line.count - Self.longestLine)
      }
      if isEnd {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
    }
    return nil
  }
}
