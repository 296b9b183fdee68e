import ArgumentParser
import LuaRules
import LuaRulesTools

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds what is wrong with rules, without asking them.",
    discussion: """
      Looks for misspelt keys and members, values and comparisons that do not fit their \
      types, rules that can never win, rules that only their place puts in order, keys that \
      depend on themselves, and more. With a schema it finds more than without.

      Each finding has a code in brackets. A comment on the line of the rule hides it:

      { key = "size", value = 1 }, -- check: ignore tie

      Exit status: 0 nothing but warnings and remarks; 1 errors were found, or warnings \
      with --strict.

      luarules check rules/ --schema app.schema.json
      luarules check rules/ --strict --format sarif > rules.sarif
      """)

  /// The format of the findings.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif
  }

  @OptionGroup var options: RuleArguments

  @Option(help: "How the findings are written.")
  var format = Format.text

  @Flag(help: "Ends with status 1 for warnings, too.")
  var strict = false

  func validate() throws {
    try options.requireRules()
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withRulesOfProject()
      let check = try RuleCheck(options)
      var output = StandardOutput()
      switch format {
      case .text: try output.write(check.text)
      case .json: try output.print(check.json)
      case .sarif: try output.print(check.sarif)
      }
      try output.flush()
      let isBad = check.count(of: .error) > 0 || strict && check.count(of: .warning) > 0
      return isBad ? .rulesAtFault : nil
    }
  }
}

extension RuleCheck {
  /// Checks the rules of the options.
  ///
  /// - Throws: ``Failure``.
  init(
    _ options: RuleArguments, fileSystem: any RuleFileSystem = LocalFileSystem()
  ) throws {
    let schema = try RuleSchema(contentsOf: options.schema)
    let granted = try GrantedRules(options)
    var modelOptions = options.modelOptions
    modelOptions.fileSystem = fileSystem
    do {
      try self.init(
        sources: options.rules.map(granted.source), schema: schema,
        host: HostFunctions(placeholders: schema.hostFunctionNames),
        fallback: options.fallback.map { [granted.source($0)] }, options: modelOptions)
    } catch {
      throw Failure(error, error.code == .unreadable ? .noInput : .rulesAtFault)
    }
  }
}
