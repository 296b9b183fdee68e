import ArgumentParser
import Foundation
import LuaRules

#if Signing
  import LuaRulesSigning
#endif

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Write all files of a rule folder into one file.",
    usage: "luarules bundle [<rules>] --output <file> [<options>]",
    discussion: """
      The bundle has all *.lua files of the folder and below, tests included and hidden files \
      excluded, and the schema if one is given or luarules.json names it. Commands and hosts read a \
      bundle as they read the folder, and errors name the same files.

      The rules must load, or nothing is written. The same input gives the same bytes. The command prints \
      the digest, which is that of: head -n 2 shop.rules | sha256sum

      luarules bundle rules/ -o shop.rules
      luarules bundle rules/ -o shop.rules --schema app.schema.json --name shop --revision 43
      luarules bundle rules/ -o shop.rules --name shop --revision 43 --key-id a --key-file private.key
      """)

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write. An existing file is replaced if it is a bundle.",
      valueName: "file"))
  var output: String

  @Option(help: "The name of the rule set that hosts expect.") var name: String?

  @Option(help: "The revision; it must be higher than all earlier ones.")
  var revision: Int64?

  @Flag(name: .customLong("without-tests"), help: "Leave out files named *.test.lua.")
  var isWithoutTests = false

  #if Signing
    @Option(help: "The id of the key.") var keyID: String?

    @Option(
      help: ArgumentHelp("Sign the bundle with a key that new-key wrote.", valueName: "file"))
    var keyFile: String?
  #endif

  func validate() throws {
    try options.requireRules()
    guard options.rules.count <= 1 else {
      throw ValidationError("bundle takes one rule folder, not \(options.rules.count)")
    }
    if let name, !RuleBundle.isSetName(name) {
      throw ValidationError("--name takes up to 64 letters, digits, `.`, `_` and `-`, not \(name)")
    }
    if let revision, !RuleBundle.revisions.contains(revision) {
      throw ValidationError(
        "--revision takes a number from 1 to \(RuleBundle.revisions.upperBound), not \(revision)")
    }
    #if Signing
      guard
        keyFile == nil && keyID == nil
          || keyFile != nil && keyID != nil && name != nil && revision != nil
      else {
        throw ValidationError("a signature needs --key-file, --key-id, --name and --revision")
      }
    #endif
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withRulesOfProject()
      guard options.rules.count == 1 else {
        throw Failure(
          RuleError(
            .unreadable, "\(options.rules.count) sources are named; a bundle is made of one folder",
            hint: "name the folder"), .noInput)
      }
      try checkOutput(options.rules[0])
      do {
        let bundle = try signed(bundle(options.rules[0], options))
        try load(bundle, options)
        try bundle.write(to: URL(filePath: output))
        var output = StandardOutput()
        try output.print(summary(of: bundle))
        try output.flush()
      } catch let error as RuleError {
        throw Failure(error, status(of: error))
      }
      return nil
    }
  }

  private func bundle(_ rules: String, _ options: RuleArguments) throws -> RuleBundle {
    try RuleBundle(
      folder: rules, schema: options.schema, set: name, revision: revision,
      includesTests: !isWithoutTests, limits: options.loadingBudget)
  }

  /// Loads exactly the files of the bundle.
  private func load(_ bundle: RuleBundle, _ options: RuleArguments) throws {
    var schema = RuleSchema()
    if let file = bundle.schema {
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw Failure(
          RuleError(
            .badSchema, "the file is not UTF-8",
            at: SourceLocation(file: options.schema ?? file.path)), .badData)
      }
      schema = try RuleSchema(text: text, name: options.schema ?? file.path)
    }
    let source = try GrantedRules(options).source(
      bundle: bundle.bytes, name: options.rules[0], of: options.rules[0])
    _ = try RuleModel(
      sources: [source], schema: schema,
      host: HostFunctions(placeholders: schema.hostFunctionNames), options: options.modelOptions)
  }

  private func signed(_ bundle: RuleBundle) throws -> RuleBundle {
    #if Signing
      guard let keyFile, let keyID else { return bundle }
      let text = try SettingsFile(keyFile).text(or: .untrusted)
      let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
      return try bundle.signed(by: SigningKey(id: keyID, base64: line))
    #else
      return bundle
    #endif
  }

  /// Throws if the output would replace something else, or would be read as a
  /// rule file.
  private func checkOutput(_ rules: String) throws {
    let files = LocalFileSystem()
    let location = SourceLocation(file: output)
    let isRuleFile = output.hasSuffix(".lua") && FilePath.isInside(output, root: rules, in: files)
    guard !isRuleFile else {
      throw Failure(
        RuleError(
          .unwritable, "in the rule folder, the bundle would be a rule file itself", at: location,
          hint: "write it elsewhere, or give it another ending, such as `.rules`"), .noOutput)
    }
    guard files.kind(of: output) != .missing,
      RuleBundle.bytes(at: output, in: files, within: .loading) == nil
    else { return }
    throw Failure(
      RuleError(.unwritable, "something is there already that is not a bundle", at: location),
      .noOutput)
  }

  private func summary(of bundle: RuleBundle) -> String {
    let count = bundle.files.count == 1 ? "1 file" : "\(bundle.files.count) files"
    let revision = bundle.revision.map { " revision \($0)" } ?? ""
    let set = bundle.set.map { " of \($0)" } ?? ""
    let release = revision.isEmpty && set.isEmpty ? "" : ",\(revision)\(set)"
    let schema = bundle.schema.map { _ in " and a schema" } ?? ""
    let key = bundle.keyID.map { ", signed with \($0)" } ?? ""
    return "\(output): \(count)\(schema), \(bundle.bytes.count) bytes\(release)\(key), "
      + "digest \(bundle.digest)"
  }

  private func status(of error: RuleError) -> Failure.Status {
    switch error.code {
    case .unwritable: .noOutput
    case .unreadable: .noInput
    case .untrusted: .badData
    default: .rulesAtFault
    }
  }
}
