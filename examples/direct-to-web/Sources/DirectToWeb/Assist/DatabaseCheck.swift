import LuaRules
import LuaRulesTools

/// What the check of rules says with the names of a database.
enum DatabaseCheck {
  /// The rights that are asked for each property by its name.
  private static let propertyRights: Set = ["isPropertyVisible", "isPropertyEditable"]

  /// Returns the warnings and errors about rules of the user; none where the rules cannot be read.
  static func findings(in source: RuleSource, of model: Model) -> [RuleFinding] {
    guard let schema = try? RuleSchema.pages(of: model) else { return [] }
    let findings = findings(in: source, schema)
    return findings
      + findingsAboutRights(in: source, of: model).filter { !findings.contains($0) }
  }

  /// A right for a name that no property has would close nothing, without a word.
  private static func findingsAboutRights(
    in source: RuleSource, of model: Model
  ) -> [RuleFinding] {
    guard let rules = try? RuleModel(sources: [source], schema: .pages),
      let keys = ListedKey.all(of: rules),
      let schema = try? RuleSchema.pages(of: model, isAboutProperties: true)
    else { return [] }
    let places = keys.flatMap { key in
      key.rules.map { (file: $0.file, line: $0.line, isRight: propertyRights.contains(key.key)) }
    }
    guard places.contains(where: \.isRight) else { return [] }
    return findings(in: source, schema).filter { finding in
      guard let line = finding.location.line else { return false }
      return places.filter { $0.file == finding.location.file && $0.line <= line }
        .max { $0.line < $1.line }?.isRight == true
    }
  }

  private static func findings(in source: RuleSource, _ schema: RuleSchema) -> [RuleFinding] {
    let check = try? RuleCheck(
      sources: [source], schema: schema, fallback: [RuleSource.defaultPages])
    return (check?.findings ?? []).filter {
      $0.severity >= .warning && !RuleSource.isDefaultPages($0.location.file)
    }
  }
}
