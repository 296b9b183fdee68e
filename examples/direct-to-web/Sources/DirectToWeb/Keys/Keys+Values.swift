public import LuaRules

// Keys of how a value looks.

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
