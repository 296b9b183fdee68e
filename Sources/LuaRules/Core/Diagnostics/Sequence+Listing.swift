extension Sequence<String> {
  /// The names as a message lists them: each in backticks, with commas between.
  var listed: String { map { "`\($0)`" }.joined(separator: ", ") }
}
