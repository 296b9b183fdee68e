#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Testing

  /// Which rule answers for a key of a reader.
  struct KeyTests {
    @Test(
      arguments: [
        ("http.port", "httpPort"), ("http.user-agent", "httpUserAgent"), ("log_level", "logLevel"),
        ("a.b.c", "aBC"), ("http.server.max-idle_time", "httpServerMaxIdleTime"),
      ])
    func `a path is asked first, then its words as one name`(path: String, name: String) throws {
      let both = try RuleConfigProvider(
        rules: "{ key = '\(name)', value = 1 }, { key = '\(path)', value = 2 }")
      #expect(try both.ask(path, .int) == LookupResult(encodedKey: path, value: 2))
      let one = try RuleConfigProvider(rules: "{ key = '\(name)', value = 1 }")
      #expect(try one.ask(path, .int) == LookupResult(encodedKey: name, value: 1))
    }

    /// Rules, a key, and the number that answers; `nil` for none.
    static let cases: [(rules: String, key: String, answer: Int?)] = [
      ("", "port", nil),
      ("{ key = 'http', value = { port = 1 } }", "http.port", 1),
      ("{ key = 'http', value = { port = 1 } }", "http.host", nil),
      ("{ key = 'http', value = { port = 1 } }, { key = 'http.port', value = 2 }", "http.port", 2),
      ("{ key = 'http', value = { port = 1 } }, { key = 'httpHost', value = 2 }", "http.host", 2),
      // A value without members is not in the way.
      ("{ key = 'log', value = 'info' }", "log.level", nil),
      ("{ key = 'log', value = 'info' }, { key = 'logLevel', value = 2 }", "log.level", 2),
      ("{ key = 'a.b', value = 1 }", "a", nil),
      ("{ key = 'a.b', value = 1 }", "a.b.c", nil),
      ("{ key = 'a.b', value = { c = 1 } }", "a.b.c", 1),
      // The rules do not hold, decline, or say that there is nothing.
      ("{ key = 'port', when = false, value = 1 }", "port", nil),
      ("{ key = 'a', value = function(c) return c.b end }, { key = 'b', value = null }", "a", nil),
      ("{ key = 'port', value = null }", "port", nil),
      ("{ key = 'http.port', value = null }, { key = 'httpPort', value = 2 }", "http.port", nil),
      // Names that no key can have.
      ("{ key = 'port', value = 1 }", "", nil),
      ("{ key = 'port', value = 1 }", "port.", nil),
      ("{ key = 'port', value = 1 }", ".port", nil),
      (
        "{ key = 'port', value = 1 }",
        String(repeating: "a.", count: 100_000) + "a", nil
      ),
    ]

    @Test(arguments: cases)
    func `a key for which nobody answers has no value`(
      rules: String, key: String, answer: Int?
    ) throws {
      let provider = try RuleConfigProvider(rules: rules)
      let key = AbsoluteConfigKey(
        key.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
      let content = answer.map { ConfigContent.int($0) }
      #expect(try provider.value(forKey: key, type: .int).value?.content == content)
    }

    @Test func `the names that a key asks are asked in one generation`() throws {
      // The rule for `a.b` swaps, and declines; what the other rule gives is of the same generation.
      let live = try LiveRuleModel(sources: [RuleSource(text: "return {}")])
      let host: HostFunctions = [
        "swap": .function {
          try live.replace(with: try RuleModel(text: "return {{ key = 'aB', value = 2 }}"))
        }
      ]
      try live.replace(
        with: try RuleModel(
          text: """
            return {
              { key = "a.b", value = function() host.swap() return nil end },
              { key = "aB", value = 1 },
            }
            """, host: host))
      let provider = RuleConfigProvider(live)
      #expect(provider.outcome("a.b", .int) == .content(.int(1)))
      #expect(provider.outcome("a.b", .int) == .content(.int(2)))
    }

    @Test func `a declared default answers only where that is wanted`() throws {
      let schema = RuleSchema(
        RuleKey("port", default: 80), RuleKey("http.port", default: 81),
        RuleKey("name", default: String?.none))
      let rules = "{ key = 'port', value = 8080, when = { isOpen = true } }"
      let plain = try RuleConfigProvider(rules: rules, schema: schema) { $0["isOpen"] = false }
      #expect(plain.outcome("port", .int) == .content(nil))
      #expect(plain.outcome("http.port", .int) == .content(nil))
      let full = try RuleConfigProvider(rules: rules, schema: schema, answersDefaults: true) {
        $0["isOpen"] = false
      }
      #expect(full.outcome("port", .int) == .content(.int(80)))
      #expect(full.outcome("http.port", .int) == .content(.int(81)))
      #expect(full.outcome("name", .string) == .content(nil))
      #expect(
        full.outcome("port", .string)
          == .error(
            "error: `port` is 80; expected a string [wrong-type]\n  hint: write \"80\", in quotes"))
    }

    @Test func `a rule comes before the default of a better name`() throws {
      let schema = RuleSchema(RuleKey("http.port", default: 81))
      for rules in ["{ key = 'httpPort', value = 1 }", "{ key = 'http', value = { port = 1 } }"] {
        let provider = try RuleConfigProvider(rules: rules, schema: schema, answersDefaults: true)
        #expect(provider.outcome("http.port", .int) == .content(.int(1)))
      }
    }

    @Test func `a fallback model answers where the first does not`() throws {
      let first = try RuleModel(text: "return {{ key = 'aB', value = 1 }}")
      let second = try RuleModel(text: "return {{ key = 'c', value = 2 }}")
      let provider = RuleConfigProvider(first.fallback(second))
      #expect(provider.outcome("a.b", .int) == .content(.int(1)))
      #expect(provider.outcome("c", .int) == .content(.int(2)))
    }

    @Test func `the next provider is asked for what the rules do not answer`() throws {
      let reader = ConfigReader(providers: [
        try RuleConfigProvider(
          rules: "{ key = 'http.port', value = 1 }, { key = 'a', value = null }"),
        InMemoryProvider(values: ["http.port": 2, "http.host": "local", "a": 3]),
      ])
      #expect(reader.int(forKey: "http.port") == 1)
      #expect(reader.scoped(to: "http").string(forKey: "host") == "local")
      #expect(reader.int(forKey: "a") == 3)
    }
  }
#endif
