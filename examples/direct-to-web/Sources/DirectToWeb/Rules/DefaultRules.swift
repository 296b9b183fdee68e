public import LuaRules

extension RuleModel {
  /// Loads the default rules of all pages: the last fallback of every other model.
  ///
  /// - Throws: `RuleError`, which would be a mistake of this program.
  public static func defaultPageRules() throws(RuleError) -> RuleModel {
    try RuleModel(
      String(decoding: PackageResources.default_lua, as: UTF8.self), name: "default.lua",
      schema: .pages)
  }
}
