public import LuaRules

// Keys of which tables and columns are shown.

extension DynamicEnvironmentPaths {
  /// The tables that the first page and the menu may have, in order.
  public var visibleEntityNames: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "visibleEntityNames", default: [],
        description: "The tables that the first page and the menu may have, in order.")]
  }

  /// The sections of the first page and the menu; nil: one, of `visibleEntityNames`.
  public var menu: [PageSection]? {
    self[
      dynamic: RuleKey<[PageSection]?>(
        literal: "menu", default: nil,
        description:
          "The sections of the first page and the menu; nil: one, of `visibleEntityNames`.")]
  }

  /// The tables in which nothing can be changed.
  public var readOnlyEntityNames: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "readOnlyEntityNames", default: [],
        description: "The tables in which nothing can be changed.")]
  }

  /// The columns that tell the rows of a view apart; asked without a user.
  public var rowKeys: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "rowKeys", default: [],
        description: "The columns that tell the rows of a view apart; asked without a user.")]
  }

  /// The properties that are shown, in order; paths such as `film.title` lead over relationships.
  public var displayPropertyKeys: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "displayPropertyKeys", default: [],
        description:
          "The properties that are shown, in order; paths such as `film.title` lead over relationships."
      )]
  }

  /// The sections of the page of a row and its form; nil: as `displayPropertyKeys` tells.
  public var sections: [PageSection]? {
    self[
      dynamic: RuleKey<[PageSection]?>(
        literal: "sections", default: nil,
        description:
          "The sections of the page of a row and its form; nil: as `displayPropertyKeys` tells.")]
  }

  /// Whether a page of a row leaves empty properties out.
  public var hideEmptyProperty: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "hideEmptyProperty", default: true,
        description: "Whether a page of a row leaves empty properties out.")]
  }
}
