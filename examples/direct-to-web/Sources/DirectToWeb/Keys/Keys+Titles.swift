public import LuaRules

// Keys of names and titles.

extension DynamicEnvironmentPaths {
  /// The title of the page.
  public var title: String {
    self[
      dynamic: RuleKey<String>(
        literal: "title", default: "",
        description: "The title of the page.")]
  }

  /// The title of the window.
  public var navigationBarTitle: String {
    self[
      dynamic: RuleKey<String>(
        literal: "navigationBarTitle", default: "",
        description: "The title of the window.")]
  }

  /// The name of a table for people.
  public var displayNameForEntity: String {
    self[
      dynamic: RuleKey<String>(
        literal: "displayNameForEntity", default: "",
        description: "The name of a table for people.")]
  }

  /// The label of a property; empty for none.
  public var displayNameForProperty: String {
    self[
      dynamic: RuleKey<String>(
        literal: "displayNameForProperty", default: "",
        description: "The label of a property; empty for none.")]
  }

  /// The text that stands for a row; nil for that of `labelKeys`.
  ///
  /// Pages of one row set it, so that their title can be made of it.
  public var displayNameForObject: String? {
    get { self[dynamic: Self.displayNameForObjectKey] }
    set { self[dynamic: Self.displayNameForObjectKey] = newValue }
  }
  private static var displayNameForObjectKey: RuleKey<String?> {
    RuleKey<String?>(
      literal: "displayNameForObject", default: nil,
      description: "The text that stands for a row; nil for that of `labelKeys`.")
  }

  /// The columns whose text stands for a row.
  public var labelKeys: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "labelKeys", default: [],
        description: "The columns whose text stands for a row.")]
  }

  /// Whether a label that several rows have gets the key of its row, as in `Vins et alcools #10248`.
  public var addsKeyToLabel: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "addsKeyToLabel", default: false,
        description:
          "Whether a label that several rows have gets the key of its row, as in `Vins et alcools #10248`."
      )]
  }
}
