import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct UserFileTests {
  private let folder: TemporaryFolder
  private let file: UserFile

  init() throws {
    folder = try TemporaryFolder()
    file = UserFile(path: folder.path("users.json"))
  }

  private static let hash =
    "$scrypt$ln=4,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

  private func user(_ name: String, _ members: [String: UserMember] = [:]) throws -> User {
    try User(
      name: name, password: try #require(PasswordHash(text: Self.hash)), members: members)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
  }

  @Test func `users are added, changed and removed`() throws {
    #expect(try file.list().users.isEmpty)
    let ann = try user("ann", ["role": "boss", "store_id": 3])
    let bob = try user(
      "bob", ["tags": .texts(["a", "b"]), "rate": .real(1.5), "isNew": .boolean(true)])
    try file.add(ann)
    try file.add(bob)
    #expect(try UserFile(path: file.path).list().users == [ann, bob])
    #expect(throwsCode(.invalidUser) { try file.add(try user("bob")) })
    let other = try user("ann", ["role": "guest"])
    try file.change(other)
    #expect(try file.list().users == [other, bob])
    try file.remove("ann")
    #expect(try file.list().users == [bob])
    #expect(try file.list()["ann"] == nil)
    #expect(throwsCode(.invalidUser) { try file.remove("ann") })
    #expect(throwsCode(.invalidUser) { try file.change(ann) })
  }

  @Test func `only the owner may read the file, and nothing is left beside it`() throws {
    try file.add(try user("ann"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try file.add(try user("bob"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["users.json"])
  }

  @Test func `a name is its bytes`() throws {
    try file.add(try user("é"))
    try file.add(try user("e\u{301}", ["n": 2]))
    #expect(try file.list()["e\u{301}"]?.members == ["n": 2])
    #expect(try file.list()["é"]?.members == [:])
    #expect(try file.list()["É"] == nil)
    try file.remove("é")
    #expect(try file.list().users.map { Array($0.name.utf8) } == [Array("e\u{301}".utf8)])
  }

  @Test func `the file is read again when it changed`() throws {
    for count in 0..<20 {
      try write("{\"users\": [{\"name\": \"u\(count % 10)\", \"password\": \"\(Self.hash)\"}]}")
      #expect(try file.list().users.map(\.name) == ["u\(count % 10)"])
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: file.path)
    #expect(try file.list()["u9"] != nil)
    #expect(try file.list()["u9"] != nil)
    try write("{\"users\": [{\"name\": \"x9\", \"password\": \"\(Self.hash)\"}]}")
    #expect(try file.list().users.map(\.name) == ["x9"])
    try FileManager.default.removeItem(atPath: file.path)
    #expect(try file.list().users.isEmpty)
  }

  @Test func `a second change within one tick of the file's clock is seen`() throws {
    let tick = Date()
    for name in ["u1", "u2", "u3"] {
      try write("{\"users\": [{\"name\": \"\(name)\", \"password\": \"\(Self.hash)\"}]}")
      try FileManager.default.setAttributes([.modificationDate: tick], ofItemAtPath: file.path)
      #expect(try file.list().users.map(\.name) == [name])
    }
  }

  @Test(arguments: [
    ("", "it is not JSON"),
    (
      "{\"users\": [\n{\"name\": \"ann\",\n \"password\" \"x\"}]}",
      "it is not JSON, near line 3"
    ),
    ("[]", "the file"),
    ("{}", "there is no `users`"),
    ("{\"users\": [{\"name\": \"ann\"}]}", "user 1: there is no `password`"),
    ("{\"users\": [{\"password\": \"HASH\"}]}", "user 1: there is no `name`"),
    (
      "{\"users\": [{\"name\": \"ann\", \"password\": \"ann\"}]}",
      "user 1, `password`: not a hash by scrypt"
    ),
    ("{\"users\": [{\"name\": 3, \"password\": \"HASH\"}]}", "user 1, `name`: "),
    (
      "{\"users\": [{\"name\": \"a\", \"password\": \"HASH\"}, "
        + "{\"name\": \"b\", \"password\": \"HASH\", \"x\": {}}]}",
      "user 2, `x`: a member is a text"
    ),
    ("{\"users\": [{\"name\": \"a\", \"password\": \"HASH\", \"isLocal\": true}]}", "`isLocal`"),
    ("{\"users\": [{\"name\": \"\", \"password\": \"HASH\"}]}", "1 to 128 bytes"),
    (
      "{\"users\": [{\"name\": \"a\", \"password\": \"HASH\"}, {\"name\": \"a\", \"password\": \"HASH\"}]}",
      "there are two users `a`"
    ),
  ])
  func `a broken file is an error, and is not overwritten`(_ text: String, _ reason: String) throws
  {
    try write(text.replacing("HASH", with: Self.hash))
    for _ in 0..<2 {
      let error = #expect(throws: DirectToWebError.self) { try file.list() }
      #expect(error?.code == .usersUnreadable)
      #expect(error?.message.contains("`\(file.path)`") == true)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
    #expect(throwsCode(.usersUnreadable) { try file.add(try user("bob")) })
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: file.path))
        == Data(text.replacing("HASH", with: Self.hash).utf8))
  }

  @Test func `a folder, and a file that is too large, are errors`() throws {
    #expect(throwsCode(.usersUnreadable) { _ = try UserFile(path: folder.path).list() })
    try write(String(repeating: " ", count: UserFile.maximumSize + 1))
    #expect(throwsCode(.usersUnreadable) { _ = try file.list() })
  }

  @Test(arguments: ["", "a\nb", "a\u{0}", "\u{202E}x", String(repeating: "x", count: 129)])
  func `a name that nobody can read is refused`(_ name: String) {
    #expect(throwsCode(.invalidUser) { _ = try user(name) })
  }

  @Test(arguments: ["name", "password", "isLocal", "", String(repeating: "x", count: 129)])
  func `a member cannot have each name`(_ name: String) {
    #expect(throwsCode(.invalidUser) { _ = try user("ann", [name: "x"]) })
  }

  @Test func `rules see the members of all users`() throws {
    let users = try UserList([
      try user("ann", ["role": "boss", "stores": .integers([1, 2])]), try user("bob", ["level": 7]),
    ])
    let rules = try RuleModel(
      text: """
        return {
          { key = "title", value = function(c)
            local u = c.user
            return u.name .. " " .. tostring(u.role) .. " " .. tostring(u.level) .. " "
              .. tostring(u.stores and u.stores[2]) .. " " .. tostring(u.isLocal)
          end },
        }
        """, schema: .pages)
    func title(_ user: User) throws -> String {
      var context = RuleContext(rules)
      context.user = try users.record(of: user)
      return context.title
    }
    #expect(try title(users.users[0]) == "ann boss nil 2 false")
    #expect(try title(users.users[1]) == "bob nil 7 nil false")
  }
}

extension UserMember: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}
