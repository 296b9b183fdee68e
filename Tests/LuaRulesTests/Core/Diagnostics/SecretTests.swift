import LuaRules
import Synchronization
import Testing

private enum Level: String, Sendable { case guest, staff }

private struct TokenKey: DynamicEnvironmentKey {
  static let defaultValue = ""
  static let isSecret = true
}
private struct PinKey: DynamicEnvironmentKey {
  static let defaultValue = 0
  static let isSecret = true
}
private struct LevelKey: DynamicEnvironmentKey {
  static let defaultValue = Level.guest
  static let isSecret = true
}
private struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "" }
private struct CountKey: DynamicEnvironmentKey { static let defaultValue = 0 }
private struct UserKey: DynamicEnvironmentKey { static let defaultValue: User? = nil }

private struct User: RuleObject {
  var name = "Ann"
  var password = "s3cr3t-p4ss"
  var login = Login()
  static let ruleMembers: RuleMembers<User> = [
    .init("name", \.name),
    .init("password", \.password, isSecret: true),
    .init("login", isSecret: true) { $0.login },
  ]
}

private struct Login: Sendable {
  var code = "4711-0815"
  var huge = UInt64.max
  var hints = ["blue-door"]
}

extension DynamicEnvironmentPaths {
  fileprivate var token: String {
    get { self[dynamic: TokenKey.self] }
    set { self[dynamic: TokenKey.self] = newValue }
  }
  fileprivate var pin: Int {
    get { self[dynamic: PinKey.self] }
    set { self[dynamic: PinKey.self] = newValue }
  }
  fileprivate var level: Level { self[dynamic: LevelKey.self] }
  fileprivate var title: String { self[dynamic: TitleKey.self] }
  fileprivate var count: Int { self[dynamic: CountKey.self] }
  fileprivate var user: User? {
    get { self[dynamic: UserKey.self] }
    set { self[dynamic: UserKey.self] = newValue }
  }
}

private final class Outer: RuleEnvironment, @unchecked Sendable {
  @Derived var inner: RuleEnvironment
}

private let schema = RuleSchema(\.token, \.pin, \.level, \.title, \.count, \.user)

private func context(_ value: String, for key: String = "title", hasSchema: Bool = true) throws
  -> RuleContext
{
  let text = "return { { key = \"\(key)\", value = function(c) \(value) end } }"
  var context = RuleContext(
    try RuleModel(text: text, schema: hasSchema ? schema : RuleSchema()))
  context.token = "hunter2-and-more"
  context.pin = 98765
  context.user = User()
  return context
}

private func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// A secret object with a code that is another one at each read.
private final class Session: RuleObject, Sendable {
  private let count = Atomic(0)
  var code: String { "code-number-\(count.add(1, ordering: .relaxed).newValue)" }
  static let ruleMembers: RuleMembers<Session> = [.init("code") { $0.code }]
}

private struct SessionKey: DynamicEnvironmentKey {
  static let defaultValue: Session? = nil
  static let isSecret = true
}

struct SecretTests {
  // MARK: Asking

