#if Service
  public import LuaRules

  /// The tokens of those who may ask a service.
  ///
  /// They are never printed, and compared in a time that does not depend on how much of them is right.
  public struct AccessTokens: Sendable {
    private let tokens: [[UInt8]]

    /// Reads tokens, one a line; blank lines are skipped.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - name: The name of the text in errors, such as the name of its file.
    /// - Throws: `RuleError` with code `bad-token` for a token that a header cannot hold, and for a
    ///   text without tokens. No token is in the error.
    public init(lines text: String, name: String = "tokens") throws(RuleError) {
      var tokens: [[UInt8]] = []
      // In Swift `\r\n` is one character.
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() {
        let token = Array(line.utf8)
        if token.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
        guard token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
          throw RuleError(
            .badToken, "a token has a character that is not visible ASCII",
            at: SourceLocation(file: name, line: index + 1))
        }
        tokens.append(token)
      }
      guard !tokens.isEmpty else {
        throw RuleError(
          .badToken, "there is no token", at: SourceLocation(file: name),
          hint: "write each token on a line of its own")
      }
      self.tokens = tokens
    }

    /// Returns whether a text is one of the tokens.
    ///
    /// - Complexity: O(*n*) for *n* bytes of all tokens.
    func contains(_ text: some StringProtocol) -> Bool {
      let given = Array(text.utf8)
      var isKnown = false
      for token in tokens {
        var difference = UInt(bitPattern: token.count ^ given.count)
        for (index, byte) in token.enumerated() {
          difference |= UInt(byte ^ (index < given.count ? given[index] : 0))
        }
        isKnown = difference == 0 || isKnown
      }
      return isKnown
    }
  }

  extension AccessTokens: CustomStringConvertible, CustomReflectable {
    /// The number of tokens.
    public var description: String { tokens.count == 1 ? "1 token" : "\(tokens.count) tokens" }

    /// A mirror without the tokens.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension RuleError.Code {
    /// A text of tokens that cannot be used.
    static let badToken = Self(rawValue: "bad-token")
  }
#endif
