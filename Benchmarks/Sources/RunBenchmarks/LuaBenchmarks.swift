import CYardstick
import LuaRules
import TaskRules

/// Rules that only Lua can run; most of them about values that are set for the question.
let luaBenchmarks = [
  Benchmark("lua-method-again", countsAllocations: true) {
    var context = RuleContext(try TaskModels.live(method))
    context.task = .beer()
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("lua-method-fresh", countsAllocations: true) {
    fresh(.gray, of: try TaskModels.live(method)) { $0.color }
  },
  Benchmark("lua-three-fresh", countsAllocations: true) {
    fresh(.gray, of: try TaskModels.live(TaskRuleTexts.methods)) { $0.color }
  },
  Benchmark("lua-host-fresh", countsAllocations: true) {
    let host = HostFunctions().adding("doubled") { (number: Int) in 2 * number }
    let text = TaskRuleTexts.value(of: "price", "host.doubled(c.task.rank)")
    return fresh(14, of: try TaskModels.live(text, host: host)) { $0.price }
  },
  Benchmark("lua-decode-fresh", countsAllocations: true) {
    let text = TaskRuleTexts.value(of: "card", "{ text = c.task.title, count = 3 }")
    return fresh(Card(text: "Buy beer", count: 3), of: try TaskModels.live(text)) { $0.card }
  },
  Benchmark("list-loop", countsAllocations: true) {
    ordering(35.0, of: try TaskModels.live(TaskRuleTexts.total)) { $0.total }
  },
  Benchmark("list-strings", countsAllocations: true) {
    fresh(.gray, of: try TaskModels.live(TaskRuleTexts.tagged)) { $0.color }
  },
]

private let method = TaskRuleTexts.gray(when: #"c.task.title:lower() == "buy beer""#)

/// Makes a context for each question, and sets a struct on it.
func fresh<Value: Equatable & SendableMetatype>(
  _ expected: Value, of live: LiveRuleModel,
  _ ask: @escaping @Sendable (RuleContext) -> Value
) -> Benchmark.Body {
  let task = Task.beer()
  return asking(expected) {
    var context = RuleContext(live)
    context.task = task
    return ask(context)
  }
}

/// The same with a struct that has a list of structs, and a date.
func ordering<Value: Equatable & SendableMetatype>(
  _ expected: Value, of live: LiveRuleModel,
  _ ask: @escaping @Sendable (RuleContext) -> Value
) -> Benchmark.Body {
  let order = Order.drinks
  return asking(expected) {
    var context = RuleContext(live)
    context.order = order
    return ask(context)
  }
}

/// Rules as people write them, loaded and asked once, as a multiple of what stock Lua takes.
let lineBenchmarks = [
  Benchmark("load-1000-one", .toBareLua, countsAllocations: true) {
    try loading(TaskRuleTexts.oneFunction(1000))
  },
  Benchmark("load-1000-two", .toBareLua, countsAllocations: true) {
    try loading(TaskRuleTexts.twoFunctions(1000))
  },
]

private func loading(_ text: String) throws -> [Benchmark.Body] {
  let bytes = Array(text.utf8CString.dropLast())
  var task = Task.beer()
  task.title = "t7"
  let load: @Sendable () -> Int? = { [task] in
    guard let model = try? RuleModel(text: text, schema: .task) else { return nil }
    var context = RuleContext(model)
    context.task = task
    return context.number
  }
  return [
    asking(7, load),
    asking(true) { yardstick_load(bytes, Int64(bytes.count)) },
  ]
}
