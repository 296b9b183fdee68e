import ArgumentParser
import LuaRules

/// The budget without options.
private let usual = Budget()

/// The options for the rules and their limits.
struct RuleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Rule files, folders or bundles, in the order of declaration. Without any, or for a single "
        + "folder with a luarules.json, those that luarules.json names.",
      valueName: "rules"))
  var rules: [String] = []

  @Option(
    help: ArgumentHelp(
      "The project file or its folder. By default the nearest luarules.json in or above the working "
        + "directory, or beside the only rules that have no grant.",
      valueName: "file"))
  var project: String?

  @Option(
    help: ArgumentHelp(
      "A rule file or folder to ask where the ones before it have no answer.",
      valueName: "rules"))
  var fallback: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON Schema that declares keys, types and defaults. By default the one in a bundle.",
      valueName: "file"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "A Lua file that returns a table of functions to use instead of the program's.",
      valueName: "file.lua"))
  var host: String?

  @Flag(
    name: .customLong("no-plan"),
    help: "Try rules one by one in Lua instead of by plans.")
  var isUnplanned = false

  @Option(
    help: ArgumentHelp(
      "A JSON file that says what the rules may assign, read and call. RULES=FILE is for one of the "
        + "rule files or folders.",
      valueName: "file"))
  var grant: [String] = []

  @Option(
    help: ArgumentHelp(
      "The functions that rules may have: any-lua, or native-only to refuse rules that need Lua to "
        + "decide.",
      valueName: "functions"))
  var accept: ExecutionPolicy?

  @Option(
    help: ArgumentHelp(
      "What to do about keys that are neither declared nor read, and about members that a declared "
        + "type does not have: refuse, warn or allow. standard refuses likely misspellings and warns "
        + "about the others.",
      valueName: "policy"))
  var unusedKeys: UnusedKeyPolicy?

  @Flag(
    name: .customLong("allow-empty"),
    help: "Accept a folder without rule files.")
  var allowsEmptyFolders = false

  @Option(
    help: ArgumentHelp(
      "A limit, such as time=0.5; may be repeated. One answer: instructions "
        + "(\(usual.instructions)), time in seconds of processor time (\(usual.seconds)), depth of keys "
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
