import LuaRules

/// The content of a test file.
struct RuleTestFile: Sendable {
  var path: String
  /// The rule files or folders to test.
  var rules: [String] = []
  /// The fallbacks of these rules.
  var fallback: [String] = []
  var tests: [RuleTest] = []
}

/// One test: a context, and the expected answers of the rules.
struct RuleTest: Sendable {
  var name: String
  var location: SourceLocation
  /// The values of the context, in byte order of the names.
  var values: [ContextValue] = []
  var expectations: [RuleTestExpectation] = []
  /// The tables of host functions that apply, outermost first, as Lua code.
  var hosts: [String] = []
  /// Why the test is skipped, empty for no reason; `nil` if it is run.
  var skipped: String?

  struct ContextValue: Sendable {
    var name: String
    var value: LuaValue
    var location: SourceLocation
  }
}

/// The expectation for one key.
struct RuleTestExpectation: Sendable {
  /// The name, or the path of names.
  var key: String
  var wanted: Wanted
  var location: SourceLocation

  enum Wanted: Sendable {
    case value(LuaValue)
    /// An error with a code, or with a text in its message; `nil` for any
    /// error.
    case error(String?)
  }
}

extension RuleError.Code {
  /// A file of tests whose tables do not make tests.
  public static let badTest = Self(rawValue: "bad-test")
}
