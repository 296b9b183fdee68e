import DeskRules
import LuaRules

/// A support desk, in the circumstances that programs have: each alone, and all together.
let deskBenchmarks =
  [
    Benchmark("desk-pattern", countsAllocations: true) {
      asking("urgent") { Desk.context.queue }
    },
    Benchmark("desk-string", countsAllocations: true) {
      asking("The printer is on fire") { Desk.context.subject }
    },
    Benchmark("desk-decimal", countsAllocations: true) {
      asking({ Desk.context.fee }) { "\($0)" == "24.68" }
    },
    Benchmark("desk-collect", countsAllocations: true) {
      asking(["call back", "be kind"]) { Desk.context.notes }
    },
    Benchmark("desk-lua", countsAllocations: true) {
      asking("Dear ACME") { Desk.context.greeting }
    },
    Benchmark("desk-memoized", countsAllocations: true) {
      asking("urgent") { Desk.memoized.queue }
    },
    Benchmark("desk-memoized-lua", countsAllocations: true) {
      asking("Dear ACME") { Desk.memoized.greeting }
    },
  ] + deskWithFallback + deskWithPathKey + deskWithSecret + deskWithBoth + deskEnvironments

private let deskWithFallback = [
  Benchmark("desk-fallback-pattern", countsAllocations: true) {
    asking("urgent") { Desk.contextWithFallback.queue }
  },
  Benchmark("desk-fallback-answers", countsAllocations: true) {
    asking("Yours, Support") { Desk.contextWithFallback.footer }
  },
  Benchmark("desk-fallback-lua", countsAllocations: true) {
    asking("Dear ACME") { Desk.contextWithFallback.greeting }
  },
]

private let deskWithPathKey = [
  Benchmark("desk-path-pattern", countsAllocations: true) {
    asking("urgent") { Desk.contextWithPathKey.queue }
  },
  Benchmark("desk-path-lua", countsAllocations: true) {
    asking("Dear ACME") { Desk.contextWithPathKey.greeting }
  },
  // A page remembers its answers, and asks about one row after the other.
  Benchmark("desk-row-pattern", countsAllocations: true) {
    asking("urgent") {
      var row = Desk.page
      row.ticket = .printer
      return row.queue
    }
  },
  Benchmark("desk-row-lua", countsAllocations: true) {
    asking("Re: THE PRINTER IS ON FIRE") {
      var row = Desk.page
      row.ticket = .printer
      return row.reply
    }
  },
]

private let deskWithSecret = [
  Benchmark("desk-secret-pattern", countsAllocations: true) {
    asking("urgent") { Desk.contextWithSecret.queue }
  },
  Benchmark("desk-secret-lua", countsAllocations: true) {
    asking("Dear ACME") { Desk.contextWithSecret.greeting }
  },
]

private let deskWithBoth = [
  Benchmark("desk-both-pattern", countsAllocations: true) {
    asking("urgent") { Desk.contextWithBoth.queue }
  },
  Benchmark("desk-both-collect", countsAllocations: true) {
    asking(["call back", "be kind"]) { Desk.contextWithBoth.notes }
  },
  Benchmark("desk-both-memoized", countsAllocations: true) {
    asking("urgent") { Desk.memoizedWithBoth.queue }
  },
  Benchmark("desk-both-fresh", countsAllocations: true) {
    asking(true) {
      var context = RuleContext(Desk.modelWithBoth)
      context.ticket = .printer
      context.customer = .acme
      context.agent = .ann
      return context.queue == "urgent" && context.notes.count == 2
    }
  },
]

private let deskEnvironments = [
  Benchmark("desk-environment", countsAllocations: true) {
    let environment = Support(Desk.model)
    environment.ticket = .printer
    return asking("urgent") { environment.queue }
  },
  Benchmark("desk-environment-child", countsAllocations: true) {
    let environment = Support(Desk.model)
    environment.ticket = .printer
    return asking("urgent") { environment.desk.queue }
  },
  Benchmark("desk-environment-with", countsAllocations: true) {
    asking("urgent") { RuleEnvironment(Desk.model).with(\.ticket, .printer).queue }
  },
]

private final class Support: RuleEnvironment, @unchecked Sendable {
  @Derived var desk: RuleEnvironment
}
