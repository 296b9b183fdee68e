#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Testing

  /// A value of a rule as the type that a reader asks for.
  struct ValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
      let value: String
      let type: ConfigType
      let outcome: Outcome
      var testDescription: String { "\(value) as \(type)" }

      init(_ value: String, _ type: ConfigType, _ content: ConfigContent) {
        (self.value, self.type, self.outcome) = (value, type, .content(content))
      }

      init(_ value: String, _ type: ConfigType, error: String) {
        (self.value, self.type) = (value, type)
        self.outcome = .error("app.lua:1: error: rule for `key` gives \(error)")
      }
    }

    static let cases = [
      Case("'text'", .string, .string("text")),
      Case("''", .string, .string("")),
      Case(
        "3", .string, error: "3; expected a string [wrong-type]\n  hint: write \"3\", in quotes"),
      Case(
        "'\\xFF'", .string,
        error: "\"\\xFF\"; expected a string in UTF-8 [wrong-value]\n  hint: was it cut inside a "
          + "character? `string.sub` counts bytes; `utf8.offset(text, n)` is the byte at which "
          + "character n begins"),
      Case("3", .int, .int(3)),
      Case("3.0", .int, .int(3)),
      Case("math.mininteger", .int, .int(.min)),
      Case("3.5", .int, error: "3.5; expected an integer [wrong-value]"),
      Case(
        "'3'", .int,
        error: "\"3\"; expected an integer [wrong-type]\n  hint: write 3 without quotes"),
      Case("1e300", .int, error: "1e+300; expected an integer [wrong-value]"),
      Case("3", .double, .double(3)),
      Case("2.5", .double, .double(2.5)),
      Case("false", .double, error: "false; expected a number [wrong-type]"),
      Case("false", .bool, .bool(false)),
      Case("0", .bool, error: "0; expected true or false [wrong-type]"),
      Case("'a\\0\\xFF'", .bytes, .bytes([97, 0, 255])),
      Case("{ 1, 2 }", .bytes, error: "a table; expected a string of bytes [wrong-type]"),
      Case("{ 'a', 'b' }", .stringArray, .stringArray(["a", "b"])),
      Case("{}", .stringArray, .stringArray([])),
      Case(
        "{ 'a', 1 }", .stringArray,
        error: "1 in `[2]`; expected a string [wrong-type]\n  hint: write \"1\", in quotes"),
      Case("{ 1, 2.0 }", .intArray, .intArray([1, 2])),
      Case("{ 1, 2.5 }", .doubleArray, .doubleArray([1, 2.5])),
      Case("{ true }", .boolArray, .boolArray([true])),
      Case("{ 'a', '\\xFF' }", .byteChunkArray, .byteChunkArray([[97], [255]])),
      Case("'a'", .intArray, error: "\"a\"; expected a list of integers [wrong-type]"),
      Case("{ a = 1 }", .string, error: "a table; expected a string [wrong-type]"),
    ]

    @Test(arguments: cases, [true, false])
    func `a value is converted, or refused with its place`(sample: Case, isConstant: Bool) throws {
      let value = isConstant ? sample.value : "function() return \(sample.value) end"
      let provider = try RuleConfigProvider(rules: "{ key = 'key', value = \(value) }")
      #expect(provider.outcome("key", sample.type) == sample.outcome)
      #expect(try provider.ask("other", sample.type).value == nil)
    }

    @Test func `a value is what the declared type of its key allows`() throws {
      let schema = try RuleSchema(
        json: #"{ "properties": { "level": { "enum": ["info", "debug"] } } }"#)
      let provider = try RuleConfigProvider(
        rules: "{ key = 'level', value = function(c) return c.wanted end }", schema: schema)
      #expect(
        provider.outcome("level", .string, context: ["wanted": "debug"])
          == .content(.string("debug")))
      #expect(
        provider.outcome("level", .string, context: ["wanted": "debugg"])
          == .error(
            """
            app.lua:1: error: rule for `level` gives "debugg"; expected one of info, debug [wrong-value]
              hint: did you mean "debug"?
            """))
    }

    @Test func `rules may answer together`() throws {
      let schema = try RuleSchema(
        json: """
          { "properties": {
            "uploads": {
              "type": "array", "items": { "type": "string" }, "x-hit-policy": "collect" },
            "limit": { "type": "integer", "x-hit-policy": "minimum" } } }
          """)
      let provider = try RuleConfigProvider(
        rules: """
          { key = "uploads", value = "png" }, { key = "uploads", value = "jpeg" },
          { key = "limit", value = 20 }, { key = "limit", value = function() return 10 end },
          """, schema: schema)
      #expect(
        provider.outcome("uploads", .stringArray) == .content(.stringArray(["png", "jpeg"])))
      #expect(provider.outcome("limit", .int) == .content(.int(10)))
    }

    @Test func `what the host sets has the same types`() throws {
      let provider = try RuleConfigProvider(rules: "") { context in
        context["ports"] = [80, 443]
        context["pause"] = Duration.seconds(2)
        context["service"] = ["name": "shop"]
      }
      #expect(provider.outcome("ports", .intArray) == .content(.intArray([80, 443])))
      #expect(provider.outcome("pause", .double) == .content(.double(2)))
      #expect(provider.outcome("service.name", .string) == .content(.string("shop")))
      #expect(provider.outcome("service.port", .int) == .content(nil))
    }
  }
#endif
