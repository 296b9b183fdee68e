import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Annotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the keys of a schema as annotations for editors that use LuaLS.",
    usage: "luarules annotate [<options>] [<rules> ...]",
    discussion: """
      With the annotations, an editor completes keys, members, host functions and the fields of rules, \
      and marks members that do not exist. Keys that the rules assign are included; without rules, the \
      annotations are those of the schema.

      Save the file where the editor finds it, instead of luarules.lua. It begins with ---@meta and is \
      never loaded as rules.

      luarules annotate rules/ --schema app.schema.json --output rules/annotations.lua
      luarules annotate --schema app.schema.json
      """)

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(
    help: ArgumentHelp(
      "The file to write. An existing file is replaced if it begins with ---@meta.",
      valueName: "file.lua"))
  var output: String?

  func validate() throws {
    if options.rules.isEmpty, options.schema == nil { try options.requireRules() }
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withProject()
      let model = options.rules.isEmpty ? nil : try RuleModel(options)
      let annotations = try annotations(
        for: RuleSchema(contentsOf: options.schema), assignedKeys: model?.assignedKeys ?? [])
      if let output {
        try write(annotations.text, to: output)
      } else {
        var output = StandardOutput()
        try output.write(annotations.text)
        try output.flush()
      }
      return nil
    }
  }

  private func annotations(
    for schema: RuleSchema, assignedKeys: [String]
  ) throws -> RuleAnnotations {
    do {
      return try RuleAnnotations(schema, assignedKeys: assignedKeys)
    } catch {
      throw Failure(error, .badData)
    }
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    if FileManager.default.fileExists(atPath: path) {
      let isAnnotations = try SettingsFile(path).text(or: .unwritable).hasPrefix("---@meta")
      guard isAnnotations else {
        throw Failure(
          RuleError(
            .unwritable, "the file is there already, and does not begin with `---@meta`",
            at: SourceLocation(file: path)), .noOutput)
      }
    }
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Failure(
        RuleError(.unwritable, "the file cannot be written", at: SourceLocation(file: path)),
        .noOutput)
    }
  }
}
