import LuaRules
import Synchronization
import Testing

private struct TokenKey: DynamicEnvironmentKey {
  static let defaultValue = ""
  static let isSecret = true
}
private struct UserKey: DynamicEnvironmentKey { static let defaultValue: User? = nil }

private struct User: RuleObject {
  var name = "Ann"
  var ratio = 0.5
  var password = "s3cr3t-p4ss"
  static let ruleMembers: RuleMembers<User> = [
    .init("name", \.name),
    .init("ratio", \.ratio),
    .init("password", \.password, isSecret: true),
  ]
}

extension DynamicEnvironmentPaths {
  fileprivate var token: String {
    get { self[dynamic: TokenKey.self] }
    set { self[dynamic: TokenKey.self] = newValue }
  }
  fileprivate var user: User? {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
}

struct SecretLogTests {
  @Test(arguments: [RuleSchema(\.token, \.user), RuleSchema()])
  func `a decision log shows no secret`(schema: RuleSchema) throws {
    let lines = Mutex<[String]>([])
    let log = DecisionLog(contextKeys: ["token", "user", "user.name", "user.password"]) { line in
      lines.withLock { $0.append(line) }
    }
    let rules = try RuleModel(
      text: """
        return {
          { key = "greeting", value = function(c) return "Hello " .. c.token end },
          { key = "failure", value = function(c) error(c.user.password) end },
          { key = "login", value = function(c) return c.user end },
        }
        """, schema: schema)
    var context = RuleContext(rules.observed(by: log))
    context.logger.logLevel = .critical
    context.token = "hunter2"
    context.user = User()
    // Who asks gets the values, also as JSON.
    #expect(context.token == "hunter2")
    #expect(context["greeting"] as? String == "Hello hunter2")
    #expect(try context.json(at: "token") == "\"hunter2\"")
    #expect(try context.json(at: "user").contains("s3cr3t"))
    #expect(context.user?.password == "s3cr3t-p4ss")
    #expect(try context.value(at: "login", as: User.self).name == "Ann")
    _ = context["failure"]
    context.user = User(ratio: .nan)
    _ = context.user
    log.flush()
    let all = lines.withLock { $0 }
    #expect(all.count == 8)
    for line in all {
      #expect(!line.contains("hunter2"), "\(line)")
      #expect(!line.contains("s3cr3t"), "\(line)")
      #expect(line.contains(#""token":"•••""#), "\(line)")
      #expect(line.contains(#""user.name":"Ann","user.password":"•••""#), "\(line)")
    }
    #expect(all[1].contains(#""value":"Hello •••""#))
    #expect(all[3].contains(#""value":{"name":"Ann","password":"•••","ratio":0.5}"#))
  }
}
