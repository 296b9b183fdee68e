import Foundation
import LuaRules
import LuaRulesTools

/// A key with its rules, as the tools list them.
struct ListedKey: Decodable {
  let key: String
  let rules: [ListedRule]

  /// The keys of a model with rules; nil for rules that cannot be listed.
  ///
  /// - Complexity: As `RuleTable`, which runs the files of the rules once more.
  static func all(of model: RuleModel) -> [ListedKey]? {
    guard let table = try? RuleTable(model) else { return nil }
    return try? JSONDecoder().decode([ListedKey].self, from: Data(table.json.utf8))
  }
}

/// A rule, as the tools list it.
struct ListedRule: Decodable {
  let file: String
  let line: Int
  /// The number of its model: 0 for the first, 1 for its fallback.
  let model: Int
  let gives: Outcome
  let when: String
  let reads: [String]

  /// Whether it runs functions.
  var isOpaque: Bool { !gives.isConstant || !["always", "never", "pattern"].contains(when) }

  /// What a rule gives: an object with the field `constant`, `function` or `host`.
  struct Outcome: Decodable {
    let isConstant: Bool

    private enum Field: String, CodingKey { case constant }

    init(from decoder: any Decoder) throws {
      isConstant = try decoder.container(keyedBy: Field.self).contains(.constant)
    }
  }
}
