import LuaRules

/// A piece of work that someone gives to someone else.
struct WorkTask: Sendable {
  enum Status: String, Sendable { case created, accepted, finished, rejected }

  var title: String
  var status: Status
}

enum Action: String, Sendable { case accept, reject, finish }

/// What a screen shows; views are plain objects to rules.
protocol TaskView: CustomStringConvertible {}

struct TaskNewView: TaskView {
  let title: String
  var description: String { "TaskNewView(\(title))" }
}

struct TaskWorkView: TaskView {
  let title: String
  var description: String { "TaskWorkView(\(title))" }
}

struct TaskFinishedView: TaskView {
  let title: String
  var description: String { "TaskFinishedView(\(title))" }
}

// MARK: - Keys

struct TaskKey: DynamicEnvironmentKey { static let defaultValue: WorkTask? = nil }
struct ViewKey: DynamicEnvironmentKey { static var defaultValue: (any TaskView)? { nil } }
struct ActionsKey: DynamicEnvironmentKey { static let defaultValue: [Action] = [] }

extension DynamicEnvironmentPaths {
  var task: WorkTask? {
    get { self[dynamic: TaskKey.self] }
    set { self[dynamic: TaskKey.self] = newValue }
  }
  var view: (any TaskView)? { self[dynamic: ViewKey.self] }
  var actions: [Action] { self[dynamic: ActionsKey.self] }
}

extension HostFunctions {
  /// What rules may call: `host.TaskNewView` and so on.
  static let app: HostFunctions = [
    "TaskNewView": .function { (c: RuleContext) in TaskNewView(title: c.task?.title ?? "") },
    "TaskWorkView": .function { (c: RuleContext) in TaskWorkView(title: c.task?.title ?? "") },
    "TaskFinishedView": .function { (c: RuleContext) in TaskFinishedView(title: c.task?.title ?? "")
    },
  ]
}
