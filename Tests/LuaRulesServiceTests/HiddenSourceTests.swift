#if Service
  import Hummingbird
  import LuaRules
  import Testing

  @testable import LuaRulesService

  /// Answers without the files and lines of rules.
  struct HiddenSourceTests {
    private static let rules = #"""
      return {
        { key = "flag", value = true },
        { key = "color", name = "urgent", when = { platform = "watch" }, value = "red" },
        { key = "color", value = "black" },
        { key = "greeting", value = function(c) return "hello " .. c.targetingKey end },
        { key = "chain", value = function(c) return c.greeting end },
        { key = "broken", value = function(c) return {} .. "" end },
        { key = "own", value = function(c) error("flags.lua:1: " .. c.platform) end },
        { key = "caught", value = function(c)
          local ok, problem = pcall(function() return {} .. "" end)
          error(problem, 0)
        end },
        { key = "endless", value = function(c) while true do end end },
        { key = "only", value = 1 },
        { key = "only", value = 2 },
        { key = "saved", value = function(c) return {} .. "" end },
      }
      """#

    private static let schema = """
      { "properties": {
        "only": { "type": "integer", "x-hit-policy": "unique" },
        "saved": { "type": "string", "x-on-error": "safe" },
        "platform": { "type": "string", "default": "phone" },
        "size": { "type": "integer", "default": 4 }
      } }
      """

    private static let keys = [
      "flag", "color", "greeting", "chain", "broken", "own", "caught", "endless", "only", "saved",
      "size",
    ]

    private static let bodies = [
      "{}", #"{"context":{"platform":"watch","targetingKey":"bob"}}"#,
      #"{"context":{"platform":5}}"#, "[", #"{"context":{"flag":false}}"#,
    ]

    /// Everything that a service says.
    private func texts(_ service: RuleService) -> [String] {
      var texts: [String] = []
      for body in Self.bodies.map({ Array($0.utf8) }) {
        texts.append(service.evaluateAll(body: body, knownTags: nil).text)
        for key in Self.keys + ["nope"] {
          texts.append(service.evaluate(key, body: body).text)
          texts.append(service.explain(key, body: body).text)
        }
      }
      return texts
    }

    /// A file, or the member for a line.
    private func namesSource(_ text: String) -> Bool {
      text.contains("flags.lua") || text.contains(#""line":"#) || text.contains(#""file":"#)
        || text.contains(/\.lua|:[0-9]+:/)
    }

    @Test func `no answer and no error names a file or a line`() throws {
      let hidden = try ServedFlags.service(Self.rules, schema: Self.schema) {
        $0.hidesSources = true
      }
      for text in texts(hidden) { #expect(!namesSource(text), "\(text)") }
      // As it is without the switch.
      let open = try ServedFlags.service(Self.rules, schema: Self.schema)
      #expect(texts(open).count { namesSource($0) } > 60)
    }

    @Test(arguments: [
      (
        "flag",
        #"{"key":"flag","reason":"STATIC","variant":"rule","value":true,"metadata":{"generation":1}}"#
      ),
      (
        "greeting",
        #"{"key":"greeting","errorCode":"TARGETING_KEY_MISSING","errorDetails":"error: unknown key "#
          + #"`targetingKey` [unknown-key]\n  hint: it is neither set, nor assigned by a rule, nor declared"}"#
      ),
      (
        "broken",
        #"{"key":"broken","errorCode":"GENERAL","errorDetails":"error: the rules failed [runtime]"}"#
      ),
      (
        "saved",
        #"{"key":"saved","reason":"ERROR","variant":"onError","value":"safe","#
          + #""metadata":{"generation":1,"errorDetails":"error: the rules failed [runtime]"}}"#
      ),
    ])
    func `the rest of an answer stays`(key: String, text: String) throws {
      let service = try ServedFlags.service(Self.rules, schema: Self.schema) {
        $0.hidesSources = true
      }
      #expect(service.evaluate(key, body: []).text == text)
    }

    @Test func `a rule with a name keeps it, and explanations are refused`() throws {
      let service = try ServedFlags.service(Self.rules, schema: Self.schema) {
        $0.hidesSources = true
      }
      let body = Array(#"{"context":{"platform":"watch"}}"#.utf8)
      #expect(service.evaluate("color", body: body).text.contains(#""variant":"urgent""#))
      let explanation = service.explain("color", body: body)
      #expect(explanation.status == .forbidden)
      #expect(
        explanation.text
          == #"{"errorDetails":"explanations are switched off, because they show the sources of rules"}"#
      )
    }
  }
#endif
