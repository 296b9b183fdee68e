import Testing

/// What the language server makes of headers that are none.
struct LanguageServerHeaderTests {
  private static let body = #"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover"}"#

  private func run<Result>(_ body: (LanguageServerRun) throws -> Result) throws -> Result {
    let files = try TemporaryFolder()
    return try withExtendedLifetime(files) { try body(try LanguageServerRun(in: files.url)) }
  }

  private func errorMessage(_ message: [String: Any]) -> String? {
    (message["error"] as? [String: Any])?["message"] as? String
  }

  @Test(arguments: [
    ("Content-Type: x\r\n\r\n", "the header has no Content-Length"),
    ("\u{1}\u{2} junk\n\n", "the header has no Content-Length"),
    (
      "Content-Length: x\r\n\r\n", "the header's Content-Length is no number of bytes"
    ),
    ("Content-Length: -5\r\n\r\n", "the header's Content-Length is no number of bytes"),
    (
      "Content-Length: 99999999999999999999\r\n\r\n",
      "the header's Content-Length is no number of bytes"
    ),
    ("Content-Length:\r\n\r\n", "the header's Content-Length is no number of bytes"),
    (String(repeating: "a: b\r\n", count: 10_000) + "\r\n", "the header has more than 64 lines"),
    (String(repeating: "a", count: 9000) + "\r\n\r\n", "the header has no Content-Length"),
  ])
  func `a bad header is told, and the next message is found`(
    header: String, reason: String
  ) throws {
    try run { server in
      for _ in 0..<3 {
        // What follows is no message, as nobody knows how long it is; and no line either.
        try server.raw(header + Self.body)
        #expect(errorMessage(try server.receive()) == reason)
        while true {
          try server.raw("content-length:  \(Self.body.utf8.count) \r\n\r\n" + Self.body)
          let answer = try server.receive()
          if answer["id"] as? Int == 7 { break }
          #expect(errorMessage(answer)?.contains("Content-Length") == true)
        }
      }
      #expect(try server.end() == 0)
    }
  }

  @Test func `a long line of a header costs a look at its bytes`() throws {
    try run { server in
      try server.raw("X: " + String(repeating: "a", count: 10_000_000) + "\r\n\r\n")
      #expect(errorMessage(try server.receive()) == "the header has no Content-Length")
      #expect(try server.request("textDocument/nothing", [:])["error"] != nil)
      // One call for each byte would be 10,000,000 of them; a pipe gives 4 KB at least.
      if let calls = server.readCalls { #expect(calls < 10_000) }
      #expect(try server.end() == 0)
    }
  }

  @Test func `a message that is too long is passed over`() throws {
    try run { server in
      let length = (1 << 26) + 1
      try server.raw("Content-Length: \(length)\r\n\r\n" + String(repeating: " ", count: length))
      #expect(
        errorMessage(try server.receive())
          == "the message has \(length) bytes; at most 67108864 are read")
      #expect(try server.request("textDocument/nothing", [:])["error"] != nil)
      #expect(try server.end() == 0)
    }
  }

  @Test func `a message without an end ends the server, which says why`() throws {
    try run { server in
      try server.raw("Content-Length: 9223372036854775807\r\n\r\n{")
      #expect(
        errorMessage(try server.receive())
          == "a message of 9223372036854775807 bytes is too long to be passed over")
      #expect(server.awaitEnd() == 1)
    }
  }
}
