public import LuaRules

// Keys of lists.

extension DynamicEnvironmentPaths {
  /// The rows of a page; at most 500.
  public var pageSize: Int {
    self[
      dynamic: RuleKey<Int>(
        literal: "pageSize", default: 50,
        description: "The rows of a page; at most 500.")]
  }

  /// The properties by which a list is sorted; `-` before a name turns it round.
  public var defaultSort: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "defaultSort", default: [],
        description: "The properties by which a list is sorted; `-` before a name turns it round.")]
  }

  /// The property whose values make groups of a list: a column, a path, or a to-one relationship.
  ///
  /// The list is sorted by it first.
  public var groupBy: String? {
    self[
      dynamic: RuleKey<String?>(
        literal: "groupBy", default: nil,
        description:
          "The property whose values make groups of a list: a column, a path, or a to-one relationship."
      )]
  }

  /// The columns of numbers whose sums stand below a list, and at each group.
  public var totals: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "totals", default: [],
        description: "The columns of numbers whose sums stand below a list, and at each group.")]
  }

  /// Whether a list can be sorted by a property.
  public var isSortable: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isSortable", default: true,
        description: "Whether a list can be sorted by a property.")]
  }

  /// The property by which a column is sorted, such as `language.name`; nil: itself.
  public var sortKey: String? {
    self[
      dynamic: RuleKey<String?>(
        literal: "sortKey", default: nil,
        description:
          "The property by which a column is sorted, such as `language.name`; nil: itself.")]
  }

  /// The properties in which the search looks.
  public var searchKeys: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "searchKeys", default: [],
        description: "The properties in which the search looks.")]
  }

  /// The properties by which a list can be filtered.
  public var filterKeys: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "filterKeys", default: [],
        description: "The properties by which a list can be filtered.")]
  }

  /// The formats of a list: csv, json.
  public var exports: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "exports", default: [],
        description: "The formats of a list: csv, json.")]
  }

  /// The rows of a to-many relationship that the page of a row shows as a table; 0: only their number.
  public var relatedRows: Int {
    self[
      dynamic: RuleKey<Int>(
        literal: "relatedRows", default: 0,
        description:
          "The rows of a to-many relationship that the page of a row shows as a table; 0: only their number."
      )]
  }

  /// Whether a `'` stands before cells of CSV that programs for spreadsheets would take for formulas.
  public var guardsFormulas: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "guardsFormulas", default: true,
        description:
          "Whether a `'` stands before cells of CSV that programs for spreadsheets would take for formulas."
      )]
  }

  /// The most bytes of a file whose rows are added to a table at once; 0: no import.
  public var maximumImportSize: Int {
    self[
      dynamic: RuleKey<Int>(
        literal: "maximumImportSize", default: 0,
        description:
          "The most bytes of a file whose rows are added to a table at once; 0: no import.")]
  }

  /// What stands in place of an empty list.
  public var emptyListMessage: String {
    self[
      dynamic: RuleKey<String>(
        literal: "emptyListMessage", default: "",
        description: "What stands in place of an empty list.")]
  }

  /// What else rows of a list must fulfil.
  public var auxiliaryQualifier: LuaValue {
    self[
      dynamic: RuleKey<LuaValue>(
        literal: "auxiliaryQualifier", default: .nil,
        description: "What else rows of a list must fulfil.")]
  }
}
