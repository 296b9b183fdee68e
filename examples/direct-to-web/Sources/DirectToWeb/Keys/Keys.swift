public import LuaRules

// The keys of the front end. Those that it sets are what rules look at; all others are asked.

// MARK: Where

extension DynamicEnvironmentPaths {
  /// Whether pages have a box that tells how they were made.
  public var debug: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "debug", default: false,
        description: "Whether pages have a box that tells how they were made.")]
  }

  /// The task of the first page.
  public var firstTask: String {
    self[
      dynamic: RuleKey<String>(
        literal: "firstTask", default: "query",
        description: "The task of the first page.")]
  }

  /// What a page is for: login, query, list, select, inspect, edit, new, confirm, conflict, error.
  public var task: String {
    get { self[dynamic: Self.taskKey] }
    set { self[dynamic: Self.taskKey] = newValue }
  }
  private static var taskKey: RuleKey<String> {
    RuleKey<String>(
      literal: "task", default: "query",
      description:
        "What a page is for: login, query, list, select, inspect, edit, new, confirm, conflict, error."
    )
  }

  /// The task to which a click, or a save, leads.
  public var nextTask: String {
    self[
      dynamic: RuleKey<String>(
        literal: "nextTask", default: "",
        description: "The task to which a click, or a save, leads.")]
  }

  /// A variant of the task, for rules of yours.
  public var variant: String {
    get { self[dynamic: Self.variantKey] }
    set { self[dynamic: Self.variantKey] = newValue }
  }
  private static var variantKey: RuleKey<String> {
    RuleKey<String>(
      literal: "variant", default: "",
      description: "A variant of the task, for rules of yours.")
  }

  /// Where the page is shown.
  public var platform: String {
    get { self[dynamic: Self.platformKey] }
    set { self[dynamic: Self.platformKey] = newValue }
  }
  private static var platformKey: RuleKey<String> {
    RuleKey<String>(
      literal: "platform", default: "web",
      description: "Where the page is shown.")
  }

  /// The look of all pages; a class in the style sheet.
  public var look: String {
    self[
      dynamic: RuleKey<String>(
        literal: "look", default: "neutral",
        description: "The look of all pages; a class in the style sheet.")]
  }

  /// The template of the page.
  public var page: String {
    self[
      dynamic: RuleKey<String>(
        literal: "page", default: "PageError",
        description: "The template of the page.")]
  }

  /// The template around the page.
  public var pageWrapper: String {
    self[
      dynamic: RuleKey<String>(
        literal: "pageWrapper", default: "Layout",
        description: "The template around the page.")]
  }
}

// MARK: What

extension DynamicEnvironmentPaths {
  /// The database.
  public var database: DatabaseFacts {
    get { self[dynamic: Self.databaseKey] }
    set { self[dynamic: Self.databaseKey] = newValue }
  }
  private static var databaseKey: RuleKey<DatabaseFacts> {
    RuleKey<DatabaseFacts>(
      literal: "database", default: DatabaseFacts(name: "", entityNames: []),
      description: "The database.")
  }

  /// The table or view of the page.
  public var entity: EntityFacts? {
    get { self[dynamic: Self.entityKey] }
    set { self[dynamic: Self.entityKey] = newValue }
  }
  private static var entityKey: RuleKey<EntityFacts?> {
    RuleKey<EntityFacts?>(
      literal: "entity", default: nil,
      description: "The table or view of the page.")
  }

  /// The column at hand; nil for a relationship.
  public var attribute: AttributeFacts? {
    get { self[dynamic: Self.attributeKey] }
    set { self[dynamic: Self.attributeKey] = newValue }
  }
  private static var attributeKey: RuleKey<AttributeFacts?> {
    RuleKey<AttributeFacts?>(
      literal: "attribute", default: nil,
      description: "The column at hand; nil for a relationship.")
  }

  /// The relationship at hand; nil for a column.
  public var relationship: RelationshipFacts? {
    get { self[dynamic: Self.relationshipKey] }
    set { self[dynamic: Self.relationshipKey] = newValue }
  }
  private static var relationshipKey: RuleKey<RelationshipFacts?> {
    RuleKey<RelationshipFacts?>(
      literal: "relationship", default: nil,
      description: "The relationship at hand; nil for a column.")
  }

  /// The property at hand: a column, a relationship, or a path such as `film.title`.
  public var propertyKey: String {
    get { self[dynamic: Self.propertyKeyKey] }
    set { self[dynamic: Self.propertyKeyKey] = newValue }
  }
  private static var propertyKeyKey: RuleKey<String> {
    RuleKey<String>(
      literal: "propertyKey", default: "",
      description: "The property at hand: a column, a relationship, or a path such as `film.title`."
    )
  }

