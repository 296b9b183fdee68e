import ArgumentParser
import LuaRules

/// The budget without options.
private let usual = Budget()

/// The options for the rules and their limits.
struct RuleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Rule files, folders or bundles, in the order of declaration; by default those that "
        + "luarules.json names.",
      valueName: "rules"))
  var rules: [String] = []

  @Option(
    help: ArgumentHelp(
      "The project file or its folder; by default the nearest luarules.json.",
      valueName: "file"))
  var project: String?

  @Option(
    help: ArgumentHelp(
      "Rules to ask if those before them have no answer.",
      valueName: "rules"))
  var fallback: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON Schema that declares keys, types and defaults.",
      valueName: "file"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "A Lua file that returns functions to use instead of the program's.",
      valueName: "file.lua"))
  var host: String?

  @Flag(
    name: .customLong("no-plan"),
    help: ArgumentHelp(
      "Try rules one by one in Lua instead of by plans, to compare both.", visibility: .hidden))
  var isUnplanned = false

  @Option(
    help: ArgumentHelp(
      "What the rules may assign, read and call, as JSON; RULES=FILE for one source.",
      valueName: "file"))
  var grant: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which functions rules may have; lua-free refuses those that need Lua.",
      valueName: "functions"))
  var accept: ExecutionPolicy?

  @Option(
    help: ArgumentHelp(
      "What to do about undeclared keys that nothing reads; standard refuses only likely "
        + "misspellings.",
      valueName: "policy"))
  var unusedKeys: UnusedKeyPolicy?

  @Flag(
    name: .customLong("allow-empty"),
    help: "Accept a folder without rule files.")
  var allowsEmptyFolders = false

  @Option(
    help: ArgumentHelp(
      "A limit, such as time=0.5; may be repeated. One answer: instructions "
        + "(\(usual.instructions)), time in seconds (\(usual.seconds)), depth of keys "
        + "(\(usual.depth)). One value: valueNodes (\(usual.valueNodes)), valueBytes "
        + "(\(usual.valueBytes)), valueDepth (\(usual.valueDepth)). All rules: memory in MiB "
        + "(\(usual.memory >> 20)), files in bytes (\(usual.totalSize)). One file: file in bytes "
        + "(\(usual.fileSize)).",
      valueName: "limit=number"),
    transform: BudgetLimit.init(argument:))
  var budget: [BudgetLimit] = []

  func validate() throws {
    // Without arguments, the project file names the rules.
    if !rules.isEmpty { try checkGrants() }
  }
}
