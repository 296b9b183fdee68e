public import LuaRules

// Keys of rights.

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

  /// The least number of characters of a password that users choose for themselves.
  public var minimumPasswordLength: Int {
    self[
      dynamic: RuleKey<Int>(
        literal: "minimumPasswordLength", default: 8,
        description:
          "The least number of characters of a password that users choose for themselves."
      )]
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
