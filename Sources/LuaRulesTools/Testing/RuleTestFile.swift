import LuaRules

/// A file of tests, read.
struct RuleTestFile: Sendable {
  var path: String
  /// The rule files or folders that are tested.
  var rules: [String] = []
  /// What is asked where they have no answer.
  var fallback: [String] = []
  var tests: [RuleTest] = []
}

/// One test: a context, and what the rules answer in it.
struct RuleTest: Sendable {
  var name: String
  var location: SourceLocation
  /// What is set on the context, in byte order of the names.
  var values: [ContextValue] = []
  var expectations: [RuleTestExpectation] = []
  /// The tables of host functions that count, outermost first, as Lua code.
  var hosts: [String] = []
  /// Why it is not run; empty for no reason.
  var skipped: String?

  struct ContextValue: Sendable {
    var name: String
    var value: LuaValue
    var location: SourceLocation
  }
}

/// What is expected of one key.
struct RuleTestExpectation: Sendable {
  /// The name, or the path of names.
  var key: String
  var wanted: Wanted
  var location: SourceLocation

  enum Wanted: Sendable {
    case value(LuaValue)
    /// An error with a code, or with a text in its message; `nil` for any.
    case error(String?)
  }
}

extension RuleError.Code {
  /// A file of tests whose tables do not make tests.
  public static let badTest = Self(rawValue: "bad-test")
}
