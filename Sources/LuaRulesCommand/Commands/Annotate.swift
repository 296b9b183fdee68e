import ArgumentParser
import LuaRules
import LuaRulesTools

struct Annotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints annotations for editors that speak LuaLS, with the keys of a schema.",
    discussion: """
      With them, an editor completes keys, members, host functions and the fields of \
      rules, and marks members that do not exist. The rules are loaded, too: what they \
      answer for are keys as well. Without rules the schema alone counts.

      Put the file where the editor finds it, in place of luarules.lua. It begins with \
      ---@meta and is never taken for rules.

      luarules annotate rules/ --schema app.schema.json > rules/annotations.lua
      luarules annotate --schema app.schema.json
      """)

  @OptionGroup var options: RuleOptions

  func validate() throws {
    if options.rules.isEmpty, options.schema == nil { try options.requireRules() }
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withProject()
      let model = options.rules.isEmpty ? nil : try RuleModel(options)
      let schema = try RuleSchema(contentsOf: options.schema)
      var output = StandardOutput()
      do {
        let annotations = try RuleAnnotations(schema, assignedKeys: model?.assignedKeys ?? [])
        try output.write(annotations.text)
      } catch let error as RuleError {
        throw Failure(error, .badData)
      }
      try output.flush()
      return nil
    }
  }
}
