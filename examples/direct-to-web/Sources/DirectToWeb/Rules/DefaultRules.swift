public import LuaRules

extension RuleSource {
  /// The default rules of all pages, and those of their texts in other languages.
  static var defaultPages: [RuleSource] {
    [
      RuleSource(
        text: String(decoding: PackageResources.default_lua, as: UTF8.self), name: "default.lua"),
      RuleSource(text: String(decoding: PackageResources.de_lua, as: UTF8.self), name: "de.lua"),
    ]
  }
}

extension RuleModel {
  /// Loads the default rules of all pages: the last fallback of every other model.
  ///
  /// - Throws: `RuleError`, which would be a mistake of this program.
  public static func defaultPageRules() throws(RuleError) -> RuleModel {
    try RuleModel(sources: RuleSource.defaultPages, schema: .pages)
  }
}
