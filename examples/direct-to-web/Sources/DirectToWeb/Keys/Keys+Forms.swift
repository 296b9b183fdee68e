public import LuaRules

// Keys of forms.

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

  /// The most bytes of a file for a column of bytes.
  public var maximumFileSize: Int {
    self[
      dynamic: RuleKey<Int>(
        literal: "maximumFileSize", default: 0,
        description: "The most bytes of a file for a column of bytes.")]
  }

  /// The types of files for a column of bytes, such as `image/*`; none: any.
  public var fileTypes: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "fileTypes", default: [],
        description: "The types of files for a column of bytes, such as `image/*`; none: any.")]
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
        literal: "validate", default: [], onError: ["The rules for this row failed."],
        hitPolicy: .collect,
        description: "What is wrong with a row, in sentences; all rules that hold are told.")]
  }

  /// What a user may do with a row by one button; all rules that hold are offered.
  public var actions: [LuaValue] {
    self[
      dynamic: RuleKey<[LuaValue]>(
        literal: "actions", default: [], onError: [], hitPolicy: .collect,
        description: "What a user may do with a row by one button; all rules that hold are offered."
      )]
  }

  /// The other properties of a form that a property depends on: it is asked again when they change.
  public var dependsOn: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "dependsOn", default: [],
        description:
          "The other properties of a form that a property depends on: it is asked again when they change."
      )]
  }

  /// The to-many relationships whose rows are shown, and changed, on the page of a row.
  public var inlines: [String] {
    self[
      dynamic: RuleKey<[String]>(
        literal: "inlines", default: [],
        description:
          "The to-many relationships whose rows are shown, and changed, on the page of a row.")]
  }

  /// Whether a column can be changed in the list.
  public var isEditableInList: Bool {
    self[
      dynamic: RuleKey<Bool>(
        literal: "isEditableInList", default: false,
        description: "Whether a column can be changed in the list.")]
  }
}
