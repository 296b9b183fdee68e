import LuaRules
import TaskRules

/// The question of `plain-first` in each way in which a program can ask it.
let askingBenchmarks = [
  Benchmark("value-for-path", countsAllocations: true) {
    let context = try plain(.low)
    return asking(.gray) { try? context.value(for: \.color) }
  },
  Benchmark("value-for-key", countsAllocations: true) {
    let context = try plain(.low)
    return asking(.gray) { try? context.value(for: ColorKey.self) }
  },
  Benchmark("value-at-name", countsAllocations: true) {
    let context = try plain(.low)
    return asking(.gray) { try? context.value(at: "color", as: Color.self) }
  },
  Benchmark("subscript-name", countsAllocations: true) {
    let context = try plain(.low)
    return asking({ context["color"] }) { $0 as? String == "gray" }
  },
  Benchmark("answer-for", countsAllocations: true) {
    let context = try plain(.low)
    return asking({ try? context.answer(for: \.color) }) {
      $0?.value == .gray && $0?.location?.line == 2
    }
  },
  Benchmark("environment", countsAllocations: true) {
    let context = try plain(.low)
    let environment = RuleEnvironment(context.model)
    environment.task = context.task
    return asking(.gray) { environment.color }
  },
  Benchmark("with-value", countsAllocations: true) {
    let context = try plain(.low)
    precondition(context.with(\.title, "x").title == "x")
    return asking(.gray) { context.with(\.title, "x").color }
  },
  Benchmark("dynamic-environment", countsAllocations: true) {
    let context = try plain(.low)
    let row = Row()
    precondition(withRuleContext(context) { row.color } == .gray)
    return { calls in
      withRuleContext(context) {
        for _ in 0..<calls { keep(row.color) }
      }
    }
  },
  Benchmark("with-rule-value", countsAllocations: true) {
    let context = try plain(.low)
    let ask: @Sendable () -> Color = {
      withRuleValue(\.title, "x") { RuleContext.current.color }
    }
    precondition(withRuleContext(context, ask) == .gray)
    return { calls in
      withRuleContext(context) {
        for _ in 0..<calls { keep(ask()) }
      }
    }
  },
]

/// What reads the color of its row where it is drawn.
private struct Row {
  @DynamicEnvironment(\.color) var color: Color
}
