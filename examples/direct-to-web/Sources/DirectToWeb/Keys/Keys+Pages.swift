public import LuaRules

// Keys of pages as a whole.

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

  /// What a page is for: login, query, search, list, select, inspect, edit, new, action, confirm, conflict, error.
  public var task: String {
    get { self[dynamic: Self.taskKey] }
    set { self[dynamic: Self.taskKey] = newValue }
  }
  private static var taskKey: RuleKey<String> {
    RuleKey<String>(
      literal: "task", default: "query",
      description:
        "What a page is for: login, query, search, list, select, inspect, edit, new, action, confirm, conflict, error."
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