  /// The value of the property at hand, as it is stored.
  public var propertyValue: LuaValue {
    get { self[dynamic: Self.propertyValueKey] }
    set { self[dynamic: Self.propertyValueKey] = newValue }
  }
  private static var propertyValueKey: RuleKey<LuaValue> {
    RuleKey<LuaValue>(
      literal: "propertyValue", default: .nil,
      description: "The value of the property at hand, as it is stored.")
  }

  /// The row at hand.
  public var object: RuleRecord? {
    get { self[dynamic: Self.objectKey] }
    set { self[dynamic: Self.objectKey] = newValue }
  }
  private static var objectKey: RuleKey<RuleRecord?> {
    RuleKey<RuleRecord?>(
      literal: "object", default: nil,
      description: "The row at hand.")
  }

  /// Who has signed in.
  public var user: RuleRecord? {
    get { self[dynamic: Self.userKey] }
    set { self[dynamic: Self.userKey] = newValue }
  }
  private static var userKey: RuleKey<RuleRecord?> {
    RuleKey<RuleRecord?>(
      literal: "user", default: nil,
      description: "Who has signed in.")
  }
}

// MARK: Titles

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
}

// MARK: Which

extension DynamicEnvironmentPaths {
  /// The tables of the first page and the menu, in order.
  public var visibleEntityNames: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "visibleEntityNames", default: [],
        description: "The tables of the first page and the menu, in order.")]
  }

  /// The tables in which nothing can be changed.
  public var readOnlyEntityNames: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "readOnlyEntityNames", default: [],
        description: "The tables in which nothing can be changed.")]
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

  /// Whether a page of a row leaves empty properties out.
  public var hideEmptyProperty: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "hideEmptyProperty", default: true,
        description: "Whether a page of a row leaves empty properties out.")]
  }
}

// MARK: How

extension DynamicEnvironmentPaths {
  /// The template of a value.
  public var component: String {
    self[
      dynamic: RuleKey<String>(
        literal: "component", default: "DisplayString",
        description: "The template of a value.")]
  }

  /// The template of a line: label and value.
  public var rowComponent: String {
    self[
      dynamic: RuleKey<String>(
        literal: "rowComponent", default: "RowNameValue",
        description: "The template of a line: label and value.")]
  }

  /// The template of the box of `debug`.
  public var debugComponent: String {
    self[
      dynamic: RuleKey<String>(
        literal: "debugComponent", default: "Debug",
        description: "The template of the box of `debug`.")]
  }

  /// The text of a value; nil for that of `formatter`.
  public var displayString: String? {
    self[
      dynamic: RuleKey<String?>(
        literal: "displayString", default: nil,
        description: "The text of a value; nil for that of `formatter`.")]
  }

  /// The text of a value that is null.
  public var displayStringForNil: String {
    self[
      dynamic: RuleKey<String>(
        literal: "displayStringForNil", default: "–",
        description: "The text of a value that is null.")]
  }

  /// How a value becomes a text; empty: by its type.
  public var formatter: String {
    self[
      dynamic: RuleKey<String>(
        literal: "formatter", default: "",
        description: "How a value becomes a text; empty: by its type.")]
  }

  /// Where a value stands in its column: left, right, center.
  public var justification: String {
    self[
      dynamic: RuleKey<String>(
        literal: "justification", default: "",
        description: "Where a value stands in its column: left, right, center.")]
  }

  /// A class of the value for the style sheet.
  public var `class`: String {
    self[
      dynamic: RuleKey<String>(
        literal: "class", default: "",
        description: "A class of the value for the style sheet.")]
  }
}

// MARK: Lists

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

// MARK: Forms

extension DynamicEnvironmentPaths {
  /// The values of a new row.
  public var initialPropertyValues: [String: LuaValue] {
    self[
      dynamic: RuleKey<[String: LuaValue]>(
        literal: "initialPropertyValues", default: [:],
        description: "The values of a new row.")]
  }

  /// The column that gets the time when a row is made.
  public var creationTimestampPropertyKey: String? {
    self[
      dynamic: RuleKey<String?>(
        literal: "creationTimestampPropertyKey", default: nil,
        description: "The column that gets the time when a row is made.")]
  }

  /// The column that gets the time when a row is changed.
  public var updateTimestampPropertyKey: String? {
    self[
      dynamic: RuleKey<String?>(
        literal: "updateTimestampPropertyKey", default: nil,
        description: "The column that gets the time when a row is changed.")]
  }

