import LuaRules

public enum Priority: String, Sendable { case low, normal, high }

public enum Color: String, Sendable { case gray, red, black }

public struct Todo: Sendable {
  public var title: String
  public var priority: Priority

  public init(title: String, priority: Priority) {
    self.title = title
    self.priority = priority
  }
}

extension Todo: RuleObject {
  public static let ruleMembers: RuleMembers<Todo> = [
    .init("title", \.title),
    .init("priority", \.priority),
  ]
}

public struct TodoKey: DynamicEnvironmentKey {
  public static let defaultValue: Todo? = nil
}

public struct FancyColorKey: DynamicEnvironmentKey {
  public static let defaultValue = Color.black
}

public struct TitleKey: DynamicEnvironmentKey {
  public static let defaultValue = ""
}

public struct NavigationBarTitleKey: DynamicEnvironmentKey {
  public static let defaultValue = ""
}

extension DynamicEnvironmentPaths {
  public var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  public var fancyColor: Color {
    get { self[dynamic: FancyColorKey.self] }
    set { self[dynamic: FancyColorKey.self] = newValue }
  }
  public var title: String {
    get { self[dynamic: TitleKey.self] }
    set { self[dynamic: TitleKey.self] = newValue }
  }
  public var navigationBarTitle: String {
    get { self[dynamic: NavigationBarTitleKey.self] }
    set { self[dynamic: NavigationBarTitleKey.self] = newValue }
  }
}

extension RuleSchema {
  public static let todo = RuleSchema(\.todo, \.fancyColor, \.title, \.navigationBarTitle)
}
