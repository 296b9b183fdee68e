import Foundation

/// The messages of an editor on standard input, and those to it on standard output.
enum MessageStream {
  /// What came in.
  enum Input: Sendable {
    case message(JSONValue)
    /// A message that is no JSON.
    case garbage
    case end
  }

  /// How long a message may be; what is longer is taken for nonsense.
  private static let longest = 1 << 26

  /// Reads messages until there are no more, and hands each on.
  static func read(_ receive: (Input) -> Void) {
    let reader = Reader()
    while let length = reader.header() {
      guard let length, length <= longest else {
        receive(.garbage)
        continue
      }
      guard let body = reader.bytes(length) else { break }
      if let message = try? JSONDecoder().decode(JSONValue.self, from: body) {
        receive(.message(message))
      } else {
        receive(.garbage)
      }
    }
    receive(.end)
  }

  /// Writes a message.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  static func write(_ message: JSONValue) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = try encoder.encode(message)
    var output = StandardOutput()
    try output.write(
      "Content-Length: \(body.count)\r\n\r\n\(String(decoding: body, as: UTF8.self))")
    try output.flush()
  }

  /// Never reads further than it has to, since more may not come for long.
  private struct Reader {
    /// How long a line of a header may be.
    private static let longestLine = 1 << 12

    /// The next header: the length that it gives, or an inner `nil` when it gives none.
    ///
    /// Outside `nil` at the end of the input.
    func header() -> Int?? {
      var length: Int?
      var isEmpty = true
      while let line = line() {
        if line.isEmpty {
          // Empty lines between messages do no harm.
          if isEmpty { continue }
          return .some(length)
        }
        isEmpty = false
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == "content-length" {
          length = Int(parts[1].trimmingCharacters(in: .whitespaces)).flatMap { $0 >= 0 ? $0 : nil }
        }
      }
      return nil
    }

    private func line() -> String? {
      var line: [UInt8] = []
      while let byte = bytes(1)?.first {
        if byte == UInt8(ascii: "\n") {
          if line.last == UInt8(ascii: "\r") { line.removeLast() }
          return String(decoding: line, as: UTF8.self)
        }
        if line.count < Self.longestLine { line.append(byte) }
      }
      return nil
    }

    func bytes(_ count: Int) -> Data? {
      var body = Data()
      while body.count < count {
        guard let data = try? FileHandle.standardInput.read(upToCount: count - body.count),
          !data.isEmpty
        else { return nil }
        body.append(data)
      }
      return body
    }
  }
}
