public import LuaRules

extension RuleSource {
  private static let defaultFiles: [(name: String, bytes: [UInt8])] = [
    ("default.lua", PackageResources.default_lua), ("de.lua", PackageResources.de_lua),
  ]

  /// The default rules of all pages, and those of their texts in other languages.
  static var defaultPages: [RuleSource] {
    defaultFiles.map { RuleSource(text: String(decoding: $0.bytes, as: UTF8.self), name: $0.name) }
  }

  /// Whether a file is one of ``defaultPages``.
  static func isDefaultPages(_ file: String?) -> Bool {
    defaultFiles.contains { $0.name == file }
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
