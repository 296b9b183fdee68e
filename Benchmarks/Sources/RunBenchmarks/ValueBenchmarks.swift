import LuaRules
import TaskRules

/// One question about each kind of value, answered by a plan.
let valueBenchmarks = [
  Benchmark("plain-first", countsAllocations: true) {
    let context = try plain(.low)
    return asking(.gray) { context.color }
  },
  Benchmark("plain-last", countsAllocations: true) {
    let context = try plain(.normal)
    return asking(.black) { context.color }
  },
  Benchmark("plain-first-fresh", countsAllocations: true) {
    let live = try TaskModels.planned(TaskRuleTexts.colors(by: "task.priority"))
    let task = Task.beer()
    return asking(Color.gray) {
      var context = RuleContext(live)
      context.task = task
      return context.color
    }
  },
  Benchmark("object-computed", countsAllocations: true) {
    var context = RuleContext(try TaskModels.planned(TaskRuleTexts.computed))
    context.ticket = Ticket(title: "Buy beer", priority: .low)
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("class-object", countsAllocations: true) {
    var context = RuleContext(
      try TaskModels.planned(TaskRuleTexts.colors(by: "owner.priority")))
    context.owner = Owner(name: "Ann", priority: .low)
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("record", countsAllocations: true) {
    var context = RuleContext(try TaskModels.planned(TaskRuleTexts.colors(by: "row.priority")))
    let columns = RecordLayout(members: [
      ("title", String.self), ("priority", String.self), ("rank", Int.self),
    ])
    context.row = try RuleRecord(columns, values: ["Buy beer", "low", 7])
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("json-object", countsAllocations: true) {
    var context = RuleContext(try TaskModels.planned(TaskRuleTexts.colors(by: "task.priority")))
    try context.setValues(
      json: """
        {"task": {"title": "Buy beer", "priority": "low", "rank": 7,
          "tags": ["drink", "food", "party", "weekend"], "place": {"city": "Rome", "floor": 2}}}
        """)
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("chain-keys", countsAllocations: true) {
    let context = try about(.beer(), TaskRuleTexts.chain)
    return asking("Buy beer") { context.nav }
  },
  Benchmark("nested-struct", countsAllocations: true) {
    let context = try about(.beer(), TaskRuleTexts.gray(when: #"c.task.place.city == "Rome""#))
    return asking(.gray) { context.color }
  },
  Benchmark("list-count", countsAllocations: true) {
    let context = try about(.beer(), TaskRuleTexts.gray(when: "#c.task.tags > 3"))
    return asking(.gray) { context.color }
  },
  Benchmark("dictionary-member", countsAllocations: true) {
    var context = RuleContext(
      try TaskModels.planned(TaskRuleTexts.gray(when: #"c.settings.theme == "dark""#)))
    context.settings = ["theme": "dark", "language": "it", "start": "list"]
    return asking(.gray) { [context] in context.color }
  },
  Benchmark("date-member", countsAllocations: true) {
    let text = TaskRuleTexts.gray(when: "c.order.placed > 1e9")
    return ordering(.gray, of: try TaskModels.planned(text)) { $0.color }
  },
  Benchmark("constant-list", countsAllocations: true) {
    fresh(["plain", "small"], of: try TaskModels.planned(TaskRuleTexts.labels)) { $0.labels }
  },
]

private func about(_ task: Task, _ text: String) throws -> RuleContext {
  var context = RuleContext(try TaskModels.planned(text))
  context.task = task
  return context
}

/// A plain struct, and three rules over one of its members.
func plain(_ priority: TaskRules.Priority) throws -> RuleContext {
  try about(.beer(priority), TaskRuleTexts.colors(by: "task.priority"))
}
