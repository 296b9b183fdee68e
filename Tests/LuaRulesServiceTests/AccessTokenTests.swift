#if Service
  import LuaRules
  import Testing

  @testable import LuaRulesService

  struct AccessTokenTests {
    @Test func `each line is a token`() throws {
      let tokens = try AccessTokens(lines: "one\ntwo\r\n\n  \nthree", name: "tokens")
      for token in ["one", "two", "three"] { #expect(tokens.contains(token)) }
      for token in ["", " ", "on", "onee", "One", "one\ntwo", "t"] {
        #expect(!tokens.contains(token))
      }
    }

    @Test func `tokens are not printed`() throws {
      let tokens = try AccessTokens(lines: "geheim")
      var dumped = ""
      dump(tokens, to: &dumped)
      var options = RuleServiceOptions()
      options.tokens = tokens
      for text in ["\(tokens)", dumped, String(reflecting: tokens), "\(options)"] {
        #expect(!text.contains("geheim"))
        // The bytes of `geheim`.
        #expect(!text.contains("103"))
      }
    }

    private static let invisible =
      "tokens:2: error: a token has a character that is not visible ASCII [bad-token]"

    @Test(
      arguments: [
        (
          "",
          "tokens: error: there is no token [bad-token]\n"
            + "  hint: write each token on a line of its own"
        ),
        ("good\nnot good", invisible), ("gut\nschön", invisible),
      ])
    func `a text that is no list of tokens is refused`(text: String, message: String) {
      let error = #expect(throws: RuleError.self) { try AccessTokens(lines: text) }
      #expect(error?.description == message)
    }
  }
#endif
