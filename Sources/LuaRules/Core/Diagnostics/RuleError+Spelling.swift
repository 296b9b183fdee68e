import LuaBridge

extension RuleError {
  /// Returns the name that the author probably meant, if one is close enough.
  package static func likelyName(for word: String, among names: [String]) -> String? {
    Spelling.suggestion(for: word, among: names)
  }

  /// The error for a member that an object does not have.
  ///
  /// - Parameters:
  ///   - name: The name that was read.
  ///   - members: The names that the object has.
  ///   - note: The hint, if no member has a similar name.
  /// - Returns: The error, without a location.
  static func unknownMember(_ name: String, members: [String], note: String?) -> RuleError {
    let suggestion = Spelling.suggestion(for: name, among: members)
    return RuleError(
      .unknownMember, "unknown member `\(name)`",
      hint: suggestion.map { "did you mean `\($0)`?" } ?? note
        ?? (members.isEmpty
          ? nil : "there are " + members.prefix(12).map { "`\($0)`" }.joined(separator: ", ")))
  }
}
