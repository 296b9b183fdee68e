import LuaBridge

extension RuleError {
  /// Returns the name that the author probably meant, if one is close enough.
  package static func likelyName(for word: String, among names: [String]) -> String? {
    Spelling.suggestion(for: word, among: names)
  }
}
