import Foundation
import LuaRules

/// The messages of an editor on standard input, and those to it on standard output.
enum MessageStream {
  /// What came in.
  enum Input: Sendable {
    case message(JSONValue)
    /// What is no message, and why; what follows may be one.
    case garbage(String)
    /// The end: that of the input, or, with the reason, where nobody knows any more
    /// where a message begins.
    case end(String?)
  }

  /// How long a message may be; what is longer is passed over.
  private static let longest = 1 << 26
  /// How long a message may be that is passed over.
  private static let longestPassedOver = 1 << 30

  /// Reads messages until there are no more, and hands each on.
  static func read(_ receive: (Input) -> Void) {
    var input = HeaderReader(BufferedInput(STDIN_FILENO))
    while let header = input.header() {
      switch header {
      case .bad(let reason): receive(.garbage(reason))
      case .length(let length) where length > longestPassedOver:
        return receive(.end("a message of \(length) bytes is too long to be passed over"))
      case .length(let length) where length > longest:
        guard input.skip(length) else { return receive(.end("the input ends in a message")) }
        receive(.garbage("the message has \(length) bytes; at most \(longest) are read"))
      case .length(let length):
        guard let body = input.bytes(length) else {
          return receive(.end("the input ends in a message"))
        }
        let message = try? JSON.read(body, largeIntegers: .rounded)
        receive(message.map { .message(JSONValue($0)) } ?? .garbage("the message is no JSON"))
      }
    }
    receive(.end(nil))
  }

  /// Writes a message.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  static func write(_ message: JSONValue) throws {
    let body = message.layout.line
    var output = StandardOutput()
    try output.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    try output.flush()
  }
}
