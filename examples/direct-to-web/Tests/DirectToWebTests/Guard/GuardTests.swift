import HTTPTypes
import Hummingbird
import Testing

@testable import DirectToWeb

extension HTTPRequest {
  /// A request with headers from a dictionary.
  fileprivate init(
    _ method: HTTPRequest.Method, host: String?, _ headers: [String: String] = [:]
  ) {
    self.init(method: method, scheme: nil, authority: host, path: "/")
    for (name, value) in headers { headerFields[named: name] = value }
  }
}

@Suite struct CrossSiteGuardTests {
  private let rule = CrossSiteGuard(cookie: SessionCookie(isSecure: false))

  struct Case: Sendable, CustomTestStringConvertible {
    let site: String?
    let origin: String?
    var cookie: String? = "a=b; session=T"
    var host: String? = "shop.example:8080"
    let passes: Bool

    var testDescription: String {
      "\(site ?? "-") | \(origin ?? "-") | \(cookie ?? "-") | \(host ?? "-") | \(passes)"
    }
  }

  static let cases = [
    Case(site: "same-origin", origin: "http://shop.example:8080", passes: true),
    Case(site: "same-origin", origin: nil, passes: true),
    Case(site: "none", origin: nil, passes: true),
    Case(site: "same-origin", origin: "null", passes: true),
    Case(site: "same-site", origin: "http://shop.example:8080", passes: false),
    Case(site: "cross-site", origin: "http://shop.example:8080", passes: false),
    Case(site: "cross-site", origin: nil, cookie: nil, passes: false),
    Case(site: "Same-Origin", origin: nil, passes: false),
    Case(site: "same-origin, cross-site", origin: nil, passes: false),
    Case(site: "", origin: nil, cookie: nil, passes: false),
    Case(site: nil, origin: "http://shop.example:8080", passes: true),
    Case(site: nil, origin: "https://shop.example:8080", passes: true),
    Case(site: nil, origin: "http://SHOP.example:8080", passes: true),
    Case(site: nil, origin: "http://shop.example:8081", passes: false),
    Case(site: nil, origin: "http://shop.example", passes: false),
    Case(site: nil, origin: "http://evil.example:8080", passes: false),
    Case(site: nil, origin: "http://shop.example:8080.evil.example", passes: false),
    Case(site: nil, origin: "shop.example:8080", passes: false),
    Case(site: nil, origin: "ftp://shop.example:8080", passes: false),
    Case(site: nil, origin: "null", passes: false),
    Case(site: nil, origin: "", cookie: nil, passes: false),
    Case(site: nil, origin: "http://evil.example", cookie: nil, passes: false),
    Case(site: nil, origin: "https://shop.example", host: "shop.example", passes: true),
    Case(site: nil, origin: "https://shop.example", host: "shop.example:443", passes: true),
    Case(site: nil, origin: "http://shop.example:80", host: "shop.example", passes: true),
    Case(site: nil, origin: "http://shop.example:443", host: "shop.example", passes: false),
    Case(site: nil, origin: "http://", host: "", passes: true),
    Case(site: nil, origin: "http://shop.example", host: nil, passes: false),
    Case(site: nil, origin: nil, passes: false),
    Case(site: nil, origin: nil, cookie: "session=", passes: false),
    Case(site: nil, origin: nil, cookie: "a=b", passes: true),
    Case(site: nil, origin: nil, cookie: nil, passes: true),
  ]

  @Test(arguments: cases)
  func `what writes must come from this site`(_ row: Case) {
    var headers: [String: String] = [:]
    headers["Sec-Fetch-Site"] = row.site
    headers["Origin"] = row.origin
    headers["Cookie"] = row.cookie
    for method: HTTPRequest.Method in [.post, .put, .patch, .delete, .trace, .connect] {
      #expect(rule.allows(HTTPRequest(method, host: row.host, headers)) == row.passes)
    }
    for method: HTTPRequest.Method in [.get, .head, .options] {
      #expect(rule.allows(HTTPRequest(method, host: row.host, headers)))
    }
  }
}

@Suite struct HostGuardTests {
  private static let rows: [(String?, Bool)] = [
    ("localhost", true), ("localhost:8080", true), ("LOCALHOST:1", true), ("127.0.0.1:80", true),
    ("[::1]", true), ("[::1]:8080", true), ("Shop.Example", true), ("shop.example:443", true),
    (nil, false), ("", false), ("evil.example", false), ("localhost.evil.example", false),
    ("evil.example:8080", false), ("localhost:", false), ("localhost:80:80", false),
    ("localhost:x", false), ("localhost:123456", false), ("localhost@evil.example", false),
    ("localhost:80@evil.example", false), ("[::1", false), ("[::1]x", false), ("::1", false),
    ("127.0.0.2", false), ("localhost.", false), ("local host", false), ("localhost:-1", false),
  ]

  @Test(arguments: rows)
  func `only known hosts are answered`(_ host: String?, _ passes: Bool) {
    let rule = HostGuard(names: HostGuard.loopbackNames + ["shop.EXAMPLE"])
    #expect(rule.allows(HTTPRequest(.get, host: host)) == passes)
  }

  @Test func `two different hosts are none`() {
    let rule = HostGuard()
    #expect(rule.allows(HTTPRequest(.get, host: "localhost", ["Host": "localhost"])))
    #expect(rule.allows(HTTPRequest(.get, host: nil, ["Host": "localhost"])))
    #expect(!rule.allows(HTTPRequest(.get, host: "localhost", ["Host": "evil.example"])))
    #expect(!HostGuard(names: []).allows(HTTPRequest(.get, host: "localhost")))
  }
}
