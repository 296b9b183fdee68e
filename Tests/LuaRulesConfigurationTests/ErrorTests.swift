#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Synchronization
  import Testing

  /// What is wrong is told, and never taken for a missing value.
  struct ErrorTests {
    static let cases: [(rules: String, error: String)] = [
      (
        "{ key = 'port', value = function(c) return c.porrt end }",
        """
        app.lua:1: error: unknown key `porrt` [unknown-key]
          hint: did you mean `port`?
        """
      ),
      (
        "{ key = 'port', when = function(c) return c.count > 1 end, value = 1 }",
        "app.lua:1: error: unknown key `count` [unknown-key]"
      ),
      (
        "{ key = 'port', value = function() error('no port') end }",
        "app.lua:1: error: no port [runtime]"
      ),
      (
        "{ key = 'port', value = function(c) return c.other end }, "
          + "{ key = 'other', value = function(c) return c.port end }",
        "app.lua:1: error: `port` depends on itself: port → other → port [cycle]"
      ),
    ]

    @Test(arguments: cases)
    func `an error of a rule is thrown and reported`(rules: String, error: String) throws {
      let reported = Mutex<[String]>([])
      let provider = try RuleConfigProvider(rules: rules) { context in
        context.onError = { error in reported.withLock { $0.append("\(error)") } }
      }
      let thrown = try #require(throws: RuleError.self) { try provider.ask("port", .int) }
      #expect("\(thrown)".hasPrefix(error))
      // A reader gives its default, and asks no other provider.
      let reader = ConfigReader(providers: [provider, InMemoryProvider(values: ["port": 2])])
      #expect(reader.int(forKey: "port", default: 80) == 80)
      #expect(throws: RuleError.self) { try reader.requiredInt(forKey: "port") }
      #expect(reported.withLock { $0 } == ["\(thrown)"])
    }

    @Test func `a key that declares a value for errors has it`() throws {
      let reported = Mutex(0)
      let schema = try RuleSchema(
        json: """
          { "properties": {
            "limit": { "type": "integer", "x-on-error": 0 },
            "uploads": {
              "type": "array", "items": { "type": "string" }, "x-on-error": ["none"] },
            "http": { "type": "object", "x-on-error": { "port": 1 } },
            "other": { "type": "integer", "default": 5 } } }
          """)
      let provider = try RuleConfigProvider(
        rules: ["limit", "uploads", "http", "other"].map {
          "{ key = '\($0)', value = function() error('no \($0)') end },"
        }.joined(), schema: schema
      ) { context in
        context.onError = { _ in reported.withLock { $0 += 1 } }
      }
      #expect(provider.outcome("limit", .int) == .content(.int(0)))
      #expect(provider.outcome("uploads", .stringArray) == .content(.stringArray(["none"])))
      #expect(provider.outcome("http.port", .int) == .content(.int(1)))
      #expect(reported.withLock { $0 } == 3)
      let reader = ConfigReader(provider: provider)
      #expect(reader.int(forKey: "limit", default: 80) == 0)
      #expect(reader.int(forKey: "other", default: 80) == 80)
      // A value of another type than the reader's is no answer.
      #expect(throws: RuleError.self) { try provider.ask("uploads", .int) }
    }

    @Test func `one key that fails leaves the others as they are`() throws {
      let provider = try RuleConfigProvider(
        rules: "{ key = 'a', value = function() error('no') end }, { key = 'b', value = 2 }")
      #expect(throws: RuleError.self) { try provider.ask("a", .int) }
      #expect(provider.outcome("b", .int) == .content(.int(2)))
    }
  }
#endif
