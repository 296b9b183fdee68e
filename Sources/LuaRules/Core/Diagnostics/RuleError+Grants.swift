import LuaBridge

extension RuleError {
  /// The error of reading what is not granted; what is granted is told in its place.
  static func notGranted(reading path: String, granted: [String]) -> RuleError {
    RuleError(
      .notGranted, "the source may not read `\(path)`",
      hint: Spelling.suggestion(for: path, among: granted).map { "did you mean `\($0)`?" }
        ?? (granted.isEmpty
          ? "it may read nothing" : "it may read " + granted.prefix(12).listed))
  }

  /// The error of listing what may be read in parts only.
  static func notGranted(listing name: String, granted: [String]) -> RuleError {
    RuleError(
      .notGranted, "the source may not list or count \(name), of which it may read parts only",
      hint: granted.isEmpty
        ? nil : "it may read " + granted.prefix(12).listed)
  }

  /// The error of giving away what may be read in parts only.
  static func notGranted(givingOn path: String) -> RuleError {
    RuleError(
      .notGranted, "the source may read parts of `\(path)` only, so it cannot give it on",
      hint: "give the parts that it may read")
  }

  /// The error of calling a host function that is not granted.
  static func notGranted(calling function: String) -> RuleError {
    RuleError(.notGranted, "the source may not call `host.\(function)`")
  }
}
