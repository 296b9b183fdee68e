import Foundation
import LuaRules
import Testing

/// Dates, durations and identifiers are read in memory; here that is compared with what they say of
/// themselves.
struct TimeReadTests {
  private struct Event: Sendable {
    var flag = true
    var date: Date
    var maybe: Date?
    var length: Duration
    var rest: Duration?
    var id: UUID
    var other: UUID?
    var dates: [Date]
    var lengths: [Duration?]
    var ids: [UUID]
    var named: [String: Date]
  }

  private struct Listed: RuleObject, Sendable {
    var event: Event

    static let ruleMembers: RuleMembers<Listed> = [
      .init("date", \.event.date), .init("maybe") { $0.event.maybe },
      .init("length") { $0.event.length }, .init("rest", \.event.rest),
      .init("id") { $0.event.id }, .init("other", \.event.other),
      .init("dates", \.event.dates), .init("lengths") { $0.event.lengths },
      .init("ids", \.event.ids), .init("named", \.event.named),
    ]
  }

  private static let events: [Event] = [
    Event(
      date: Date(timeIntervalSince1970: 1_234_567_890.125), maybe: Date(timeIntervalSince1970: 0.1),
      length: .milliseconds(1500), rest: .seconds(-3.7), id: UUID(), other: UUID(),
      dates: [.distantPast, Date(timeIntervalSinceReferenceDate: -0.1)],
      lengths: [.nanoseconds(1), nil, .seconds(Int64.max)], ids: [UUID(), UUID()],
      named: ["a": .distantFuture]),
    Event(
      date: Date(timeIntervalSinceReferenceDate: .infinity), maybe: nil,
      length: Duration(secondsComponent: -9_007_199_254_740_993, attosecondsComponent: -1),
      rest: nil, id: UUID(uuid: (255, 254, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0)),
      other: nil, dates: [], lengths: [], ids: [], named: [:]),
  ]

  private static let expressions = [
    "c.v.date", "c.v.maybe", "c.v.length", "c.v.rest", "c.v.id", "c.v.other", "c.v.dates[1]",
    "c.v.dates[2]", "#c.v.dates", "c.v.lengths[1]", "c.v.lengths[2]", "c.v.lengths[3]",
    "c.v.ids[1]", "c.v.ids[2]", "c.v.named.a", "c.date", "c.length", "c.id", "c.maybe", "c.none",
  ]

  private func contexts(_ rule: String) throws -> [RuleContext] {
    try [EvaluationMode.lua, .native].flatMap { plan in
      let model = try RuleModel(text: "return { \(rule) }", options: RuleOptions(plan: plan))
      return Self.events.flatMap { event in
        [false, true].flatMap { isListed in
          var context = RuleContext(model)
          if isListed { context["v"] = Listed(event: event) } else { context["v"] = event }
          context["date"] = event.date
          context["length"] = event.length
          context["id"] = event.id
          context["maybe"] = Date?.some(event.date)
          context["none"] = Date?.none
          // What is read is noted there, so Swift reads.
          return [context, context.memoized()]
        }
      }
    }
  }

  private func expectSame(_ rule: String) throws {
    let contexts = try contexts(rule)
    for _ in 0..<2 {
      let texts = contexts.map { context in
        do {
          return try context.json(at: "answer") + (try context.value(at: "answer", as: String.self))
        } catch {
          return "\(error)"
        }
      }
      // Contexts about the same event: two kinds of values, each read in two ways, by Lua and by plan.
      for event in 0..<2 {
        let same = texts.indices.filter { $0 / 4 % 2 == event }.map { texts[$0] }
        #expect(Set(same).count == 1, "\(rule): \(same)")
      }
    }
  }

  @Test(arguments: expressions)
  func `a value is the same however it is read`(expression: String) throws {
    let text = "string.format('%s %.17g', type(x), type(x) == 'number' and x or 0) .. tostring(x)"
    try expectSame(
      "{ key = 'answer', value = function(c) local x = \(expression) return \(text) end }")
    try expectSame("{ key = 'answer', value = function(c) return \(expression) end }")
    for test in ["\(expression) == nil", "\(expression) < 1e9", "\(expression) == 1234567890.125"] {
      try expectSame(
        "{ key = 'answer', when = function(c) return \(test) end, value = 'yes' }, "
          + "{ key = 'answer', value = 'no' }")
    }
  }

  @Test func `what Lua sees is what the value says of itself`() throws {
    for event in Self.events {
      let model = try RuleModel(
        text: """
          return {
            { key = "date", value = function(c) return c.v.date end },
            { key = "length", value = function(c) return c.v.length end },
            { key = "id", value = function(c) return c.v.id end },
          }
          """)
      var context = RuleContext(model)
      context["v"] = event
      #expect(try context.value(at: "date", as: Double.self) == event.date.timeIntervalSince1970)
      let (seconds, attoseconds) = event.length.components
      #expect(
        try context.value(at: "length", as: Double.self)
          == Double(seconds) + Double(attoseconds) / 1e18)
      #expect(try context.value(at: "id", as: String.self) == event.id.uuidString)
      #expect(try context.value(at: "id", as: UUID.self) == event.id)
    }
  }

  @Test func `a value that is set comes back as it is`() throws {
    let key = RuleKey("date", default: Date.distantPast)
    var context = RuleContext(try RuleModel(text: "return { { key = 'x', value = 1 } }"))
    context[dynamic: key] = Date(timeIntervalSinceReferenceDate: 0.1)
    #expect(try context.value(for: key).timeIntervalSinceReferenceDate == 0.1)
    #expect(try context.value(at: "date", as: Date?.self)?.timeIntervalSinceReferenceDate == 0.1)
    #expect(context["date"] as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(try context.json(at: "date") == "978307200.1")
  }
}
