import Foundation
import LuaRules

/// The messages of an editor on standard input, and the messages to it on
/// standard output.
enum MessageStream {
  /// An input from the editor.
  enum Input: Sendable {
    case message(JSONValue)
    /// An invalid message, with the reason; the next message may be valid.
    case garbage(String)
    /// The end of the input; with a reason if it is inside a message, or if the
    /// next message cannot be found.
    case end(String?)
  }

  /// The maximum length of a message; a longer message is skipped.
  private static let longest = 1 << 26
  /// The maximum length of a message that is skipped.
  private static let longestPassedOver = 1 << 30

  /// Reads messages until the end, and passes on each of them.
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
        let message =
          (try? JSON.read(body, largeIntegers: .rounded))
          ?? (try? JSON.read(RepairedJSON(body).bytes, largeIntegers: .rounded))
        receive(message.map { .message(JSONValue($0)) } ?? .garbage("the message is no JSON"))
      }
    }
    receive(.end(nil))
  }

  /// Writes a message.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  static func write(_ message: JSONValue) throws { try write(message.layout.line) }

  /// Writes the text of a message.
  ///
  /// - Throws: ``Failure`` with the status `noOutput`.
  static func write(_ body: String) throws {
    var output = StandardOutput()
    try output.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    try output.flush()
  }
}
