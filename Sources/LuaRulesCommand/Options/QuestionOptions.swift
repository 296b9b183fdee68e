import ArgumentParser

/// The options of a question, the same for all commands that evaluate rules.
struct QuestionOptions: ParsableArguments {
  @OptionGroup(title: "Rule options") var rules: RuleArguments

  @OptionGroup var values: ContextOptions

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A key to ask for, or a path such as person.status.", valueName: "key"))
  var keys: [String] = []

  func validate() throws {
    try rules.requireRules()
    if let key = keys.first(where: { !$0[...].isKeyPath }) {
      throw ValidationError("--key takes a name, or names with dots between, not '\(key)'")
    }
  }
}
