#if Service
  import LuaRules
  import Synchronization
  import Testing

  @testable import LuaRulesService

  /// All flags of one question, and the tag that saves the next one.
  struct BulkTests {
    static let rules = """
      return {
        { key = "color", when = { platform = "watch" }, value = "red" },
        { key = "color", value = "black" },
        { key = "count", value = 3 },
      }
      """

    private func body(_ platform: String) -> [UInt8] {
      Array(#"{"context":{"platform":"\#(platform)"}}"#.utf8)
    }

    @Test func `all flags are listed in the order of their keys`() throws {
      let answer = try ServedFlags.service(Self.rules, schema: "{}")
        .evaluateAll(body: body("watch"), knownTags: nil)
      #expect(
        answer.text
          == #"{"flags":[{"key":"color","reason":"TARGETING_MATCH","variant":"flags.lua:2","#
          + #""value":"red","metadata":{"generation":1,"file":"flags.lua","line":2}},"#
          + #"{"key":"count","reason":"STATIC","variant":"flags.lua:4","#
          + #""value":3,"metadata":{"generation":1,"file":"flags.lua","line":4}}],"#
          + #""metadata":{"generation":1}}"#)
      #expect(answer.status == .ok && answer.entityTag != nil)
    }

    @Test func `the same question is not answered again`() throws {
      let service = try ServedFlags.service(Self.rules, schema: "{}")
      let tag = try #require(service.evaluateAll(body: body("watch"), knownTags: nil).entityTag)
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", " \"x\" ,\t\(tag) "] {
        let again = service.evaluateAll(body: body("watch"), knownTags: known)
        #expect(again.status == .notModified && again.body.isEmpty && again.entityTag == tag)
      }
      for known in ["\"x\"", "*", "", String(tag.dropLast())] {
        #expect(service.evaluateAll(body: body("watch"), knownTags: known).status == .ok)
      }
    }

    @Test func `another context, another generation and another process have other tags`() throws {
      let live = try ServedFlags.live(Self.rules, schema: "{}")
      let service = RuleService(live)
      let tag = service.evaluateAll(body: body("watch"), knownTags: nil).entityTag
      #expect(service.evaluateAll(body: body("phone"), knownTags: tag).status == .ok)
      #expect(RuleService(live).evaluateAll(body: body("watch"), knownTags: tag).status == .ok)
      try live.replace(with: live.pinned().model)
      #expect(service.evaluateAll(body: body("watch"), knownTags: tag).status == .ok)
    }

    @Test(arguments: [
      (#"{"context":{"platform":"watch","a":{"b":1,"c":[1,2]}}}"#, true),
      (#" {"context": {"a":{"c":[1,2],"b":1}, "platform":"watch"}, "other": 1}"#, true),
      (#"{"context":{"platform":"watch","a":{"b":1,"c":[2,1]}}}"#, false),
      (#"{"context":{"platform":"watch","a":{"b":2,"c":[1,2]}}}"#, false),
      (#"{"context":{"platform":"watch","b":1,"a":{"c":[1,2]}}}"#, false),
      (#"{"context":{"platform":"watch","a":{"b":"1","c":[1,2]}}}"#, false),
      (#"{"context":{"platform":"watch","a":{"b":1,"c":[1,2],"d":null}}}"#, false),
      (#"{"context":{"platform":"watch"}}"#, false),
    ])
    func `the order of members has no influence on the tag`(body: String, isSame: Bool) throws {
      let service = try ServedFlags.service(Self.rules, schema: "{}")
      let first = #"{"context":{"platform":"watch","a":{"b":1,"c":[1,2]}}}"#
      let tag = service.evaluateAll(body: Array(first.utf8), knownTags: nil).entityTag
      let answer = service.evaluateAll(body: Array(body.utf8), knownTags: tag)
      #expect(answer.status == (isSame ? .notModified : .ok))
      #expect((answer.entityTag == tag) == isSame)
    }

    @Test func `texts with other bytes have other tags`() throws {
      let service = try ServedFlags.service(Self.rules, schema: "{}")
      let tag = service.evaluateAll(body: body("caf\u{E9}"), knownTags: nil).entityTag
      #expect(service.evaluateAll(body: body("cafe\u{301}"), knownTags: tag).status == .ok)
    }

    @Test func `a flag that fails is an error in the list, and counts by its code`() throws {
      let service = try ServedFlags.service(
        """
        return {
          { key = "a", value = 1 }, { key = "b", value = function(c) return {} .. "" end },
        }
        """, schema: "{}")
      let answer = service.evaluateAll(body: [], knownTags: nil)
      let tag = try #require(answer.entityTag)
      #expect(answer.status == .ok)
      #expect(
        answer.text.contains(
          #"{"key":"b","errorCode":"GENERAL","errorDetails":"flags.lua:2: error: attempt to "#
            + #"concatenate a table value [runtime]"}],"metadata""#), "\(answer.text)")
      let again = service.evaluateAll(body: [], knownTags: tag)
      #expect(again.status == .notModified && again.body.isEmpty && again.entityTag == tag)
    }

    @Test(arguments: ["{}", #"{"properties":{"b":{"x-on-error":"none"}}}"#])
    func `a flag that failed is evaluated again, and its tag changes with its code`(
      schema: String
    ) throws {
      let calls = Mutex(0)
      let live = try LiveRuleModel(
        sources: [
          RuleSource(
            text: #"return {{ key = "b", value = function(c) return host.look() .. c.name end }}"#)
        ], schema: RuleSchema(json: schema),
        host: [
          "look": .function {
            let call = calls.withLock { calls in
              calls += 1
              return calls
            }
            // Another message each time, then another code, then an answer.
            if call < 3 { throw RuleError(.runtime, "attempt \(call)") }
            return "hello "
          }
        ], live: .silent)
      let service = RuleService(live)
      let first = service.evaluateAll(body: [], knownTags: nil)
      let tag = try #require(first.entityTag)
      #expect(first.text.contains("attempt 1"), "\(first.text)")
      #expect(service.evaluateAll(body: [], knownTags: tag).status == .notModified)
      let third = service.evaluateAll(body: [], knownTags: tag)
      #expect(third.status == .ok && third.text.contains("unknown key `name`"), "\(third.text)")
      let known = [tag, third.entityTag ?? ""].joined(separator: ", ")
      let body = Array(#"{"context":{"name":"bob"}}"#.utf8)
      let fourth = service.evaluateAll(body: body, knownTags: known)
      #expect(fourth.status == .ok && fourth.text.contains("hello bob"))
      #expect(calls.withLock { $0 } == 4)
    }

    @Test func `a context that is refused is an error of the whole question`() throws {
      let service = try ServedFlags.service()
      let answer = service.evaluateAll(
        body: Array(#"{"context":{"todo":1}}"#.utf8), knownTags: nil)
      #expect(answer.status == .badRequest)
      #expect(
        answer.text
          == #"{"errorCode":"INVALID_CONTEXT","#
          + #""errorDetails":"error: `todo` is •••; expected an object [bad-context]"}"#)
    }

    @Test func `flags for which there is no time left are errors`() throws {
      let service = try ServedFlags.service(Self.rules, schema: "{}") { $0.timeLimit = .zero }
      let answer = service.evaluateAll(body: [], knownTags: nil)
      #expect(answer.status == .ok && answer.entityTag != nil)
      #expect(
        answer.text.hasPrefix(
          #"{"flags":[{"key":"color","errorCode":"GENERAL","errorDetails":"the time for all flags"#)
      )
    }

    @Test func `where host functions look elsewhere, the answers are compared`() throws {
      let service = try ServedFlags.service(Self.rules, schema: "{}") { $0.isRepeatable = false }
      let tag = try #require(service.evaluateAll(body: body("phone"), knownTags: nil).entityTag)
      // Another question with the same answers.
      let same = service.evaluateAll(body: body("tablet"), knownTags: tag)
      #expect(same.status == .notModified && same.body.isEmpty)
      #expect(service.evaluateAll(body: body("watch"), knownTags: tag).status == .ok)
    }

    @Test func `where a suspended rule is passed over, the answers are compared`() throws {
      var options = RuleOptions(plan: .lua)
      options.budget.instructions = 20_000
      options.suspension = SuspensionPolicy(after: 1, pause: .seconds(3600), behavior: .decline)
      let rules = """
        return {
          { key = "n", value = function(c) while c.spend do end return 1 end },
          { key = "n", priority = "low", value = 2 },
        }
        """
      let service = RuleService(
        try LiveRuleModel(sources: [RuleSource(text: rules)], options: options, live: .silent))
      let body = Array(#"{"context":{"spend":false}}"#.utf8)
      let tag = try #require(service.evaluateAll(body: body, knownTags: nil).entityTag)
      #expect(service.evaluateAll(body: body, knownTags: tag).status == .notModified)
      let spending = service.evaluate("n", body: Array(#"{"context":{"spend":true}}"#.utf8))
      #expect(spending.text.contains("[budget]"))
      let other = service.evaluateAll(body: body, knownTags: tag)
      #expect(other.status == .ok && other.text.contains(#""value":2"#))
      #expect(service.evaluateAll(body: body, knownTags: other.entityTag).status == .notModified)
    }
  }
#endif
