import Foundation
import LuaRules

/// Asks flags for some visitors, and counts them for many.
@main
struct Flags {
  private static let visitors = [
    Visitor(id: "ada", plan: .staff),
    Visitor(id: "kiri", plan: .pro, country: "NZ"),
    Visitor(id: "olaf", plan: .pro),
    Visitor(id: "zoe"),
    Visitor(id: "zoe", app: "2.9.3"),
  ]

  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "schema" {
      return print(RuleSchema.app.json())
    }
    let rules = try RuleModel(contentsOf: URL(filePath: "rules"), schema: .app)
    let day = try Date("2026-03-25T09:00:00Z", strategy: .iso8601)
    let context = RuleContext(rules).with(\.now, day)

    print("March 25")
    for visitor in visitors { try show(visitor, in: context) }

    let many = (1...1000).map { Visitor(id: "visitor \($0)") }
    var counts: [String: Int] = [:]
    for visitor in many {
      let context = context.with(\.visitor, visitor)
      if try context.value(for: \.newSearch) { counts["newSearch", default: 0] += 1 }
      counts["\(try context.value(for: \.checkout))", default: 0] += 1
    }
    print("of \(many.count) visitors")
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(name) \(count)") }

    print("when the new search is switched off")
    try show(visitors[0], in: context.with(\.killed, ["newSearch"]))

    print("April 1")
    try show(
      visitors[0], in: context.with(\.now, try Date("2026-04-01T00:00:00Z", strategy: .iso8601)))
  }

  private static func show(_ visitor: Visitor, in context: RuleContext) throws(RuleError) {
    let context = context.with(\.visitor, visitor)
    let search = try context.answer(for: \.newSearch)
    let checkout = try context.answer(for: \.checkout)
    let banner = try context.value(for: \.banner)
    print(
      """
        \(visitor.id), \(visitor.plan), \(visitor.country), \(visitor.app)
          newSearch \(search.value) (\(search.rule ?? "default"))
          checkout \(checkout.value) (\(checkout.rule ?? "default"))
          banner \(banner ?? "none")
      """)
  }
}
