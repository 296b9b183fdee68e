/// The guides: the articles of the documentation of `LuaRules`.
enum Guide {
  private static let folder = "Sources/LuaRules/LuaRules.docc/Guides"

  /// The path of a guide in this package.
  static func file(_ name: String) -> String { "\(folder)/\(name).md" }

  /// The first pages of all modules.
  static let landingPages = [
    "LuaBridge", "LuaRules", "LuaRulesConfiguration", "LuaRulesHTTP", "LuaRulesMacros",
    "LuaRulesService", "LuaRulesSigning", "LuaRulesSwiftUI", "LuaRulesTesting", "LuaRulesTools",
  ]
  .map { "Sources/\($0)/\($0).docc/\($0).md" }

  /// The paths of all guides.
  static let files = Repository.files(in: folder, ending: ".md")
}
