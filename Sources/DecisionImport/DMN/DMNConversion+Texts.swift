extension DMNConversion {
  /// Whether the rules need the module `feel`.
  package var needsModule: Bool { body.contains("feel.") }

  /// Whether a decision was converted.
  package var hasRules: Bool { !rules.isEmpty }

  var rules: [(decision: DMNModel.Decision, converted: Converted)] {
    model.decisions.compactMap { id, decision in
      guard case .success(let converted)? = results[id], !converted.isFunction else { return nil }
      return (decision, converted)
    }
  }

  var body: String {
    let rules = rules.map(\.converted.lua)
    let functions =
      typeTexts(rules.joined() + functionTexts.joined()) + functionTexts.joined(separator: "\n")
    return """
      \(functions)\(functions.isEmpty ? "" : "\n")---@type Rules
      return {
      \(rules.joined())}

      """
  }

  /// The types that a text names, as local variables.
  func typeTexts(_ text: String) -> String {
    let used = model.typeNames.filter { type in
      [", \(type.name))", "= \(type.name) }"].contains { text.contains($0) }
    }
    return used.map { "local \($0.name) <const> = \($0.type.lua)\n" }.joined()
      + (used.isEmpty ? "" : "\n")
  }

  /// The rule file, not formatted.
  ///
  /// - Parameter name: The name of the file of the model.
  /// - Returns: The text of the file.
  package func lua(importedFrom name: String) -> String {
    let module = needsModule ? "local feel = require \"feel\"\n\n" : ""
    return "--- Imported from \(name).\n\n\(module)\(body)"
  }

  /// The JSON Schema of inputs and decisions; all may be missing.
  package var schema: String {
    var objects: [(name: String, json: String)] = []
    for (_, input) in model.inputs {
      objects.append((input.key, Self.titled(input.type.schema, input.name, input.key)))
    }
    for (decision, converted) in rules {
      objects.append(
        (
          decision.key,
          Self.titled(converted.schema ?? converted.type.schema, decision.name, decision.key)
        ))
    }
    let lines = objects.sorted { $0.name < $1.name }.map { "    \($0.name.json): \($0.json)" }
    return "{\n  \"properties\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n"
  }

  static func titled(_ schema: String, _ name: String, _ key: String) -> String {
    guard name != key else { return schema }
    let title = "\"title\": \(name.json)"
    return schema == "{}" ? "{ \(title) }" : "{ \(title), \(schema.dropFirst(2))"
  }

  /// A file of tests with a case for each row of tables; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the file of the model.
  ///   - answers: Returns the answers for some keys, as Lua, for the values of other keys; `nil` without an answer.
  /// - Returns: The text of the file.
  package func tests(
    importedFrom name: String,
    _ answers: ([(name: String, value: CellValue)], _ keys: [String]) -> [String]?
  ) -> String? {
    let groups = rules.compactMap { decision, converted in
      converted.table?.testGroup("the rows of \(decision.name)") { values in
        answers(values, [decision.key])
      }
    }
    guard !groups.isEmpty else { return nil }
    return """
      --- One case for each row of the tables of \(name), as they answer it.

      ---@type RuleTests
      return {
      \(groups.joined())}

      """
  }

}
