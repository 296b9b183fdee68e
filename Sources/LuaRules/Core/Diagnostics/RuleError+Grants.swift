import LuaBridge

extension RuleError {
  /// Returns the error of reading a path without a grant; the hint says what is
  /// granted.
  static func notGranted(reading path: String, granted: [String]) -> RuleError {
    RuleError(
      .notGranted, "the source may not read `\(path)`",
      hint: Spelling.suggestion(for: path, among: granted).map { "did you mean `\($0)`?" }
        ?? (granted.isEmpty
          ? "it may read nothing" : "it may read " + granted.prefix(12).listed))
  }

  /// Returns the error of listing a value of which only parts may be read.
  static func notGranted(listing name: String, granted: [String]) -> RuleError {
    RuleError(
      .notGranted, "the source may not list or count \(name), of which it may read parts only",
      hint: granted.isEmpty
        ? nil : "it may read " + granted.prefix(12).listed)
  }

  /// Returns the error of passing on a value of which only parts may be read.
  static func notGranted(givingOn path: String) -> RuleError {
    RuleError(
      .notGranted, "the source may read parts of `\(path)` only, so it cannot give it on",
      hint: "give the parts that it may read")
  }

  /// Returns the error of calling a host function without a grant.
  static func notGranted(calling function: String) -> RuleError {
    RuleError(.notGranted, "the source may not call `host.\(function)`")
  }
}
