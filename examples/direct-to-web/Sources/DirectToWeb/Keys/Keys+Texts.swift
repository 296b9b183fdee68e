public import LuaRules

// Keys of the language of a page and of its texts.

extension DynamicEnvironmentPaths {
  /// The languages that the browser asks for, the best first, such as `de`.
  public var acceptedLanguages: [String] {
    get { self[dynamic: Self.acceptedLanguagesKey] }
    set { self[dynamic: Self.acceptedLanguagesKey] = newValue }
  }
  private static var acceptedLanguagesKey: RuleKey<[String]> {
    RuleKey<[String]>(
      literal: "acceptedLanguages", default: [],
      description: "The languages that the browser asks for, the best first, such as `de`.")
  }

  /// The languages that rules have texts for.
  public var languages: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "languages", default: ["en"],
        description: "The languages that rules have texts for.")]
  }

  /// The language of the page.
  public var language: String {
    self[
      dynamic: RuleKey<String>(
        literal: "language", default: "en", description: "The language of the page.")]
  }
}
