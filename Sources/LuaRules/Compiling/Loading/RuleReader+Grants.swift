import LuaBridge
import LuaBytecode

// Violations of the grant that are visible in the rules.

extension RuleReader {
  /// Reports a key that the source may not assign.
  mutating func checkAssigning(_ key: String, at place: @autoclosure () -> FieldPlace) {
    guard let source, !source.grant.assign.contains(key) else { return }
    let granted = source.grant.assign.names?.sortedByBytes() ?? []
    report(
      .notGranted, "the source may not assign `\(key)`", at: place().location,
      hint: Spelling.suggestion(for: key, among: granted).map { "did you mean `\($0)`?" }
        ?? (granted.isEmpty
          ? "it may assign nothing"
          : "it may assign " + granted.prefix(12).listed))
  }

  /// Reports a priority above the granted one, and lowers it, so that it is
  /// reported once.
  mutating func limitPriority(
    _ priority: inout Priority, isWritten: Bool, _ site: WrittenTable?, _ place: SourceLocation
  ) {
    guard let grant = source?.grant, priority.rawValue > grant.priority else { return }
    report(
      .notGranted,
      "the source may not give a rule priority \(priority.rawValue); at most \(grant.priority)",
      at: FieldPlace("priority", site, in: place).location,
      hint: isWritten
        ? nil : "write `priority = \(grant.priority)` in the rule, or in a group around it")
    priority = Priority(rawValue: grant.priority) ?? priority
  }

  /// Reports a complexity above the granted one.
  mutating func checkComplexity(_ complexity: Int, _ site: WrittenTable?, _ place: SourceLocation) {
    guard let grant = source?.grant, complexity > grant.complexity else { return }
    report(
      .notGranted,
      "the source may not give a rule complexity \(complexity); at most \(grant.complexity)",
      at: FieldPlace("complexity", or: "when", site, in: place).location)
  }

  /// Throws for a pattern that reads a path without a grant.
  func checkReads(of pattern: Pattern) throws(RuleError) {
    for entry in pattern.entries {
      if let error = refusal(ofReading: entry.path, at: pattern.location) { throw error }
    }
  }

  /// The error for a path that the source may not read; `nil` if it may.
  func refusal(ofReading path: [String], at place: SourceLocation) -> RuleError? {
    guard let tree = source?.reading, !tree.reaches(path) else { return nil }
    var error = RuleError.notGranted(
      reading: path.joined(separator: "."), granted: tree.paths.sortedByBytes())
    error.location = place
    return error
  }
}
