import LuaRules

/// The type of an expression in a line of a file, for an editor.
package struct ExpressionType: Sendable {
  /// The line.
  package let line: Int
  /// The expression: a path such as `order.lines[1].count`, or the name of a local variable.
  package let text: String
  /// The values that it may have there.
  let type: LuaType

  /// The type in words, as in `a string or nil`.
  package var typeText: String { type.text }
}

extension ExpressionType {
  /// Returns the types of the expressions in a function, with what tests before have told of them.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: A line of the function.
  ///   - model: The rules, inspected.
  ///   - schema: The declared keys.
  /// - Returns: The expressions of the innermost function that contains the line, in the order in which
  ///   they are evaluated; one that is evaluated twice may be there twice.
  /// - Complexity: O(*n*) for *n* rules, and the length of one function.
  static func all(
    in file: String, around line: Int, of model: InspectedModel, schema: RuleSchema
  ) -> [ExpressionType] {
    var assigned = model.brokenKeys
    for rule in model.rules { assigned.insert(rule.key) }
    let keys = KeyTypes([model], schema, DeclaredNames(schema, assigned: assigned))
    let around = model.code.functions.filter { _, function in
      function.file == file && function.code.lineDefined <= line
        && line <= function.code.lastLineDefined
    }
    guard
      let number = around.max(by: { $0.value.code.lineDefined < $1.value.code.lineDefined })?.key
    else { return [] }
    let isRule = model.rules.contains { $0.functions.contains { $0.number == number } }
    let analysis = TypeAnalysis(model, keys, keepsTypes: true)
    return analysis.follow(number, hasContext: isRule)?.expressions ?? []
  }
}
