import LuaRules

struct Todo: Sendable {
  enum Priority: String, Sendable { case low, normal, high }

  var title: String
  var priority: Priority
}

enum Color: String, Sendable { case gray, red, black, purple }
enum Platform: String, Sendable { case watch, phone, pad, mac, tv }
enum Details: String, Sendable { case minimal, regular, high }

// MARK: - Keys

/// Called `todo` in rules; the others are named in the same way.
struct TodoKey: DynamicEnvironmentKey { static let defaultValue: Todo? = nil }
struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
struct TitleKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct NavigationBarTitleKey: DynamicEnvironmentKey { static let defaultValue = "Todos" }
struct PlatformKey: DynamicEnvironmentKey { static let defaultValue = Platform.phone }
struct DetailsKey: DynamicEnvironmentKey { static let defaultValue = Details.regular }

extension DynamicEnvironmentPaths {
  var todo: Todo? {
    get { self[dynamic: TodoKey.self] }
    set { self[dynamic: TodoKey.self] = newValue }
  }
  var fancyColor: Color { self[dynamic: FancyColorKey.self] }
  var title: String { self[dynamic: TitleKey.self] }
  var navigationBarTitle: String { self[dynamic: NavigationBarTitleKey.self] }
  var platform: Platform {
    get { self[dynamic: PlatformKey.self] }
    set { self[dynamic: PlatformKey.self] = newValue }
  }
  var details: Details { self[dynamic: DetailsKey.self] }
}

extension RuleSchema {
  /// What the rules may name.
  static let app = RuleSchema(
    \.todo, \.fancyColor, \.title, \.navigationBarTitle, \.platform, \.details, \.task, \.view,
    \.actions)
}
