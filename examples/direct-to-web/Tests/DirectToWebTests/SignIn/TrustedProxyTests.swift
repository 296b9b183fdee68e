import HTTPTypes
import Testing

@testable import DirectToWeb

@Suite struct TrustedProxyTests {
  private static let forwarded: [(peer: String, lines: [String], client: String)] = [
    ("127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
    // What the client itself claims stands further left.
    ("127.0.0.1", ["10.0.0.1, 203.0.113.7"], "203.0.113.7"),
    ("::1", ["10.0.0.1", "10.0.0.2,203.0.113.7:5123"], "203.0.113.7"),
    ("::ffff:127.0.0.1", ["[2001:DB8::1]:443"], "2001:db8::1"),
    ("127.0.0.1", ["2001:db8::1"], "2001:db8::1"),
    ("127.0.0.1", [], "127.0.0.1"), ("127.0.0.1", ["unknown"], "127.0.0.1"),
    ("127.0.0.1", ["203.0.113.7,"], "127.0.0.1"), ("127.0.0.1", ["<b>"], "127.0.0.1"),
    ("203.0.113.9", ["10.0.0.1"], "203.0.113.9"), ("", ["10.0.0.1"], ""),
  ]

  @Test(arguments: forwarded)
  func `only the last entry of a trusted proxy counts`(
    peer: String, lines: [String], client: String
  ) throws {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    let headers = HTTPFields(lines.map { HTTPField(name: name, value: $0) })
    #expect(TrustedProxy().client(of: peer, headers) == client)
  }

  @Test(arguments: [
    ("127.0.0.1", ["ann"], "ann"), ("127.0.0.1", [], nil), ("127.0.0.1", ["ann", "bob"], nil),
    ("203.0.113.9", ["ann"], nil),
  ])
  func `a user is named by the proxy alone, and once`(
    peer: String, lines: [String], user: String?
  ) throws {
    let name = try #require(HTTPField.Name("X-Remote-User"))
    let headers = HTTPFields(lines.map { HTTPField(name: name, value: $0) })
    #expect(TrustedProxy(userHeader: "x-remote-user").user(of: peer, headers) == user)
    #expect(TrustedProxy().user(of: peer, headers) == nil)
  }
}
