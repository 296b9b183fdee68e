import LuaRules
import Testing

extension DynamicEnvironmentPaths {
  fileprivate var grantNick: Bool? { self[dynamic: RuleKey("nick", default: nil)] }
  fileprivate var grantAdmin: Bool? { self[dynamic: RuleKey("isAdmin", default: nil)] }
  fileprivate var grantOpen: String? { self[dynamic: RuleKey("open", default: nil)] }
  fileprivate var grantWord: String? { self[dynamic: RuleKey("word", default: nil)] }
  fileprivate var grantAlias: String? { self[dynamic: RuleKey("alias", default: nil)] }
}

/// What one source has read, made or left must not come to another one.
struct GrantIsolationTests {
  private static let customer = Grant(
    assign: .names("theme", "title", "probe"), read: .names("title", "shared", "box"))

  private func context(
    _ sources: [RuleSource], host: HostFunctions = [:],
    set json: String = #"{"isAdmin": true, "box": {"open": 1, "shut": 2}}"#
  ) throws -> RuleContext {
    var context = RuleContext(try RuleModel(sources: sources, host: host))
    try context.setValues(json: json)
    return context
  }

  /// Reads a key in a way that loading does not see.
  private static func reading(_ key: String, for own: String) -> String {
    "return { { key = '\(own)', value = function(c) return c['' .. '\(key)'] end } }"
  }

