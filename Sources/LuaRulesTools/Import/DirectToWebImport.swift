import LuaRules

/// The classic text format of rules, as Direct to Web and related systems write
/// it.
///
/// ```
/// entity.name = 'Movie' AND attribute.name = 'name' => displayName = 'Movie'; high
/// 100 : (task = "edit") => isEditable = "true" [BooleanAssignment]
/// ```
public enum DirectToWebImport {
  /// Returns a Lua rule file with the same rules.
  ///
  /// As in classic rules, a path with a missing value is nothing and not an
  /// error, and nothing is neither less nor greater than any value. If a
  /// condition needs extra tests for this, the rule has the complexity of the
  /// original condition.
  ///
  /// - Parameters:
  ///   - text: The rules.
  ///   - name: The name of the text, for errors and the first line of the
  ///     result.
  /// - Returns: The text of a rule file.
  /// - Throws: `RuleError` with code `syntax` for the first part that cannot
  ///   be read or has no equivalent, with its line and column; the further ones,
  ///   at most one for each rule, are its `others`.
  public static func lua(
    from text: String, name: String = "classic.rules"
  ) throws(RuleError) -> String {
    let parser = ClassicParser(text)
    if let error = error(parser.faults, in: name) { throw error }
    let file = ImportedFile(parser.rules, lastComments: parser.lastComments, name: name)
    return file.text(complexities: try file.complexitiesToWrite())
  }

  private static func error(_ faults: [ClassicFault], in name: String) -> RuleError? {
    guard let first = faults.first else { return nil }
    var error = RuleError(first, in: name)
    error.others = faults.dropFirst().map { RuleError($0, in: name) }
    return error
  }
}

extension RuleError {
  fileprivate init(_ fault: ClassicFault, in name: String) {
    self.init(
      .syntax, "column \(fault.position.column): \(fault.message)",
      at: SourceLocation(file: name, line: fault.position.line), hint: fault.hint)
  }
}
