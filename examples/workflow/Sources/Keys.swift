import LuaRules

// What the program sets.
struct RequestKey: DynamicEnvironmentKey { static let defaultValue: Request? = nil }
struct PersonKey: DynamicEnvironmentKey { static let defaultValue: Person? = nil }
struct ActionKey: DynamicEnvironmentKey { static let defaultValue: Action? = nil }

// What it asks.
struct ScreenKey: DynamicEnvironmentKey { static let defaultValue = Screen.summary }
struct ActionsKey: DynamicEnvironmentKey { static let defaultValue: [Action] = [] }
struct HintKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct NextKey: DynamicEnvironmentKey { static let defaultValue: Request.Status? = nil }

// What rules ask each other.
struct IsAuthorKey: DynamicEnvironmentKey { static let defaultValue = false }
struct MayApproveKey: DynamicEnvironmentKey { static let defaultValue = false }
struct MayOrderKey: DynamicEnvironmentKey { static let defaultValue = false }
struct ApprovalsWantedKey: DynamicEnvironmentKey { static let defaultValue = 1 }

extension DynamicEnvironmentPaths {
  var request: Request? {
    get { self[dynamic: RequestKey.self] }
    set { self[dynamic: RequestKey.self] = newValue }
  }
  var person: Person? {
    get { self[dynamic: PersonKey.self] }
    set { self[dynamic: PersonKey.self] = newValue }
  }
  var action: Action? {
    get { self[dynamic: ActionKey.self] }
    set { self[dynamic: ActionKey.self] = newValue }
  }
  var screen: Screen { self[dynamic: ScreenKey.self] }
  var actions: [Action] { self[dynamic: ActionsKey.self] }
  var hint: String { self[dynamic: HintKey.self] }
  /// The status after the action; `nil` when it leads nowhere.
  var next: Request.Status? { self[dynamic: NextKey.self] }
  var isAuthor: Bool { self[dynamic: IsAuthorKey.self] }
  var mayApprove: Bool { self[dynamic: MayApproveKey.self] }
  var mayOrder: Bool { self[dynamic: MayOrderKey.self] }
  var approvalsWanted: Int { self[dynamic: ApprovalsWantedKey.self] }
}

extension RuleSchema {
  static let app = RuleSchema(
    \.request, \.person, \.action, \.screen, \.actions, \.hint, \.next, \.isAuthor, \.mayApprove,
    \.mayOrder, \.approvalsWanted)
}
