import LuaRules
import Testing

/// What Lua looks for to word an error takes a bounded part of the C stack, and of the time.
struct NameChainTests {
  static func chain(_ length: Int) -> String { String(repeating: ".b", count: length) }

  static let tooLong = [
    "local t = {} t.b = t local x = t\(chain(20_000)) + 1 return {}",
    "local t = {} t.b = t return { { key = 'k', value = function(c) return t\(chain(20_000)) + 1 end } }",
    "local t = {} t.b = t return { { key = 'k', value = function(c) return t\(chain(20_000))() end } }",
    "local t = {} t.b = t return { { key = 'k', value = function(c) return t\(chain(110)) .. 'x' end } }",
    "return { { key = 'k', value = function(c) return c.t\(chain(20_000)):m() end } }",
    "local t = {} return { { key = 'k', value = function(c) return #\(String(repeating: "t[t.a[", count: 60))1\(String(repeating: "]]", count: 60)) end } }",
  ]

  @Test(arguments: tooLong.indices)
  func `a longer one is refused with its line, on a stack of 512 KiB`(number: Int) async throws {
    let text = "-- one\n" + Self.tooLong[number]
    let error = await onOwnThread(stack: smallStack) { () -> RuleError? in
      do throws(RuleError) {
        _ = try RuleModel(text: text, name: "long.lua")
        return nil
      } catch {
        return error
      }
    }
    let found = try #require(error)
    #expect(found.code == .syntax && found.location == SourceLocation(file: "long.lua", line: 2))
    #expect(found.message.contains("an expression is too long"))
    #expect(found.hint == "put a part of it into a local first")
  }

  @Test func `one in a module is refused, too`() throws {
    let rules = RuleSource(
      text: "local m = require 'm' return {}",
      modules: ["m": "local t = {} return t\(Self.chain(200))"])
    let error = #expect(throws: RuleError.self) { try RuleModel(sources: [rules]) }
    #expect(error?.message.contains("an expression is too long") == true)
  }

  /// What jumps over code has the last instruction tell nothing: the name may be another.
  @Test(arguments: [
    ("c.t\(chain(90)) + 1", "field 'b'"), ("c.t.x + 1", "field 'x'"), ("c.n + {}", "table"),
  ])
  func `shorter ones are named as ever`(expression: String, name: String) throws {
    struct Node: RuleObject {
      static let ruleMembers: RuleMembers<Node> = [.init("b") { $0 }, .init("x") { _ in true }]
    }
    let model = try RuleModel(
      text: "return { { key = 'k', value = function(c) return \(expression) end } }")
    var context = RuleContext(model)
    context["t"] = Node()
    context["n"] = 1
    let error = #expect(throws: RuleError.self) { try context.value(at: "k", as: Int.self) }
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
  }

  @Test func `reading on and on through locals is fine`() throws {
    let steps = String(repeating: "x = x.b ", count: 1000)
    let model = try RuleModel(
      text: """
        local t = {} t.b = t t.n = 7
        local x = t \(steps)
        return { { key = "k", value = function(c) local x = t \(steps) return x.n end } }
        """)
    #expect(try RuleContext(model).value(at: "k", as: Int.self) == 7)
  }
}
