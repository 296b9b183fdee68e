import ArgumentParser

/// The options that say what is asked; the same in all commands that ask.
struct QuestionOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions

  @Option(
    help: ArgumentHelp(
      "A JSON file with the values that are set; - reads standard input.", valueName: "file"))
  var context: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Sets one value, over the context's; VALUE is JSON, or else a string.",
      valueName: "key=value"))
  var values: [String] = []

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A key to ask for, or a path such as person.status.", valueName: "key"))
  var keys: [String] = []

  func validate() throws {
    try rules.requireRules()
    for value in values {
      guard let equals = value.firstIndex(of: "="), Self.isName(value[..<equals]) else {
        throw ValidationError("--set wants KEY=VALUE, not '\(value)'")
      }
    }
    if let key = keys.first(where: { !Self.isName($0[...]) }) {
      throw ValidationError("--key wants a name, or names with dots between, not '\(key)'")
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty)
  }
}