  /// Whether a property must have a value.
  public var isRequired: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isRequired", default: false,
        description: "Whether a property must have a value.")]
  }

  /// The smallest number that a property may have.
  public var minimum: Double? {
    self[
      dynamic: RuleKey<Double?>(
        literal: "minimum", default: nil,
        description: "The smallest number that a property may have.")]
  }

  /// The greatest number that a property may have.
  public var maximum: Double? {
    self[
      dynamic: RuleKey<Double?>(
        literal: "maximum", default: nil,
        description: "The greatest number that a property may have.")]
  }

  /// The most characters of a property.
  public var maximumLength: Int? {
    self[
      dynamic: RuleKey<Int?>(
        literal: "maximumLength", default: nil,
        description: "The most characters of a property.")]
  }

  /// The rows that may be chosen for a relationship: a qualifier.
  public var choices: LuaValue {
    self[
      dynamic: RuleKey<LuaValue>(
        literal: "choices", default: .nil,
        description: "The rows that may be chosen for a relationship: a qualifier.")]
  }

  /// Whether a required field is marked.
  public var displayRequiredMarker: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "displayRequiredMarker", default: true,
        description: "Whether a required field is marked.")]
  }

  /// A sentence below a field.
  public var hint: String {
    self[
      dynamic: RuleKey<String>(
        literal: "hint", default: "",
        description: "A sentence below a field.")]
  }

  /// The text for no choice.
  public var noSelectionString: String {
    self[
      dynamic: RuleKey<String>(
        literal: "noSelectionString", default: "",
        description: "The text for no choice.")]
  }

  /// What is wrong with a row, in sentences; all rules that hold are told.
  public var validate: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "validate", default: [], hitPolicy: .collect,
        description: "What is wrong with a row, in sentences; all rules that hold are told.")]
  }
}

// MARK: Rights

extension DynamicEnvironmentPaths {
  /// The rows of a table that may be seen: `"all"`, or a qualifier.
  ///
  /// No answer means none.
  public var visibleRows: LuaValue {
    self[
      dynamic: RuleKey<LuaValue>(
        literal: "visibleRows", default: .nil,
        description:
          "The rows of a table that may be seen: `\"all\"`, or a qualifier. No answer means none.")]
  }

  /// Whether nothing in a table can be changed.
  public var isEntityReadOnly: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isEntityReadOnly", default: true,
        description: "Whether nothing in a table can be changed.")]
  }

  /// Whether a row can be changed.
  public var isObjectEditable: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isObjectEditable", default: false,
        description: "Whether a row can be changed.")]
  }

  /// Whether a row can be deleted.
  public var isObjectDeletable: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isObjectDeletable", default: false,
        description: "Whether a row can be deleted.")]
  }

  /// Whether a property can be seen, searched and exported.
  public var isPropertyVisible: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isPropertyVisible", default: false,
        description: "Whether a property can be seen, searched and exported.")]
  }

  /// Whether a property can be changed.
  public var isPropertyEditable: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isPropertyEditable", default: false,
        description: "Whether a property can be changed.")]
  }

  /// Whether the user may ask why a page is as it is.
  public var mayExplain: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "mayExplain", default: false,
        description: "Whether the user may ask why a page is as it is.")]
  }

  /// Whether the user may arrange pages by clicking, which writes rules.
  public var mayAssist: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "mayAssist", default: false,
        description: "Whether the user may arrange pages by clicking, which writes rules.")]
  }
}

extension RuleSchema {
  /// All keys of the front end.
  public static let pages = RuleSchema(
    \.debug,
    \.firstTask,
    \.task,
    \.nextTask,
    \.variant,
    \.platform,
    \.look,
    \.page,
    \.pageWrapper,
    \.database,
    \.entity,
    \.attribute,
    \.relationship,
    \.propertyKey,
    \.propertyValue,
    \.object,
    \.user,
    \.title,
    \.navigationBarTitle,
    \.displayNameForEntity,
    \.displayNameForProperty,
    \.displayNameForObject,
    \.labelKeys,
    \.visibleEntityNames,
    \.readOnlyEntityNames,
    \.displayPropertyKeys,
    \.hideEmptyProperty,
    \.component,
    \.rowComponent,
    \.debugComponent,
    \.displayString,
    \.displayStringForNil,
    \.formatter,
    \.justification,
    \.`class`,
    \.pageSize,
    \.defaultSort,
    \.isSortable,
    \.sortKey,
    \.searchKeys,
    \.filterKeys,
    \.exports,
    \.emptyListMessage,
    \.auxiliaryQualifier,
    \.initialPropertyValues,
    \.creationTimestampPropertyKey,
    \.updateTimestampPropertyKey,
    \.isRequired,
    \.minimum,
    \.maximum,
    \.maximumLength,
    \.choices,
    \.displayRequiredMarker,
    \.hint,
    \.noSelectionString,
    \.validate,
    \.visibleRows,
    \.isEntityReadOnly,
    \.isObjectEditable,
    \.isObjectDeletable,
    \.isPropertyVisible,
    \.isPropertyEditable,
    \.mayExplain,
    \.mayAssist)
}
