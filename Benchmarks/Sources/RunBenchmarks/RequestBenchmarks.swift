import CYardstick
import LuaRules
import TaskRules

/// What a request to a server does: it makes a context, sets values, and asks once.
let requestBenchmarks = [
  Benchmark("make-context", countsAllocations: true) {
    let live = try TaskModels.planned(TaskRuleTexts.planned)
    return asking({ RuleContext(live) }) { $0.setNames.isEmpty && $0.retries == 3 }
  },
  Benchmark("set-string", countsAllocations: true) {
    let empty = RuleContext(try TaskModels.planned(TaskRuleTexts.planned))
    return asking({
      var context = empty
      context.region = "EU"
      return context
    }) { $0.region == "EU" }
  },
  Benchmark("set-struct", countsAllocations: true) {
    let empty = RuleContext(try TaskModels.planned(TaskRuleTexts.planned))
    let task = Task.beer()
    return asking({
      var context = empty
      context.task = task
      return context
    }) { $0.task?.title == "Buy beer" }
  },
  Benchmark("set-five", countsAllocations: true) {
    let empty = RuleContext(try TaskModels.planned(TaskRuleTexts.planned))
    return asking({
      var context = empty
      setFive(&context)
      return context
    }) { $0.setNames.count == 5 && $0.attempt == 1 }
  },
  Benchmark("request-small", countsAllocations: true) {
    let live = try TaskModels.planned(TaskRuleTexts.planned)
    let task = Task.beer()
    return asking(true) {
      var context = RuleContext(live)
      context.task = task
      return context.color == .gray && context.title == "Buy beer" && context.nav == "Buy beer"
    }
  },
  Benchmark("request-small-by-hand", countsAllocations: true) {
    byHand(requests_runSmall)
  },
  Benchmark("request-large", countsAllocations: true) {
    let live = try TaskModels.live(TaskRuleTexts.mixed)
    _ = try TaskModels.planned(TaskRuleTexts.planned)
    return asking(true) {
      var context = RuleContext(live)
      setFive(&context)
      return context.color == .gray && context.title == "Buy beer" && context.nav == "Buy beer"
        && context.badge == 1 && context.icon == "moon" && context.canEdit
        && context.retries == 2 && context.currency == "EUR"
        && context.greeting == "Hello ANN" && context.section == "shopping"
        && context.zone == "europe"
    }
  },
  Benchmark("request-large-by-hand", countsAllocations: true) {
    byHand(requests_runLarge)
  },
]

/// The values of a large request.
private let five = (
  task: Task.beer(), user: Person(name: "Ann", isAdmin: false),
  settings: ["theme": "dark", "language": "it", "start": "list"], region: "EU", attempt: 1
)

/// Sets two structs, a dictionary, a string and a number.
@inline(__always) func setFive(_ context: inout RuleContext) {
  context.task = five.task
  context.user = five.user
  context.settings = five.settings
  context.region = five.region
  context.attempt = five.attempt
}

/// The functions of a request in a stock Lua state, which one thread uses at a time.
///
/// INVARIANT: `@unchecked Sendable` because the harness runs it on its own thread only.
private final class RequestsByHand: @unchecked Sendable {
  let state: OpaquePointer

  init?() {
    guard let state = requests_new() else { return nil }
    self.state = state
  }

  deinit { requests_free(state) }
}

private func byHand(
  _ run: @escaping @Sendable (OpaquePointer, Int64) -> Int64
) -> Benchmark.Body {
  guard let requests = RequestsByHand(), run(requests.state, 1) == 1 else {
    preconditionFailure("there is no Lua to compare with")
  }
  return { keep(run(requests.state, Int64($0))) }
}
