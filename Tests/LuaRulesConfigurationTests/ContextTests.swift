#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Testing

  /// The context of a reader is what rules see.
  struct ContextTests {
    private static func echo(_ text: String) -> String {
      "{ key = 'echo', value = function(c) return \(text) end }"
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let reads: String
      let context: [String: ConfigContextValue]
      let answer: String
      var testDescription: String { reads }
    }

    static let cases = [
      Case(reads: "c.name", context: ["name": "ada"], answer: "ada"),
      Case(reads: "math.type(c.count)", context: ["count": 3], answer: "integer"),
      Case(reads: "math.type(c.share)", context: ["share": 3.0], answer: "float"),
      Case(reads: "tostring(c.isOpen)", context: ["isOpen": true], answer: "true"),
      Case(reads: "c['user-agent']", context: ["user-agent": "curl"], answer: "curl"),
      Case(reads: "c.client.region", context: ["client.region": "eu"], answer: "eu"),
      Case(
        reads: "c.a.b.c .. c.a.b.d .. c.a.e",
        context: ["a.b.c": "1", "a.b.d": "2", "a.e": "3"], answer: "123"),
      // A value is in the way of a table, so the other one is a path.
      Case(reads: "c.a .. c['a.b']", context: ["a": "1", "a.b": "2"], answer: "12"),
      Case(reads: "c.host.name .. c['host.port']", context: ["host.port": "1"], answer: "ada1"),
      Case(reads: "c['a.'] .. c['.']", context: ["a.": "1", ".": "2"], answer: "12"),
      Case(reads: "c.name", context: ["name": "ada", "unknown": "x"], answer: "ada"),
    ]

    @Test(arguments: cases)
    func `a value is read by its name`(sample: Case) throws {
      let provider = try RuleConfigProvider(rules: Self.echo(sample.reads)) {
        $0["host"] = ["name": "ada"]
      }
      #expect(
        provider.outcome("echo", .string, context: sample.context)
          == .content(.string(sample.answer)))
    }

    @Test func `a pattern matches names with dots`() throws {
      let provider = try RuleConfigProvider(
        rules: "{ key = 'port', when = { ['client.region'] = 'eu' }, value = 1 }")
      #expect(
        provider.outcome("port", .int, context: ["client.region": "eu"]) == .content(.int(1)))
      #expect(
        provider.outcome("port", .int, context: ["client.region": "us"]) == .content(nil))
    }

    @Test func `the reader's value replaces the one of the provider, for its question`() throws {
      let provider = try RuleConfigProvider(rules: Self.echo("c.name")) { $0["name"] = "host" }
      #expect(
        provider.outcome("echo", .string, context: ["name": "reader"])
          == .content(.string("reader")))
      #expect(provider.outcome("echo", .string) == .content(.string("host")))
    }

    @Test func `the context of a scoped reader reaches the rules`() throws {
      let reader = ConfigReader(
        provider: try RuleConfigProvider(
          rules: "{ key = 'http.timeout', value = 5, when = { upstream = 'slow' } },"
            + "{ key = 'http.timeout', value = 1 }"))
      let scoped = reader.scoped(to: ConfigKey("http", context: ["upstream": "slow"]))
      #expect(scoped.int(forKey: "timeout") == 5)
      #expect(
        reader.int(forKey: ConfigKey("http.timeout", context: ["upstream": "quick"])) == 1)
    }

    @Test func `a declared value is converted, and refused if it does not fit`() throws {
      let schema = try RuleSchema(
        json: """
          { "properties": {
            "share": { "type": "number" }, "size": { "type": "integer" },
            "pin": { "type": "integer", "writeOnly": true } } }
          """)
      let provider = try RuleConfigProvider(
        rules: Self.echo("math.type(c.share)"), schema: schema)
      #expect(
        provider.outcome("echo", .string, context: ["share": 3]) == .content(.string("float")))
      #expect(
        provider.outcome("echo", .string, context: ["share": 3, "size": "large"])
          == .error("error: `size` is \"large\"; expected an integer [bad-context]"))
      #expect(
        provider.outcome("echo", .string, context: ["share": 3, "pin": "hunter2"])
          == .error("error: `pin` is •••; expected an integer [bad-context]"))
    }

    @Test func `only a closed schema refuses unknown names`() throws {
      var schema = RuleSchema(RuleKey("name", default: "", description: nil))
      let open = try RuleConfigProvider(rules: Self.echo("c.name"), schema: schema)
      #expect(open.outcome("echo", .string, context: ["nmae": "x"]) == .content(.string("")))
      schema.isClosed = true
      let closed = try RuleConfigProvider(rules: Self.echo("c.name"), schema: schema)
      #expect(
        closed.outcome("echo", .string, context: ["nmae": "x"])
          == .error(
            """
            error: the context sets `nmae`, which is neither declared nor known to any rule [bad-context]
              hint: did you mean `name`?
            """))
    }
  }
#endif
