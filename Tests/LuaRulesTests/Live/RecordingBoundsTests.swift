import Testing

@testable import LuaRules

/// Gives a title that names the number of the context, shifted.
private func rules(_ shift: Int = 0) -> String {
  "return { { key = \"title\", value = function(c) return 'n' .. c.number + \(shift) end } }"
}

private func makeLive(
  _ decisions: DecisionRecorder, timeLimit: Duration = .seconds(60)
) throws -> LiveRuleModel {
  var liveOptions = LiveRuleOptions()
  liveOptions.gate = .recorded(decisions, timeLimit: timeLimit)
  liveOptions.logger.logLevel = .critical
  return try LiveRuleModel(
    sources: [RuleSource(text: rules(), name: "rules.lua")], live: liveOptions)
}

/// What the gate of a live model says to other rules.
private func said(by live: LiveRuleModel) async throws -> [String] {
  let events = live.events
  try live.replace(with: try RuleModel(text: rules(1)))
  live.stop()
  return await events.reduce(into: []) { $0.append($1.description) }.dropFirst().map(\.self)
}

private func ask(_ live: LiveRuleModel, _ numbers: ClosedRange<Int>) {
  var context = RuleContext(live)
  for number in numbers {
    context["number"] = number
    _ = (context["title"], context["number"])
  }
}

struct RecordingBoundsTests {
  private final class Payload: Sendable {}

  @Test func `no more is kept than there is room for, and the newest`() throws {
    let decisions = DecisionRecorder(capacity: 10)
    let live = try makeLive(decisions)
    weak var first: Payload?
    weak var last: Payload?
    for number in 1...25 {
      let payload = Payload()
      if number == 1 { first = payload }
      if number == 25 { last = payload }
      var context = RuleContext(live)
      context["payload"] = payload
      // Asking again, also through a copy, is the same decision.
      context["number"] = number
      for copy in [context, context] { _ = copy["title"] }
      #expect(decisions.count == min(number, 10))
    }
    #expect(first == nil)
    #expect(last != nil)
  }

  @Test func `only some keys may be recorded, and only some of the answers`() throws {
    let some = DecisionRecorder(keys: ["title"])
    let live = try makeLive(some)
    ask(live, 1...5)
    #expect(some.count == 5)
    let sampled = DecisionRecorder(sampling: .oneIn(10))
    ask(try makeLive(sampled), 1...3000)
    #expect((1...2000).contains(sampled.count))
  }

  @Test func `a recorder does not keep its live model alive`() throws {
    let decisions = DecisionRecorder()
    weak var gone: LiveRuleModel?
    do {
      let live = try makeLive(decisions)
      gone = live
      ask(live, 1...1)
    }
    #expect(decisions.count == 2)
    #expect(gone == nil)
  }

  @Test func `what there is no time for is told`() async throws {
    let live = try makeLive(DecisionRecorder(), timeLimit: .zero)
    ask(live, 1...3)
    let said = try await said(by: live)
    #expect(
      said == [
        "the gate let generation 2 pass: 0 of 0 recorded decisions change; "
          + "6 more were not judged within 0.0 seconds", "generation 2 is active",
      ])
  }

  @Test func `a long list of changes is cut`() async throws {
    let live = try makeLive(DecisionRecorder(keys: ["title"]))
    ask(live, 1...20)
    let said = try #require(await said(by: live).first)
    #expect(said.contains("20 of 20 recorded decisions change: title \"n1\" → \"n2\" (1), "))
    #expect(said.hasSuffix(", and 12 other changes"))
  }
}
