import ArgumentParser
import LuaRules

/// The budget without options.
private let usual = Budget()

/// The options for the rules and their limits.
struct RuleArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Rule files, folders or bundles, in the order of declaration; else those that luarules.json "
        + "names. A folder with a luarules.json, named alone, stands for what that names.",
      valueName: "rules"))
  var rules: [String] = []

  @Option(
    help: ArgumentHelp(
      "The project file, or its folder; else luarules.json where the command runs or above, or "
        + "that of the only rules that are named without a grant.",
      valueName: "file"))
  var project: String?

  @Option(
    help: ArgumentHelp(
      "A rule file or folder that is asked where those before it have no answer.",
      valueName: "rules"))
  var fallback: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON Schema with the declared keys, their types and defaults; else the one in a bundle.",
      valueName: "file"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "A Lua file that returns a table of functions in place of the host's.",
      valueName: "file.lua"))
  var host: String?

  @Flag(
    name: .customLong("no-plan"),
    help: "Try rules one after the other in Lua, to find out whether a plan is at fault.")
  var isUnplanned = false

  @Option(
    help: ArgumentHelp(
      "A JSON file with what the rules may assign, read and call; RULES=FILE for one of the "
        + "rule files or folders alone.",
      valueName: "file"))
  var grant: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which functions the rules may have: any-lua, or native-only for such as are decided "
        + "without Lua; others are errors of loading.",
      valueName: "functions"))
  var accept: ExecutionPolicy?

  @Option(
    help: ArgumentHelp(
      "What to do about keys that are neither declared nor read by a rule, and members that a "
        + "declared type does not have: refuse, warn or allow; standard refuses likely misspellings "
        + "and warns of all others.",
      valueName: "policy"))
  var unusedKeys: UnusedKeyPolicy?

  @Flag(
    name: .customLong("allow-empty"),
    help: "Take a folder without rule files for a source without rules.")
  var allowsEmptyFolders = false

  @Option(
    help: ArgumentHelp(
      "How many instructions of the Lua machine one answer may use; "
        + "\(usual.instructions) by default. When given, loading may use ten times as many.",
      valueName: "n"))
  var maxInstructions: Int?

  @Option(
    help: ArgumentHelp(
      "How much processor time one answer may use; \(usual.seconds) by default. When "
        + "given, loading may use three times as much.",
      valueName: "seconds"))
  var maxTime: Double?

  @Option(
    help: ArgumentHelp(
      "How much memory the rules may use; \(usual.memory >> 20) by default.",
      valueName: "mib"))
  var maxMemory: Int?

  @Option(
    help: ArgumentHelp(
      "How many keys may be computed for one another; \(usual.depth) by default.",
      valueName: "n"))
  var maxDepth: Int?

  @Option(
    help: ArgumentHelp(
      "How many parts one value may have that comes out of the rules; "
        + "\(usual.valueNodes) by default.",
      valueName: "n"))
  var maxValueNodes: Int?

  @Option(
    help: ArgumentHelp(
      "How many bytes the strings of such a value may have together; "
        + "\(usual.valueBytes) by default.",
      valueName: "bytes"))
  var maxValueBytes: Int?

  @Option(
    help: ArgumentHelp(
      "How deep tables may nest in such a value; \(usual.valueDepth) by default, and at most.",
      valueName: "n"))
  var maxValueDepth: Int?

  @Option(
    help: ArgumentHelp(
      "How many bytes one rule file may have; \(usual.fileSize) by default.",
      valueName: "bytes"))
  var maxFile: Int?

  @Option(
    help: ArgumentHelp(
      "How many bytes all rule files may have together; \(usual.totalSize) by default.",
      valueName: "bytes"))
  var maxFiles: Int?

  func validate() throws {
    if let maxInstructions, maxInstructions < 1 {
      throw ValidationError("--max-instructions wants a number from 1 on, not \(maxInstructions)")
    }
    if let maxTime, !(maxTime > 0 && maxTime <= 86_400) {
      throw ValidationError(
        "--max-time wants seconds, more than 0 and at most 86400, not \(maxTime)")
    }
    if let maxMemory, !(1...65_536).contains(maxMemory) {
      throw ValidationError("--max-memory wants MiB, from 1 to 65536, not \(maxMemory)")
    }
    // Without arguments, the project file names the rules.
    if !rules.isEmpty { try checkGrants() }
    let counts = [
      ("--max-depth", maxDepth), ("--max-value-nodes", maxValueNodes),
      ("--max-value-bytes", maxValueBytes), ("--max-value-depth", maxValueDepth),
      ("--max-file", maxFile), ("--max-files", maxFiles),
    ]
    for case (let name, let count?) in counts where count < 1 {
      throw ValidationError("\(name) wants a number from 1 on, not \(count)")
    }
    if let maxValueDepth, maxValueDepth > 100 {
      throw ValidationError("--max-value-depth wants a number from 1 to 100, not \(maxValueDepth)")
    }
  }
}