  @Test func `a secret of another context that a host function asks is masked`() throws {
    let schema = try RuleSchema(
      json: """
        {"properties": {"account": {"type": "object", "properties": {
          "owner": {"type": "string"}, "token": {"type": "string", "writeOnly": true}}}}}
        """)
    var inner = RuleContext(
      try RuleModel(
        text: "return { { key = 'label', value = function(c) return c.account.token end } }",
        schema: schema))
    try inner.setValues(json: #"{"account": {"owner": "Ann", "token": "s3cret-token"}}"#)
    let asked = inner
    let outer = RuleContext(
      try RuleModel(
        text: "return { { key = 'title', value = function(c) error('bad ' .. host.label()) end } }",
        host: ["label": .function { try asked.value(at: "label", as: String.self) }]))
    #expect(try inner.value(at: "label", as: String.self) == "s3cret-token")
    for _ in 0..<3 {
      let text = message { _ = try outer.value(for: TitleKey.self) }
      #expect(text.contains("bad •••") && !text.contains("s3cret"))
    }
  }

  @Test(arguments: [true, false])
  func `what changes inside of a secret is noted when it is read`(isDeclared: Bool) throws {
    let rules = """
      return {
        { key = "title", when = function(c) return c.pin == 98765 end, value = function(c)
          error("no " .. c.session.code)
        end },
      }
      """
    let schema = isDeclared ? RuleSchema(keys: SessionKey.self, PinKey.self) : RuleSchema()
    var context = RuleContext(try RuleModel(text: rules, schema: schema))
    context.pin = 98765
    context[dynamic: SessionKey.self] = Session()
    for _ in 0..<3 {
      let text = message { _ = try context.value(for: TitleKey.self) }
      #expect(text.contains("no •••") && !text.contains("code-number"))
    }
  }

  @Test func `rules read secrets, and who asks gets them`() throws {
    let context = try context("return c.token .. c.pin .. c.user.password .. c.user.login.code")
    #expect(context.title == "hunter2-and-more98765s3cr3t-p4ss4711-0815")
    #expect(try context.value(at: "user.password", as: String.self) == "s3cr3t-p4ss")
    #expect(try context.json(at: "token") == #""hunter2-and-more""#)
    #expect(context["pin"] as? Int == 98765)
  }

  @Test func `a path says whether it is secret`() {
    let paths = ["token", "token.length", "user", "user.name", "user.password", "user.login.code"]
    #expect(paths.map(schema.isSecret) == [true, true, false, false, true, true])
    var context = RuleContext(.empty)
    #expect(!context.isSecret("token"))
    context.token = "set"
    #expect(context.isSecret("token"))
    #expect(context.aliasing(\.title, to: \.token).isSecret("title"))
  }

  @Test func `a key as a value may be secret`() throws {
    let key = RuleKey("apiKey", default: 0, isSecret: true)
    let context = RuleContext(try model(#"{ key = "apiKey", value = "open sesame" },"#))
    #expect(
      message { _ = try context.value(for: key) }
        == "rules.lua:2: error: rule for `apiKey` gives •••; expected an integer [wrong-type]")
  }

  // MARK: Values that do not fit

  @Test func `a conversion shows neither the value nor what it is close to`() throws {
    let wrong = try context("return 'staf'", for: "level")
    #expect(
      message { _ = try wrong.value(for: \.level) }
        == "rules.lua:1: error: rule for `level` gives •••; expected one of guest, staff "
        + "[wrong-value]")
    #expect(
      message { _ = try wrong.json(at: "level") }
        == "rules.lua:1: error: rule for `level` gives •••; expected one of guest, staff "
        + "[wrong-value]")
    #expect(
      message { _ = try wrong.value(at: "token", as: Int.self) }
        == "error: `token` is •••; expected an integer [wrong-type]")
    #expect(
      message { _ = try wrong.value(at: "user.password", as: Int.self) }
        == "error: `user.password` is •••; expected an integer [wrong-type]")
  }

  @Test func `a constant that does not fit is refused without being shown`() {
    for (rule, expected) in [
      (#"{ key = "level", value = "staf" },"#, "`level` gives •••; expected one of guest, staff"),
      (#"{ key = "pin", value = "1234x" },"#, "`pin` gives •••; expected an integer"),
    ] {
      let text = message { _ = try model(rule, schema: schema) }
      #expect(text.hasPrefix("rules.lua:2: error: rule for \(expected) [wrong-"), "\(text)")
      #expect(!text.contains("hint"))
    }
  }

  @Test func `a context as JSON is refused without being shown`() throws {
    var context = RuleContext(try model("", schema: Self.exported))
    for (json, expected) in [
      (#"{"pin":"12345"}"#, "`pin` is •••; expected an integer"),
      (#"{"level":"staf"}"#, "`level` is •••; expected one of guest, staff"),
      (
        #"{"user":{"name":1}}"#,
        "`user.name` is 1; expected a string [bad-context]\n  hint: write \"1\", in quotes"
      ),
      (#"{"user":{"password":12345}}"#, "`user.password` is •••; expected a string"),
      (
        #"{"user":{"login":{"code":12345}}}"#,
        "`user.login` is •••; expected a string"
      ),
    ] {
      #expect(
        message { try context.setValues(json: json) }
          == "error: \(expected)\(expected.contains("[") ? "" : " [bad-context]")")
    }
    #expect(
      message { try context.setValue(json: "99999999999999999999", for: "pin") }
        == "error: the value of `pin` is not JSON [bad-context]")
  }

  @Test func `what has no form in Lua or JSON is not shown`() throws {
    let huge = try context("return c.user.login.huge")
    #expect(
      message { _ = try huge.value(for: \.title) }
        == "rules.lua:1: error: cannot read `huge`: ••• has no exact form in Lua [wrong-type]")
    let context = RuleContext(
      try model(
        #"{ key = "rate", value = 0/0 },"#,
        schema: RuleSchema(
          json: #"{"properties":{"rate":{"type":"number","writeOnly":true}}}"#)))
    #expect(
      message { _ = try context.json(at: "rate") }
        == "rules.lua:2: error: `rate` has no JSON form [wrong-value]")
  }

  // MARK: Messages of others

  @Test(arguments: [
    ("error('x' .. c.token)", "x•••"),
    ("error(c.pin .. ' and ' .. c.token)", "••• and •••"),
    ("error(c.user.password)", "•••"),
    ("error(c.user.login.code .. c.user.login.hints[1])", "••••••"),
    ("error('for ' .. c.user.name)", "for Ann"),
    ("local t = c.token; return c[t]", "unknown key `•••`"),
    ("local p = c.user.password; return c.user[p]", "unknown member `•••`"),
    ("for _, hint in ipairs(c.user.login.hints) do error(hint) end", "•••"),
  ])
  func `a rule's own message shows no secret that it has read`(
    code: String, expected: String
  ) throws {
    let context = try context(code)
    #expect(
      message { _ = try context.value(for: \.title) }.hasPrefix(
        "rules.lua:1: error: \(expected) ["))
  }

  @Test func `a secret in the value of another key is not shown`() throws {
    let context = try context("return 'Bearer ' .. c.token", for: "count")
    #expect(
      message { _ = try context.value(for: \.count) }
        == "rules.lua:1: error: rule for `count` gives \"Bearer •••\"; expected an integer "
        + "[wrong-type]")
  }

  @Test func `a message that was cut shows no beginning of a secret`() throws {
    var long = try context("return string.rep('a', 50) .. c.token", for: "count")
    #expect(
      message { _ = try long.value(for: \.count) }.contains(
        "gives \"\(String(repeating: "a", count: 50))•••…\"; expected"))
    for count in [1900, 1990, 1995, 8180] {
      long = try context("error(string.rep('a', \(count)) .. c.token)")
      let text = message { _ = try long.value(for: \.title) }
      #expect(count > 1900 || text.contains("a•••"))
      #expect(!text.contains("hun"))
    }
  }

  @Test func `a secret with signs that are escaped is not shown`() throws {
    var context = try context("return '>' .. c.token", for: "count")
    context.token = "a\"b\\c\nd"
    #expect(
      message { _ = try context.value(for: \.count) }
        == "rules.lua:1: error: rule for `count` gives \">•••\"; expected an integer [wrong-type]")
  }

  @Test func `a host function's message shows no secret`() throws {
    struct Refused: Error, CustomStringConvertible { var description: String }
    let host: HostFunctions = [
      "set": .function { (c: RuleContext) in throw Refused(description: "no login with \(c.token)")
      },
      "ruled": .function { (c: RuleContext) in throw Refused(description: "no login with \(c.pin)")
      },
    ]
    let rules = """
      return {
        { key = "title", when = function(c) return c.pin ~= 1 end, value = host.set },
        { key = "count", value = host.ruled },
        { key = "pin", value = 12345 },
      }
      """
    var context = RuleContext(try RuleModel(text: rules, schema: schema, host: host))
    context.token = "hunter2"
    #expect(
      message { _ = try context.value(for: \.title) }
        == "rules.lua:2: error: `host.set` failed: no login with ••• [host-function]")
    #expect(
      message { _ = try context.value(for: \.count) }
        == "rules.lua:3: error: `host.ruled` failed: no login with ••• [host-function]")
  }

  @Test func `without a schema, what is set as a secret key is secret`() throws {
    let context = try context("error(c.token .. c.user.password)", hasSchema: false)
    #expect(
      message { _ = try context.value(for: \.title) }
        == "rules.lua:1: error: •••••• [runtime]")
    let outer = Outer(context.model).with(\.user, User())
    let inner = outer.inner.with(\.token, "hunter2").context
    #expect(
      message { _ = try inner.value(for: \.title) } == "rules.lua:1: error: •••••• [runtime]")
  }

  @Test func `what rules print shows no secret`() throws {
    let lines = LogLines()
    var context = try context("print('token', c.token) return 'x'")
    context.logger = lines.logger
    context.logger.logLevel = .debug
    #expect(context.title == "x")
    #expect(lines.all == ["debug: token\t•••"])
  }

  @Test func `an error that is logged shows no secret`() throws {
    let lines = LogLines()
    var context = try context("error(c.token)")
    context.logger = lines.logger
    #expect(context.title == "")
    #expect(lines.all == ["error: rules.lua:1: error: ••• [runtime]"])
  }

  @Test func `neither the description nor a dump of a context shows values`() throws {
    let context = try context("return ''")
    var text = "\(context) \(String(reflecting: context))"
    dump(context, to: &text)
    let environment = RuleEnvironment().with(\.token, "hunter2-and-more")
    dump(environment, to: &text)
    #expect(text.contains("RuleContext(pin, token, user)"))
    #expect(!text.contains("hunter2"))
    #expect(!text.contains("s3cr3t"))
  }

  private static let exported: RuleSchema = {
    do {
      return try RuleSchema(json: schema.json())
    } catch {
      Issue.record(error)
      return RuleSchema()
    }
  }()
}
