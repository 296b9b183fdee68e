import LuaRules

/// How much a todo matters.
public enum Priority: String, Sendable { case low, normal, high }

/// A color for a row of a list.
public enum Color: String, Sendable { case gray, red, black }

/// What rules look into.
public struct Todo: Sendable {
  /// What is to be done.
  public var title: String
  /// How much it matters.
  public var priority: Priority
  /// A place in a list.
  public var rank = 0

  /// Creates a todo.
  public init(title: String, priority: Priority) {
    self.title = title
    self.priority = priority
  }
}

extension Todo: RuleObject {
  /// What rules may read.
  public static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title),
    .init("priority", \.priority),
    .init("rank", \.rank),
  ]
}

/// A value that a rule gives as a table.
public struct Badge: Sendable, Decodable {
  /// What it says.
  public var text: String
  /// How often.
  public var count: Int
}

/// The todo that is asked about.
public struct TodoKey: DynamicEnvironmentKey {
  /// None.
  public static let defaultValue: Todo? = nil
}

/// The color of its row.
public struct FancyColorKey: DynamicEnvironmentKey {
  /// What rows are without rules.
  public static let defaultValue = Color.black
}

/// Its title, as rules say.
public struct TitleKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = ""
}

/// The title of the page that shows it.
public struct NavigationBarTitleKey: DynamicEnvironmentKey {
  /// Nothing.
  public static let defaultValue = ""
}

/// The number of the rule that holds.
public struct NumberKey: DynamicEnvironmentKey {
  /// None.
  public static let defaultValue = 0
}

/// A badge beside it.
public struct BadgeKey: DynamicEnvironmentKey {
  /// None.
  public static let defaultValue: Badge? = nil
}

extension DynamicEnvironmentPaths {
  /// The todo that is asked about.
  public var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  /// The color of its row.
  public var fancyColor: Color {
    get { self[dynamic: FancyColorKey.self] }
    set { self[dynamic: FancyColorKey.self] = newValue }
  }
  /// Its title, as rules say.
  public var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  /// The title of the page that shows it.
  public var navigationBarTitle: String {
    get { self[dynamic: NavigationBarTitleKey.self] }
    set { self[dynamic: NavigationBarTitleKey.self] = newValue }
  }
  /// The number of the rule that holds.
  public var number: Int {
    get { self[dynamic: NumberKey.self] }
    set { self[dynamic: NumberKey.self] = newValue }
  }
  /// A badge beside it.
  public var badge: Badge? {
    get { self[dynamic: BadgeKey.self] }
    set { self[dynamic: BadgeKey.self] = newValue }
  }
}

extension RuleSchema {
  /// All keys.
  public static let todo = RuleSchema(
    \.todo, \.fancyColor, \.title, \.navigationBarTitle, \.number, \.badge)
}
