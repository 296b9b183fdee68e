import LuaRules

/// What the rules answer, line by line: a question, and the typed answers to it.
struct Answers {
  private(set) var lines: [(question: String, answer: String)] = []

  init(_ rules: RuleModel) throws(RuleError) {
    for todo in Self.todos {
      let context = RuleContext(rules).with(\.todo, todo)
      let color: Color = try context.value(for: \.fancyColor)
      let title: String = try context.value(for: \.title)
      let bar: String = try context.value(for: \.navigationBarTitle)
      lines.append(
        (
          "todo \"\(todo.title)\", \(todo.priority)",
          "fancyColor \(color), title \"\(title)\", navigationBarTitle \"\(bar)\""
        ))
    }
    for platform in [Platform.watch, .phone, .mac, .tv] {
      let context = RuleContext(rules).with(\.platform, platform)
      lines.append(("platform \(platform)", "details \(try context.value(for: \.details))"))
    }
    for status in [WorkTask.Status.created, .accepted, .finished] {
      let context = RuleContext(rules).with(\.task, WorkTask(title: "Report", status: status))
      let view = try context.value(for: \.view)
      let actions = try context.value(for: \.actions).map(\.rawValue).joined(separator: ", ")
      lines.append(
        ("task \"Report\", \(status)", "view \(view.map { "\($0)" } ?? "-"), actions [\(actions)]"))
    }
  }

  private static let todos = [
    Todo(title: "Buy beer", priority: .low),
    Todo(title: "IMPORTANT", priority: .high),
    Todo(title: "Clean flat", priority: .normal),
  ]

  /// Returns the lines whose answer is another one than before.
  func changes(since old: Answers) -> [(question: String, answer: String)] {
    zip(lines, old.lines).filter { $0.0.answer != $0.1.answer }.map(\.0)
  }
}
