extension Sequence<String> {
  /// The names for a message: each in backticks, separated by commas.
  var listed: String { map { "`\($0)`" }.joined(separator: ", ") }
}
