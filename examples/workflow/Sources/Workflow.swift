import Foundation
import LuaRules

/// Plays the life of a request, whose state machine is the rules.
@main
struct Workflow {
  private let rules: RuleModel
  private var request: Request

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "schema" {
      return print(RuleSchema.app.json())
    }
    let rules = try RuleModel(contentsOf: URL(filePath: "rules"), schema: .app)
    var workflow = Workflow(
      rules: rules, request: Request(title: "Oak desk", author: "ada", cents: 180_000))
    let ada = Person(name: "ada", roles: [.manager])
    let ben = Person(name: "ben", roles: [.manager])
    let cleo = Person(name: "cleo", roles: [.manager])
    let dan = Person(name: "dan", roles: [.buyer])
    for (person, action) in [
      (ada, Action.submit), (ada, .approve), (ben, .reject), (ada, .submit), (ben, .approve),
      (ben, .approve), (dan, .order), (cleo, .approve), (dan, .order),
    ] {
      try workflow.take(action, by: person)
    }
  }

  /// Does what a person wants, if the rules lead anywhere with it.
  private mutating func take(_ action: Action, by person: Person) throws(RuleError) {
    let context = RuleContext(rules).with(\.request, request).with(\.person, person)
      .with(\.action, action)
    let screen = try context.value(for: \.screen)
    let hint = try context.value(for: \.hint)
    print("\(person.name) sees the \(screen): \(hint)")
    let answer = try context.answer(for: \.next)
    guard let next = answer.value else {
      return print(
        "  \(action): \(answer.rule ?? "no rule"), \(answer.location?.description ?? "")")
    }
    print("  \(action): \(request.status) → \(next)")
    request.status = next
    request.approvals = action == .approve ? request.approvals + [person.name] : []
  }
}
