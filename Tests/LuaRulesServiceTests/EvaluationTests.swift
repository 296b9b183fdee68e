#if Service
  import Testing

  @testable import LuaRules
  @testable import LuaRulesService

  /// From a key and a body to a status and a body, without HTTP.
  struct EvaluationTests {
    /// The answer of a flag.
    struct Value: Sendable, CustomTestStringConvertible {
      var key: String
      var body = "{}"
      var reason: String
      var variant: String
      var value: String?
      var line: Int?

      var testDescription: String { "\(key) \(body)" }

      var text: String {
        let place = line.map { #","file":"flags.lua","line":\#($0)"# } ?? ""
        return #"{"key":"\#(key)","reason":"\#(reason)","variant":"\#(variant)""#
          + (value.map { #","value":\#($0)"# } ?? "") + #","metadata":{"generation":1\#(place)}}"#
      }
    }

    static let values = [
      Value(key: "flag", reason: "STATIC", variant: "flags.lua:2", value: "true", line: 2),
      Value(
        key: "color", body: #"{"context":{"todo":{"priority":"high"}}}"#,
        reason: "TARGETING_MATCH", variant: "urgent", value: #""red""#, line: 3),
      Value(key: "color", reason: "DEFAULT", variant: "flags.lua:4", value: #""black""#, line: 4),
      Value(
        key: "color", body: #"{"context":{"color":"pink"}}"#, reason: "TARGETING_MATCH",
        variant: "context", value: #""pink""#),
      Value(key: "size", reason: "DEFAULT", variant: "default", value: "4"),
      Value(key: "whole", reason: "STATIC", variant: "flags.lua:6", value: "2.0", line: 6),
      Value(
        key: "config", reason: "STATIC", variant: "flags.lua:7", value: #"{"a":[1,2]}"#, line: 7),
      Value(key: "none", reason: "STATIC", variant: "flags.lua:8", line: 8),
      Value(
        key: "greeting", body: #"{"context":{"targetingKey":"bob"}}"#, reason: "TARGETING_MATCH",
        variant: "flags.lua:9", value: #""hello bob""#, line: 9),
      Value(
        key: "person.status", reason: "STATIC", variant: "flags.lua:13", value: #""busy""#,
        line: 13),
    ]

    @Test(arguments: values) func `a flag has a value, a reason and a place`(value: Value) throws {
      let answer = try ServedFlags.service().evaluate(value.key, body: Array(value.body.utf8))
      #expect(answer.text == value.text)
      #expect(answer.status == .ok)
    }

    static let failures = [
      ("nope", "{}", "FLAG_NOT_FOUND", "no rule assigns `nope`"),
      (
        "greeting", "{}", "TARGETING_KEY_MISSING",
        #"flags.lua:9: error: unknown key `targetingKey` [unknown-key]\n"#
          + "  hint: it is neither set, nor assigned by a rule, nor declared"
      ),
      (
        "color", #"{"context":{"todo":{"priority":"hig"}}}"#, "INVALID_CONTEXT",
        #"error: `todo.priority` is \"hig\"; expected one of low, high [bad-context]\n"#
          + #"  hint: did you mean \"high\"?"#
      ),
      (
        "color", #"{"context":{"password":5}}"#, "INVALID_CONTEXT",
        "error: `password` is •••; expected a string [bad-context]"
      ),
      (
        "color", #"{"context":"x"}"#, "INVALID_CONTEXT",
        "the context is a string; expected an object"
      ),
      (
        "color", #"{"context":[1]}"#, "INVALID_CONTEXT",
        "the context is a list; expected an object"
      ),
      (
        "color", #"{"context":{"a":{"b":18446744073709551615}}}"#, "INVALID_CONTEXT",
        "`a.b` is an integer that does not fit into 64 bits"
      ),
      ("color", "[]", "PARSE_ERROR", "the body is not a JSON object"),
      ("color", #"[{"context":{}}]"#, "PARSE_ERROR", "the body is not a JSON object"),
      (
        "color", #"{"context":{"password":"geheim"#, "PARSE_ERROR",
        "the body is not JSON: line 1, column 24: "
          + "the string that begins here has no closing quote"
      ),
      (
        "broken", "{}", "GENERAL",
        "flags.lua:11: error: attempt to concatenate a table value [runtime]"
      ),
    ]

    @Test(arguments: failures) func `an error has a code and says what is wrong`(
      key: String, body: String, code: String, details: String
    ) throws {
      let answer = try ServedFlags.service().evaluate(key, body: Array(body.utf8))
      #expect(
        answer.text == #"{"key":"\#(key)","errorCode":"\#(code)","errorDetails":"\#(details)"}"#)
      #expect(answer.status == (code == "FLAG_NOT_FOUND" ? .notFound : .badRequest))
    }

    @Test func `rules that never end are an error of one question`() throws {
      let service = try ServedFlags.service()
      let answer = service.evaluate("endless", body: [])
      #expect(answer.status == .badRequest && answer.text.contains(#""errorCode":"GENERAL""#))
      #expect(answer.text.contains("[budget]"))
      #expect(service.evaluate("flag", body: []).status == .ok)
    }

    @Test(
      arguments: [
        "", " \n", "{}", #"{"context":null}"#, #"{"context":{}}"#, #"{"context":[]}"#,
        #"{"other":1}"#, #"{"context":{"platform":null,"todo":null}}"#,
        #"{"context":{"nobody":{"reads":[1,{"this":9223372036854775807}]},"":0,".":1,"a.b":2}}"#,
        "\u{FEFF}{}",
      ])
    func `a context without anything that rules read is empty`(body: String) throws {
      let answer = try ServedFlags.service().evaluate("color", body: Array(body.utf8))
      #expect(answer.text.contains(#""value":"black""#), "\(answer.text)")
    }

    @Test func `secret flags are not there, nor those with a secret part`() throws {
      let service = try ServedFlags.service()
      for key in ["token", "password", "account", "account.pin", "todo.pin"] {
        #expect(service.evaluate(key, body: []).status == .notFound, "\(key)")
        #expect(service.explain(key, body: []).status == .notFound, "\(key)")
      }
      let all = service.evaluateAll(body: [], knownTags: nil).text
      #expect(!all.contains("t-1") && !all.contains("1234"))
    }

    @Test func `values of the context are not flags, nor are names without a default`() throws {
      let flags = try ServedFlags.service().rules.current.flags.map(\.name)
      #expect(
        flags == [
          "broken", "color", "config", "count", "endless", "flag", "greeting", "missing", "none",
          "person.status", "size", "two words", "whole",
        ])
    }

    @Test func `a declared key without rules is a flag if no rule reads it`() throws {
      let live = try LiveRuleModel(
        sources: [
          RuleSource(text: #"return {{ key = "color", when = { size = 1 }, value = "red" }}"#)
        ],
        schema: RuleSchema(
          json: """
            {
              "properties": {
                "color": { "type": "string" },
                "size": { "default": 1 },
                "shape": { "default": "round" }
              }
            }
            """), live: .silent)
      #expect(RuleService(live).rules.current.flags.map(\.name) == ["color", "shape"])
    }

    @Test func `rules that answer together are static only if all are`() throws {
      let schema = #"{"properties":{"sum":{"type":"integer","x-hit-policy":"sum"}}}"#
      for (when, reason) in [("", "STATIC"), ("when = { tier = 2 },", "TARGETING_MATCH")] {
        let service = try ServedFlags.service(
          """
          return {
            { key = "sum", value = 1 },
            { key = "sum", \(when) priority = "low", value = 2 },
          }
          """, schema: schema)
        let answer = service.evaluate("sum", body: Array(#"{"context":{"tier":2}}"#.utf8))
        let start = #"{"key":"sum","reason":"\#(reason)","variant":"flags.lua:2","value":3,"#
        #expect(answer.text.hasPrefix(start), "\(answer.text)")
      }
    }

    @Test func `a flag whose key declares a value for errors has it`() throws {
      let service = try ServedFlags.service(
        #"""
        return {
          { key = "decision", value = function(c) return {} .. "" end },
          { key = "weight", value = function(c) return {} .. "" end },
          { key = "other", value = 1 },
        }
        """#,
        schema: """
          { "properties": {
            "decision": { "enum": ["allow", "deny"], "x-on-error": "deny" },
            "weight": { "type": "number", "x-on-error": 2 } } }
          """)
      let details = #"flags.lua:2: error: attempt to concatenate a table value [runtime]"#
      let decision =
        #"{"key":"decision","reason":"ERROR","variant":"onError","value":"deny","#
        + #""metadata":{"generation":1,"errorDetails":"\#(details)"}}"#
      let answer = service.evaluate("decision", body: [])
      #expect(answer.text == decision)
      #expect(answer.status == .ok)
      #expect(service.evaluate("weight", body: []).text.contains(#""value":2.0,"#))
      let all = service.evaluateAll(body: [], knownTags: nil)
      #expect(all.text.contains(decision))
      #expect(all.entityTag != nil && all.status == .ok)
    }

    @Test func `an explanation is that of the engine`() throws {
      let answer = try ServedFlags.service().explain(
        "color", body: Array(#"{"context":{"todo":{"priority":"low","pin":"0815"}}}"#.utf8))
      #expect(answer.status == .ok)
      #expect(answer.text.contains(#""value":"black""#) && answer.text.contains(#""saw":"#))
      #expect(!answer.text.contains("0815"))
    }

    @Test func `explanations can be switched off`() throws {
      let service = try ServedFlags.service { $0.explains = false }
      #expect(service.explain("color", body: []).status == .forbidden)
    }

    @Test func `a fallback answers, and a swap of either is a new generation`() throws {
      let first = try ServedFlags.live(#"return {{ key = "flag", value = false }}"#)
      let second = try ServedFlags.live()
      let service = RuleService(first, fallback: [second])
      #expect(service.evaluate("flag", body: []).text.contains(#""value":false"#))
      let count = service.evaluate("count", body: []).text
      #expect(count.contains(#""value":3,"metadata":{"generation":2,"file":"flags.lua","line":5}"#))
      try second.replace(with: try ServedFlags.live("return {}").pinned().model)
      #expect(service.evaluate("count", body: []).status == .notFound)
      #expect(service.rules.current.number == 3)
    }

    @Test func `without a model nothing is answered`() throws {
      let live = try ServedFlags.live("not Lua", initialModel: .empty)
      let service = RuleService(live)
      for answer in [
        service.evaluate("flag", body: []), service.evaluateAll(body: [], knownTags: nil),
        service.explain("flag", body: []),
      ] {
        #expect(answer.status == .internalServerError)
        #expect(answer.text == #"{"errorDetails":"no rules have been loaded yet"}"#)
      }
      try live.replace(with: try ServedFlags.live().pinned().model)
      #expect(service.evaluate("flag", body: []).status == .ok)
    }

    @Test(
      arguments: ["c.wanted", "c[c.targetingKey]"])
    func `names that clients make up get no numbers`(read: String) throws {
      let service = try ServedFlags.service(
        #"return {{ key = "n", value = function(c) return \#(read) end }}"#)
      let body = #"{"context":{"madeUp\#(read)":1,"wanted":7,"targetingKey":"wanted"}}"#
      let answer = service.evaluate("n", body: Array(body.utf8))
      #expect(answer.text.contains(#""value":7"#), "\(answer.text)")
      #expect(KeyNames.knownNumber(of: "madeUp\(read)") == 0)
    }
  }
#endif
