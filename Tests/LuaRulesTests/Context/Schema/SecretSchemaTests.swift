import LuaRules
import Testing

private struct TokenKey: DynamicEnvironmentKey {
  static let defaultValue = ""
  static let isSecret = true
}
private struct HiddenKey: DynamicEnvironmentKey {
  static let defaultValue = "swordfish"
  static let isSecret = true
}
private struct UserKey: DynamicEnvironmentKey { static let defaultValue: User? = nil }

private struct User: RuleObject {
  var name = "Ann"
  var password = "s3cr3t-p4ss"
  static let ruleMembers: RuleMembers<User> = [
    .init("name", \.name),
    .init("password", \.password, isSecret: true),
  ]
}

struct SecretSchemaTests {
  private static let own = RuleSchema(keys: TokenKey.self, UserKey.self, HiddenKey.self)

  @Test func `a schema tells what is secret, and not what a secret is by default`() throws {
    let text = Self.own.json()
    #expect(!text.contains("swordfish"))
    let read = try RuleSchema(json: text)
    #expect(read.json() == text)
    let paths = ["token", "hidden", "user", "user.name", "user.password"]
    #expect(paths.map(read.isSecret) == [true, true, false, false, true])
    #expect(paths.map(Self.own.isSecret) == paths.map(read.isSecret))
    // An empty default gives nothing away, and rules may count on it.
    #expect(try RuleContext(model("", schema: read)).json(at: "token") == "\"\"")
  }

  @Test func `what one of two declarations calls secret is secret`() throws {
    let plain = try RuleSchema(json: #"{"properties":{"token":{"type":"string"}}}"#)
    let secret = RuleSchema(keys: TokenKey.self)
    #expect(plain.merging(secret).isSecret("token"))
    #expect(secret.merging(plain).isSecret("token"))
  }

  @Test func `members that are secret in one declaration only are a conflict`() throws {
    let plain = try RuleSchema(
      json: """
        {"properties":{"user":{"type":["object","null"],"title":"User","properties":{
        "name":{"type":"string"},"password":{"type":"string"}},
        "required":["name","password"],"additionalProperties":false}}}
        """)
    #expect(
      loading("return {}", schema: plain.merging(try RuleSchema(json: Self.own.json())))
        == "error: the key `user` is declared with two types, whose members differ "
        + "[conflicting-keys]")
  }

  @Test func `a schema that says neither yes nor no is refused`() {
    #expect(throws: RuleError.self) {
      try RuleSchema(json: #"{"properties":{"token":{"writeOnly":"yes"}}}"#)
    }
  }
}