  @Test func `what the host's rule has read, a customer's cannot see in the same evaluation`()
    throws
  {
    let sources = [
      RuleSource(text: Self.reading("isAdmin", for: "title"), name: "a.lua", grant: Self.customer),
      RuleSource(
        text: """
          return {
            { key = 'first', value = function(c) local x = c.isAdmin return c.title end },
            { key = 'last', value = function(c) local x = c.tried return c.isAdmin end },
            { key = 'tried', when = function(c) return c.isAdmin end, value = 1 },
          }
          """),
    ]
    let context = try context(sources)
    for _ in 1...3 {
      #expect(
        outcome("first", in: context).hasPrefix(
          "a.lua:1: error: the source may not read `isAdmin` [not-granted]"))
      #expect(outcome("last", in: context) == "true")
    }
  }

  @Test func `each of two customers sees what it may, in one evaluation`() throws {
    let context = try context([
      RuleSource(
        text: "return { { key = 'theme', value = function(c) return c.box.open + c.title end } }",
        grant: Grant(read: .names("box.open", "title"))),
      RuleSource(
        text: "return { { key = 'title', value = function(c) return c.box['sh' .. 'ut'] end } }",
        grant: Grant(read: .names("box.shut"))),
      RuleSource(
        text:
          "return { { key = 'probe', value = function(c) return c.box['sh' .. 'ut'] + c.title end } }",
        name: "c.lua", grant: Grant(read: .names("box.open", "title"))),
      RuleSource(
        text:
          "return { { key = 'all', value = function(c) return c.box.shut + c.theme + c.box.open end } }"
      ),
    ])
    #expect(outcome("theme", in: context) == "3")
    #expect(outcome("all", in: context) == "6")
    #expect(outcome("probe", in: context).contains("may not read `box.shut`"))
    #expect(outcome("all", in: context) == "6")
  }

  @Test func `a value that a customer may read in part is whole for the host again`() throws {
    let context = try context(
      [
        RuleSource(
          text: "return { { key = 'theme', value = function(c) return c.box.open end } }",
          grant: Grant(read: .names("box.open"))),
        RuleSource(
          text: """
            return { { key = 'sum', value = function(c)
              local n = c.theme
              for k, v in pairs(c.box) do n = n + v end
              return n + #c.list
            end } }
            """),
      ], set: #"{"box": {"open": 1, "shut": 2}, "list": [1, 2]}"#)
    #expect(outcome("sum", in: context) == "6")
  }

  @Test func `what comes back from a customer's rule is what its grant allows`() throws {
    // The context itself, given as a value, is the reader's own.
    let context = try context([
      RuleSource(
        text:
          "return { { key = 'theme', value = function(c) return c.self['is' .. 'Admin'] end } }",
        name: "a.lua", grant: Grant(read: .names("self"))),
      RuleSource(text: "return { { key = 'self', value = function(c) return c end } }"),
    ])
    #expect(outcome("theme", in: context).contains("may not read `isAdmin`"))
  }

  @Test func `a module of two sources is run for each`() throws {
    // What one leaves in it while loading would run with the rights of the other.
    let module = """
      local M = {}
      local hooks = {}
      function M.hook(f) hooks[#hooks + 1] = f end
      function M.run(c) return hooks[1] and hooks[1](c) or "nothing" end
      return M
      """
    let customer = """
      local m = require "hooks"
      m.hook(function(c) return c["is" .. "Admin"] end)
      return { { key = "theme", value = function(c) return m.run(c) end } }
      """
    let host = """
      local m = require "hooks"
      return { { key = "title", value = function(c) return m.run(c) end } }
      """
    let modules = ["hooks": module]
    for grants in [[Self.customer, .everything], [Self.customer, Grant(read: .names("isAdmin"))]] {
      let context = try context([
        RuleSource(text: customer, name: "customer.lua", modules: modules, grant: grants[0]),
        RuleSource(text: host, name: "host.lua", modules: modules, grant: grants[1]),
      ])
      #expect(outcome("title", in: context) == "\"nothing\"")
      #expect(outcome("theme", in: context).contains("may not read `isAdmin`"))
    }
  }

  @Test func `an alias is read by its own name, and for what it stands for`() throws {
    let grant = Grant(
      assign: .names("theme", "title", "probe"), read: .names("nick", "open", "word"))
    let sources = [
      RuleSource(text: Self.reading("nick", for: "theme"), grant: grant),
      RuleSource(text: Self.reading("open", for: "title"), grant: grant),
      RuleSource(text: Self.reading("alias", for: "probe"), grant: grant),
    ]
    var context = try context(sources, set: #"{"isAdmin": true, "word": "w"}"#)
    // `nick` is the forbidden key, `open` an allowed one, and `alias` is not granted itself.
    context = context.aliasing(\.grantNick, to: \.grantAdmin)
      .aliasing(\.grantOpen, to: \.grantWord).aliasing(\.grantAlias, to: \.grantWord)
    #expect(outcome("theme", in: context).contains("may not read `nick`"))
    #expect(outcome("title", in: context) == "\"w\"")
    #expect(outcome("probe", in: context).contains("may not read `alias`"))
  }

  @Test func `a fallback has sources and grants of its own`() throws {
    let first = try RuleModel(
      sources: [
        RuleSource(
          text: "return { { key = 'theme', value = function(c) return c.title end } }",
          grant: Self.customer)
      ])
    let second = try RuleModel(
      sources: [
        RuleSource(text: "return { { key = 'title', value = function(c) return c.isAdmin end } }"),
        RuleSource(text: Self.reading("isAdmin", for: "probe"), grant: Self.customer),
      ])
    var context = RuleContext(first.fallback(second))
    try context.setValues(json: #"{"isAdmin": true}"#)
    #expect(outcome("theme", in: context) == "true")
    #expect(outcome("probe", in: context).contains("may not read `isAdmin`"))
  }

  @Test func `a host function asks as the host, for whoever calls it`() throws {
    let host: HostFunctions = [
      "isAdmin": .function { (c: RuleContext) in try c.value(at: "isAdmin", as: Bool.self) },
      "nested": .function { (c: RuleContext) in
        var other = c
        try other.setValues(json: #"{"isAdmin": "other"}"#)
        return try other.value(at: "deep", as: String.self)
      },
    ]
    let context = try context(
      [
        RuleSource(
          text: """
            return {
              { key = 'theme', when = host.isAdmin, value = function(c)
                return tostring(host.isAdmin(c)) .. host.nested(c) .. tostring(c['is' .. 'Admin'])
              end },
              { key = 'title', value = function(c)
                return tostring(host.isAdmin(c)) .. host.nested(c)
              end },
            }
            """, name: "a.lua", grant: Self.customer),
        RuleSource(text: "return { { key = 'deep', value = function(c) return c.isAdmin end } }"),
      ], host: host)
    #expect(outcome("title", in: context) == "\"trueother\"")
    // And when it has returned, the customer's rule may do no more than before.
    #expect(
      outcome("theme", in: context).hasPrefix("a.lua:3: error: the source may not read `isAdmin`"))
  }

  @Test func `a path key below a part is read, others are not`() throws {
    let context = try context(
      [
        RuleSource(
          text: """
            return {
              { key = 'theme', value = function(c) return c.person.status end },
              { key = 'title', value = function(c) return c.person['na' .. 'me'] end },
            }
            """, grant: Grant(read: .names("person.status"))),
        RuleSource(
          text: "return { { key = 'person.status', value = function(c) return c.isAdmin end } }"),
      ], set: #"{"isAdmin": true}"#)
    #expect(outcome("theme", in: context) == "true")
    #expect(outcome("title", in: context).contains("may not read `person.name`"))
    var full = context
    try full.setValues(json: #"{"person": {"name": "Ann", "status": 1}}"#)
    #expect(outcome("theme", in: full) == "true")
    #expect(outcome("title", in: full).contains("may not read `person.name`"))
  }
}
