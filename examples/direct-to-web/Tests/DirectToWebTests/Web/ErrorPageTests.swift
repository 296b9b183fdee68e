import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import DirectToWeb

/// Errors that no page makes: addresses that lead nowhere, bodies that are too large, other sites.
@Suite struct ErrorPageTests {
  private let database: TemporaryDatabase

  init() throws {
    database = try TemporaryDatabase("CREATE TABLE secret_film (id INTEGER PRIMARY KEY, t TEXT);")
  }

  private static let cases: [(HTTPRequest.Method, String, [(String, String)], Int, String)] = [
    (.post, "/nothing", [], 404, "There is no such page"),
    (.get, "/assets/nothing.js", [], 404, "There is no such page"),
    (.post, "/table/secret_film/new", [("X-Size", "3000000")], 413, "This is too large"),
    (
      .post, "/table/secret_film/new", [("Sec-Fetch-Site", "cross-site")], 403,
      "This form comes from another site"
    ),
    (.post, "/table/secret_film/new", [("X-Size", "1")], 400, "This request cannot be read"),
  ]

  @Test(arguments: cases)
  func `an error is a page for browsers and a line for programs`(
    method: HTTPRequest.Method, path: String, fields: [(String, String)], status: Int, text: String
  ) async throws {
    let fixture = try await SiteFixture(database.path)
    for (accept, type) in [
      ("text/html,application/xhtml+xml", "text/html"), ("*/*", "text/html"), ("", "text/html"),
      ("application/json", "text/plain"),
    ] {
      var headers = HTTPFields()
      for (name, value) in fields { headers[named: name] = value }
      if !accept.isEmpty { headers[.accept] = accept }
      let size = headers[named: "X-Size"].flatMap { Int($0) } ?? 0
      let answer = try await fixture.ask(
        method, path, String(repeating: "%", count: size), headers)
      #expect(answer.status == status)
      #expect(answer.body.contains(text))
      #expect(answer.headers[.contentType]?.hasPrefix(type) == true)
      #expect(answer.headers[.contentSecurityPolicy] == SecurityHeaders.policy)
      #expect(!answer.body.contains("secret_film"))
    }
  }

  @Test(arguments: [(0, "close"), (1, nil)])
  func `a connection by HTTP 1.0 is closed after the answer`(minor: Int, word: String?) throws {
    let channel = EmbeddedChannel(handler: OldClientHandler())
    let version = HTTPVersion(major: 1, minor: minor)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/x")).wait()
    try channel.writeInbound(
      HTTPServerRequestPart.head(HTTPRequestHead(version: version, method: .GET, uri: "/")))
    let part: HTTPServerRequestPart? = try channel.readInbound()
    guard case .head(let request)? = part else {
      Issue.record("no head came through")
      return
    }
    #expect(request.headers["Connection"].first == word)
    try channel.writeOutbound(
      HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    let answer: HTTPServerResponsePart? = try channel.readOutbound()
    guard case .head(let response)? = answer else {
      Issue.record("no answer came through")
      return
    }
    #expect(response.version == version)
    #expect(channel.isActive == (minor == 1))
  }

  @Test(arguments: [(EADDRINUSE, "in use"), (EACCES, "above 1023"), (EADDRNOTAVAIL, "--host")])
  func `a port that cannot be used is told in a sentence`(number: Int32, words: String) {
    let error = DirectToWebError(
      listeningOn: "127.0.0.1", 80, IOError(errnoCode: number, reason: "bind"))
    #expect(error.code == .cannotListen)
    #expect(error.message.contains(words))
    #expect(!error.message.contains("errno"))
  }
}
