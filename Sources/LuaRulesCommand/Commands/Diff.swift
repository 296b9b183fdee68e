import ArgumentParser
import LuaRules
import LuaRulesTools

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the answers of two sets of rules, for recorded contexts or for all.",
    usage: """
      luarules diff <old> <new> --contexts <file.jsonl> [<options>]
      luarules diff <old> <new> --prove [<options>]
      """,
    discussion: """
      Each line of the file is a context as JSON, to ask for every --key or for every key that a rule \
      assigns; or a line of a decision log, to ask for its key in its context. Equal differences are \
      printed together. With --format json, each difference is an object on a line: context (its place), \
      key, old and new, each with value or error and place. The last line has the counts.

      With --prove, compare the answers for all contexts that the schema allows. For each key, print the \
      smallest context in which the answers differ, after trying it; or why that cannot be proved, if up \
      to 1,000 random contexts show no difference. A key that is not printed certainly has the same \
      answers. A proof needs --schema, and --host for answers of host functions. No context sets the key \
      itself, and all errors count as equal. With --format json, each key has result: same, differs or \
      unknown.

      Exit status: 0 no difference; 1 a difference, or unknown, or rules that do not load; 65 a line is \
      not a context.

      luarules diff rules.old/ rules/ --contexts decisions.jsonl
      luarules diff v1.lua v2.lua --contexts contexts.jsonl --key fancyColor
      luarules diff rules.old/ rules/ --prove --schema app.schema.json
      """)

  /// The format of the differences.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @OptionGroup(title: "Rule options") var rules: RuleArguments

  @Option(
    help: ArgumentHelp(
      "A file with a context as JSON, or a line of a decision log, on each line. - reads "
        + "standard input.", valueName: "file.jsonl"))
  var contexts: String?

  @Flag(
    name: .customLong("prove"),
    help: "Compare the answers for all contexts of the schema, as far as that can be proved.")
  var isProof = false

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("A key to compare, or a path such as person.status.", valueName: "key"))
  var keys: [String] = []

  @Option(help: "The format of the differences.")
  var format = Format.text

  func validate() throws {
    guard rules.rules.count == 2 else {
      throw ValidationError("diff takes two paths, the old rules and the new ones")
    }
    guard (contexts != nil) != isProof else {
      throw ValidationError("diff needs either --contexts with a file, or --prove")
    }
  }

  func run() throws {
    try withExitStatus {
      let options = try rules.withProject()
      guard let contexts else { return try prove(options) }
      var comparison = RuleSetDiff(
        of: try model(rules.rules[0], options), with: try model(rules.rules[1], options),
        keys: keys)
      var output = StandardOutput()
      var worst: Failure.Status?
      let file = try InputFile(contexts, orStandardInput: true)
      var lines = InputLines(file)
      while let line = try lines.next() {
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == 0x09 || $0 == 0x0D }) { continue }
        let place = SourceLocation(file: file.path, line: lines.number)
        do {
          guard let text = String(validating: line, as: UTF8.self) else {
            throw RuleError(.badContext, "the line is not UTF-8", at: place)
          }
          for difference in try comparison.compare(json: text, at: place) where format == .json {
            try output.print(difference.json)
          }
        } catch let error as RuleError {
          StandardError.print(error)
          worst = .badData
        }
      }
      try output.print(format == .json ? comparison.json : comparison.text)
      try output.flush()
      return worst ?? (comparison.differenceCount > 0 ? .rulesAtFault : nil)
    }
  }

  private func prove(_ options: RuleArguments) throws -> Failure.Status? {
    guard options.grant.isEmpty else {
      throw Failure(
        RuleError(.badGrant, "what rules with a grant answer is not proved"), .rulesAtFault)
    }
    let schema = try RuleSchema(contentsOf: options.schema)
    let unknownHost = UnknownHostFunctions(schema.hostFunctionNames)
    let host = unknownHost.functions
    let old = try model(rules.rules[0], options, host: host)
    let new = try model(rules.rules[1], options, host: host)
    let proof: RuleSetProof
    do {
      proof = try RuleSetProof(of: old, with: new, keys: keys, unknownHost: unknownHost)
    } catch {
      throw Failure(error, .rulesAtFault)
    }
    var output = StandardOutput()
    for line in format == .json ? proof.json : [proof.text] { try output.print(line) }
    try output.flush()
    return proof.differenceCount + proof.unknownCount > 0 ? .rulesAtFault : nil
  }

  private func model(
    _ path: String, _ options: RuleArguments, host: HostFunctions? = nil
  ) throws -> RuleModel {
    var options = options
    options.rules = [path]
    return try RuleModel(options, host: host)
  }
}
