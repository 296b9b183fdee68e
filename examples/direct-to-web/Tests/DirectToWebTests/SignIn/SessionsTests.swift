import Testing

@testable import DirectToWeb

@Suite struct SessionsTests {
  private let time = TestTime()
  private let ann = SessionOwner.user(name: "ann", fingerprint: [1])
  private let bob = SessionOwner.user(name: "bob", fingerprint: [2])

  private func sessions(count: Int = 100) -> Sessions {
    var limits = Sessions.Limits()
    limits.count = count
    return Sessions(limits: limits, now: { [time] in time.now })
  }

  @Test func `a token has 32 random bytes, and only it opens the session`() {
    let sessions = sessions()
    let tokens = (0..<50).map { _ in sessions.begin(ann) }
    #expect(Set(tokens).count == 50)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil })
    #expect(tokens.allSatisfy { sessions.owner(of: $0) == ann })
    for wrong in ["", String(tokens[0].dropLast()), tokens[0] + "A", tokens[0].lowercased()] {
      #expect(sessions.owner(of: wrong) == nil)
    }
  }

  @Test func `sign-in replaces the token that came with it`() {
    let sessions = sessions()
    let old = sessions.begin(.local)
    let new = sessions.begin(ann, replacing: old)
    #expect(sessions.owner(of: old) == nil)
    #expect(sessions.owner(of: new) == ann)
    sessions.end(new)
    #expect(sessions.owner(of: new) == nil)
    #expect(sessions.count == 0)
  }

  @Test func `a session ends when it is idle for half an hour`() {
    let sessions = sessions()
    let token = sessions.begin(ann)
    for _ in 0..<3 {
      time.advance(by: .seconds(1799))
      #expect(sessions.owner(of: token) == ann)
    }
    time.advance(by: .seconds(1800))
    #expect(sessions.owner(of: token) == nil)
    #expect(sessions.count == 0)
  }

  @Test func `a session ends after twelve hours, however busy`() {
    let sessions = sessions()
    let token = sessions.begin(ann)
    for _ in 0..<47 {
      time.advance(by: .seconds(900))
      #expect(sessions.owner(of: token) == ann)
    }
    time.advance(by: .seconds(899))
    #expect(sessions.owner(of: token) == ann)
    time.advance(by: .seconds(1))
    #expect(sessions.owner(of: token) == nil)
  }

  @Test func `beyond the limit the session goes that is idle for the longest time`() {
    let sessions = sessions(count: 3)
    let tokens = (0..<3).map { _ in
      time.advance(by: .seconds(1))
      return sessions.begin(ann)
    }
    time.advance(by: .seconds(1))
    #expect(sessions.owner(of: tokens[0]) == ann)
    let last = sessions.begin(bob)
    #expect(sessions.owner(of: tokens[1]) == nil)
    #expect([tokens[0], tokens[2]].allSatisfy { sessions.owner(of: $0) == ann })
    #expect(sessions.owner(of: last) == bob)
    #expect(sessions.count == 3)
  }

  @Test func `room is made of sessions that ended first`() {
    let sessions = sessions(count: 3)
    for _ in 0..<2 { _ = sessions.begin(ann) }
    time.advance(by: .seconds(1000))
    let token = sessions.begin(ann)
    time.advance(by: .seconds(1000))
    _ = sessions.begin(bob)
    #expect(sessions.count == 2)
    #expect(sessions.owner(of: token) == ann)
  }

  @Test func `all sessions of a user end at once`() {
    let sessions = sessions()
    let tokens = [ann, bob, ann, .local].map { sessions.begin($0) }
    sessions.endAll(of: "ann")
    #expect(tokens.map { sessions.owner(of: $0) } == [nil, bob, nil, .local])
  }
}

@Suite struct SessionCookieTests {
  @Test func `the cookie is hidden from scripts and from other sites`() {
    let plain = SessionCookie(isSecure: false, path: "/shop")
    #expect(plain.setting("T") == "session=T; Path=/shop; HttpOnly; SameSite=Lax")
    #expect(plain.clearing == "session=; Path=/shop; HttpOnly; SameSite=Lax; Max-Age=0")
    let secure = SessionCookie(name: "s8080", isSecure: true, path: "/shop")
    #expect(secure.setting("T") == "__Host-s8080=T; Path=/; HttpOnly; SameSite=Lax; Secure")
  }

  @Test(
    arguments: [
      (["session=T"], "T"), (["a=b; session=T;c=d"], "T"), (["a=b", " session = T "], "T"),
      (["session=T; session=T"], "T"), (["session=T=="], "T=="), (["xsession=T"], nil), ([], nil),
      (["session"], nil), (["session="], nil), (["session=T; session=U"], nil),
      (["__Host-session=T"], nil), (["SESSION=T"], nil),
      (["session=" + String(repeating: "x", count: 129)], nil),
    ] as [([String], String?)])
  func `the token is found where it is the only one`(_ headers: [String], _ token: String?) {
    #expect(SessionCookie(isSecure: false).token(in: headers) == token)
  }
}

@Suite struct OneTimeLinkTests {
  private let time = TestTime()

  @Test func `a link opens once`() {
    let link = OneTimeLink(now: { [time] in time.now })
    #expect(
      !link.use("") && !link.use(link.token + "x") && !link.use(String(link.token.dropLast())))
    #expect(link.use(link.token))
    #expect(!link.use(link.token))
    #expect(OneTimeLink().token != link.token)
  }

  @Test func `a link opens within ten minutes`() {
    let link = OneTimeLink(now: { [time] in time.now })
    let other = OneTimeLink(now: { [time] in time.now })
    time.advance(by: .seconds(599))
    #expect(link.use(link.token))
    time.advance(by: .seconds(1))
    #expect(!other.use(other.token))
  }

  @Test func `of many at once one gets in`() async {
    let link = OneTimeLink()
    let count = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { link.use(link.token) } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(count == 1)
  }
}

@Suite struct LocalPathTests {
  @Test(arguments: [
    "/", "/order", "/order/5?sort=a,b&dir=-", "/a%2Fb", "/a?next=http://x", "/a#b//c", "/~20",
  ])
  func `a path of this site stays`(_ text: String) {
    #expect(LocalPath(text).text == text)
  }

  @Test(arguments: [
    nil, "", "order", "//evil.example", "/\\evil.example", "\\/evil.example",
    "https://evil.example",
    "/\t/evil.example", "/\n/evil.example", " /order", "/a//b", "/.//evil.example", "javascript:x",
    "/a\r\nSet-Cookie: x", "/a\u{0}", "/é", "/a b", "/?a\\b", "/\u{2028}", "///", "/\u{7F}",
    "/" + String(repeating: "a", count: 2048),
  ])
  func `anything else leads to the first page`(_ text: String?) {
    #expect(LocalPath(text).text == "/")
  }
}
