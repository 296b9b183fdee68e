import ArgumentParser

/// The options that say what is asked; the same in all commands.
struct QuestionOptions: ParsableArguments {
  @Argument(help: "Rule files or folders, in the order of declaration.")
  var rules: [String]

  @Option(help: "Rule files or folders that are asked where the others have no answer.")
  var fallback: [String] = []

  @Option(help: "A JSON Schema with the declared keys, their types and defaults.")
  var schema: String?

  @Option(help: "A JSON file with the values that are set; `-` reads standard input.")
  var context: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Sets one value, over those of the context; JSON, or else a string.",
      valueName: "key=value"))
  var values: [String] = []

  @Option(help: "A Lua file that returns a table of functions in place of the host's.")
  var host: String?

  @Option(help: "What one access may use of the Lua machine's instructions.")
  var maxInstructions: Int?

  @Option(help: "What one access may use of processor time, in seconds.")
  var maxTime: Double?

  @Option(help: "What the rules may use of memory, in MiB.")
  var maxMemory: Int?

  func validate() throws {
    if let maxInstructions, maxInstructions < 1 {
      throw ValidationError("--max-instructions is at least 1")
    }
    if let maxTime, !(maxTime > 0 && maxTime <= 86_400) {
      throw ValidationError("--max-time is more than 0 and at most 86400 seconds")
    }
    if let maxMemory, !(1...65_536).contains(maxMemory) {
      throw ValidationError("--max-memory is from 1 to 65536 MiB")
    }
    if let value = values.first(where: { !$0.dropFirst().contains("=") }) {
      throw ValidationError("--set wants KEY=VALUE, not '\(value)'")
    }
  }
}
