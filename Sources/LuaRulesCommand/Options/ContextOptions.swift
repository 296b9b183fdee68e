import ArgumentParser

/// The values of a context, in the same form for all commands that evaluate
/// rules.
struct ContextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A JSON file with the values to set, or - for standard input.", valueName: "file"))
  var context: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set one value, replacing that of the context. VALUE is JSON, or else a string.",
      valueName: "key=value"))
  var values: [String] = []

  func validate() throws {
    for value in values {
      guard let equals = value.firstIndex(of: "="), value[..<equals].isKeyPath else {
        throw ValidationError("--set takes KEY=VALUE, not '\(value)'")
      }
    }
  }
}

extension Substring {
  /// Whether the text is the name of a key, or names separated by dots.
  var isKeyPath: Bool {
    !contains(where: \.isWhitespace)
      && !split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty)
  }
}
