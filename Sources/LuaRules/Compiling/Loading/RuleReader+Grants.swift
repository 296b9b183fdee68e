import LuaBridge

// What the grant of the file's source does not allow, as far as the rules show it.

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

  /// Reports a priority that is higher than the source may give, and lowers it: once is enough.
  mutating func limitPriority(
    _ priority: inout Priority, isWritten: Bool, _ site: TableSite?, _ place: SourceLocation
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

  /// Reports a complexity that is higher than the source may give.
  mutating func checkComplexity(_ complexity: Int, _ site: TableSite?, _ place: SourceLocation) {
    guard let grant = source?.grant, complexity > grant.complexity else { return }
    report(
      .notGranted,
      "the source may not give a rule complexity \(complexity); at most \(grant.complexity)",
      at: FieldPlace("complexity", or: "when", site, in: place).location)
  }

  /// Refuses a pattern that looks at what the source may not read.
  func checkReads(of pattern: Pattern) throws(RuleError) {
    guard let tree = source?.reading else { return }
    for entry in pattern.entries where !tree.reaches(entry.path) {
      var error = RuleError.notGranted(
        reading: entry.path.joined(separator: "."), granted: tree.paths.sortedByBytes())
      error.location = pattern.location
      throw error
    }
  }
}
