import Foundation
import Testing

@testable import DirectToWeb

@Suite struct SignInTests {
  private let time = TestTime()
  private let folder: TemporaryFolder
  private let users: UserFile
  private let hasher: PasswordHasher

  init() throws {
    folder = try TemporaryFolder()
    users = UserFile(path: folder.path("users.json"))
    hasher = try .cheap
  }

  private func signIn(link: OneTimeLink? = nil) -> SignIn {
    SignIn(
      users: users, sessions: Sessions(now: { [time] in time.now }), hasher: hasher,
      throttle: Throttle(now: { [time] in time.now }), link: link)
  }

  private func user(
    _ name: String, _ password: String, _ members: [String: UserMember] = [:]
  ) async throws -> User {
    try User(name: name, password: try await hasher.hash(password), members: members)
  }

  private func token(_ signIn: SignIn, _ name: String, _ password: String) async throws -> String {
    let outcome = try await signIn.signIn(name: name, password: password, address: "a")
    guard case .signedIn(let token) = outcome else {
      throw DirectToWebError(.invalidUser, "\(outcome)")
    }
    return token
  }

  @Test func `a user signs in and out`() async throws {
    let signIn = signIn()
    try users.add(try await user("ann", "password 1", ["role": "boss"]))
    let token = try await token(signIn, "ann", "password 1")
    let ann = try #require(try signIn.user(token: token))
    #expect(ann.name == "ann")
    #expect(ann.record["role"] as? String == "boss")
    signIn.signOut(token: token)
    #expect(try signIn.user(token: token) == nil)
    #expect(try signIn.user(token: "x") == nil)
    for (name, password) in [
      ("ann", "password 2"), ("bob", "password 1"), ("Ann", "password 1"), ("ann", ""),
    ] {
      #expect(try await signIn.signIn(name: name, password: password, address: "b") == .refused)
    }
  }

  @Test func `nobody signs in without a file of users, or with an empty one`() async throws {
    let signIn = signIn()
    #expect(try await signIn.signIn(name: "", password: "", address: "a") == .refused)
    #expect(try await signIn.signIn(name: "ann", password: "password 1", address: "a") == .refused)
    try Data("{\"users\": []}".utf8).write(to: URL(fileURLWithPath: users.path))
    #expect(try await signIn.signIn(name: "ann", password: "password 1", address: "a") == .refused)
  }

  @Test(arguments: ["password", "members", "removed"])
  func `a session ends when the entry changes`(_ change: String) async throws {
    let signIn = signIn()
    try users.add(try await user("ann", "password 1"))
    try users.add(try await user("bob", "password 1"))
    let tokens = [
      try await token(signIn, "ann", "password 1"), try await token(signIn, "ann", "password 1"),
      try await token(signIn, "bob", "password 1"),
    ]
    let ann = try #require(try users.list()["ann"])
    switch change {
    case "password": try users.change(try await user("ann", "password 1"))
    case "members":
      try users.change(try User(name: "ann", password: ann.password, members: ["a": 1]))
    default: try users.remove("ann")
    }
    #expect(try tokens.map { try signIn.user(token: $0)?.name } == [nil, nil, "bob"])
    // The old entry does not bring the session back.
    try? users.remove("ann")
    try users.add(ann)
    #expect(try tokens.map { try signIn.user(token: $0)?.name } == [nil, nil, "bob"])
  }

  @Test func `while the file is broken nobody is signed in`() async throws {
    let link = OneTimeLink()
    let signIn = signIn(link: link)
    try users.add(try await user("ann", "password 1"))
    let token = try await token(signIn, "ann", "password 1")
    let good = try Data(contentsOf: URL(fileURLWithPath: users.path))
    try Data("{".utf8).write(to: URL(fileURLWithPath: users.path))
    #expect(throwsCode(.usersUnreadable) { _ = try signIn.user(token: token) })
    #expect(throwsCode(.usersUnreadable) { _ = try signIn.open(link: link.token) })
    #expect(
      await throwsCode(.usersUnreadable) {
        _ = try await signIn.signIn(name: "ann", password: "password 1", address: "a")
      })
    try good.write(to: URL(fileURLWithPath: users.path))
    #expect(try signIn.user(token: token)?.name == "ann")
  }

  @Test func `a correct password during the wait is refused as well`() async throws {
    let signIn = signIn()
    try users.add(try await user("ann", "password 1"))
    for _ in 0..<4 {
      #expect(
        try await signIn.signIn(name: "ann", password: "password 2", address: "a") == .refused)
    }
    #expect(
      try await signIn.signIn(name: "ann", password: "password 1", address: "a")
        == .wait(.seconds(1)))
    time.advance(by: .seconds(1))
    _ = try await token(signIn, "ann", "password 1")
    _ = try await token(signIn, "ann", "password 1")
  }

  @Test func `many guesses at once are counted before they are checked`() async throws {
    let signIn = signIn()
    try users.add(try await user("ann", "password 1"))
    let refused = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let outcome = try? await signIn.signIn(
            name: "ann", password: "guess \(number)", address: "10.0.0.1")
          return outcome == .refused
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(refused == 4)
  }

  @Test func `sign-in replaces the token from before`() async throws {
    let signIn = signIn()
    try users.add(try await user("ann", "password 1"))
    let old = try await token(signIn, "ann", "password 1")
    let outcome = try await signIn.signIn(
      name: "ann", password: "password 1", address: "a", replacing: old)
    #expect(outcome != .refused)
    #expect(try signIn.user(token: old) == nil)
  }

  @Test func `the link opens a session as long as there are no users`() async throws {
    let link = OneTimeLink()
    let signIn = signIn(link: link)
    #expect(try signIn.open(link: "x") == nil)
    let token = try #require(try signIn.open(link: link.token))
    #expect(try signIn.open(link: link.token) == nil)
    let local = try #require(try signIn.user(token: token))
    #expect(local.name == nil)
    #expect(local.record["isLocal"] as? Bool == true)
    try users.add(try await user("ann", "password 1"))
    #expect(try signIn.user(token: token) == nil)
    let other = OneTimeLink()
    #expect(try self.signIn(link: other).open(link: other.token) == nil)
    #expect(try self.signIn().open(link: other.token) == nil)
  }
}
