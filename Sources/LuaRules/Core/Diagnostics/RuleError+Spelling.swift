import LuaBridge

extension RuleError {
  /// Returns the name that someone probably meant to write, if one is near enough.
  package static func likelyName(for word: String, among names: [String]) -> String? {
    Spelling.suggestion(for: word, among: names)
  }
}
