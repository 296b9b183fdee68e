import Foundation
import LuaRules

/// Does what people want with documents, where the rules allow it.
@main
struct Policy {
  private let context: RuleContext

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "schema" {
      return print(RuleSchema.app.json())
    }
    let rules = try RuleModel(contentsOf: URL(filePath: "rules"), schema: .app)
    var context = RuleContext(rules.observed(by: AuditTrail()))
    // The trail tells of errors, too.
    context.onError = { _ in }
    try run(context)
  }

  private static func run(_ start: RuleContext) throws {
    let march = try Date("2026-03-10T09:00:00Z", strategy: .iso8601)
    let closing = try Date("2026-03-30T09:00:00Z", strategy: .iso8601)
    let ada = User(name: "ada", team: "finance")
    let ben = User(name: "ben", team: "finance", roles: [.editor])
    let eve = User(name: "eve", team: "sales", roles: [.editor])
    let kim = User(name: "kim", team: "law", roles: [.auditor])
    let budget = Document(title: "Budget", owner: "ada", team: "finance", published: march)
    let letters = Document(title: "Letters", owner: "ada", team: "law", isOnHold: true)

    print("March 10")
    let policy = Policy(context: start.with(\.now, march))
    policy.ask(ada, .share, budget)
    policy.ask(ben, .edit, budget)
    policy.ask(ben, .delete, budget)
    policy.ask(eve, .edit, budget)
    policy.ask(kim, .read, budget)
    policy.ask(ada, .delete, letters)
    policy.ask(ada, .read, letters)
    policy.ask(ada, .share, letters)

    print("March 30, when the books are closed")
    let late = Policy(context: start.with(\.now, closing))
    late.ask(ada, .edit, budget)
    late.ask(ada, .read, budget)
    late.ask(eve, .delete, budget)

    print("Without a document")
    policy.ask(ada, .read, nil)
  }

  /// Asks whether somebody may; the accessor never throws, and what fails is denied.
  private func ask(_ user: User, _ operation: Operation, _ document: Document?) {
    let decision = context.with(\.user, user).with(\.operation, operation)
      .with(\.document, document).decision
    print("  \(decision == .allow ? "done" : "refused")")
  }
}
