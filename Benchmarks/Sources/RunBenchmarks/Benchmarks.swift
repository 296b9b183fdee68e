import CYardstick
import LuaRules
import TodoRules

/// The yardstick, which one thread uses at a time.
///
/// INVARIANT: `@unchecked Sendable` because the harness runs it on its own thread only.
final class YardstickState: @unchecked Sendable {
  private let state: OpaquePointer

  init?() {
    guard let state = yardstick_new() else { return nil }
    self.state = state
  }

  deinit { yardstick_free(state) }

  func run(_ count: Int) -> Int { Int(yardstick_run(state, Int64(count))) }
}

/// All benchmarks; the first is the yardstick of the others.
let allBenchmarks =
  [Benchmark("yardstick", yardstick)] + evaluations + manyRules + loads + threads
  + requestBenchmarks + valueBenchmarks + askingBenchmarks + hitPolicyBenchmarks + luaBenchmarks
  + lineBenchmarks + deskBenchmarks + [savedUnderLoad, wideTable]

@Sendable private func yardstick() -> Benchmark.Body {
  guard let yardstick = YardstickState(), yardstick.run(1) == 1 else {
    preconditionFailure("there is no Lua to compare with")
  }
  return { keep(yardstick.run($0)) }
}

/// One evaluation, over few rules.
private let evaluations = [
  Benchmark("set-value", countsAllocations: true) {
    color(.red, of: try Contexts.set())
  },
  Benchmark("fancy-first", countsAllocations: true) {
    color(.gray, of: try Contexts.todo(.low))
  },
  Benchmark("fancy-last", countsAllocations: true) {
    color(.black, of: try Contexts.todo(.normal))
  },
  Benchmark("fancy-first-swift", countsAllocations: true) {
    color(.gray, of: try Contexts.swift(.low))
  },
  Benchmark("fancy-last-swift", countsAllocations: true) {
    color(.black, of: try Contexts.swift(.normal))
  },
  Benchmark("fancy-first-lua", countsAllocations: true) {
    color(.gray, of: try Contexts.todo(.low, usesPlans: false))
  },
  Benchmark("fancy-first-method", countsAllocations: true) {
    color(.gray, of: try Contexts.todo(.low, rules: RuleTexts.method))
  },
  Benchmark("fancy-last-lua", countsAllocations: true) {
    color(.black, of: try Contexts.todo(.normal, usesPlans: false))
  },
  Benchmark("fancy-first-lua-fresh", countsAllocations: true) {
    let first = try Contexts.todo(.low, usesPlans: false)
    var second = first
    second.todo = Todo(title: "Buy milk", priority: .low)
    let other = second
    precondition(first.fancyColor == .gray && other.fancyColor == .gray)
    return {
      for number in 0..<$0 { keep(number % 2 == 0 ? first.fancyColor : other.fancyColor) }
    }
  },
  Benchmark("fancy-first-unarmed", countsAllocations: true) {
    color(.gray, of: try Contexts.todo(.low, usesPlans: false, isArmed: false))
  },
  Benchmark("memo-hit", countsAllocations: true) {
    color(.gray, of: try Contexts.todo(.low, usesPlans: false).memoized())
  },
  Benchmark("chain", countsAllocations: true) {
    let context = try Contexts.todo(.low)
    precondition(context.navigationBarTitle == "Buy beer")
    return { for _ in 0..<$0 { keep(context.navigationBarTitle) } }
  },
  Benchmark("json-context", countsAllocations: true) {
    color(.gray, of: try Contexts.json(.low))
  },
  Benchmark("decode-struct", countsAllocations: true) {
    let context = try Contexts.todo(.low)
    precondition(context.badge?.text == "Buy beer")
    return { for _ in 0..<$0 { keep(context.badge) } }
  },
]

private func color(_ expected: Color, of context: RuleContext) -> Benchmark.Body {
  precondition(context.fancyColor == expected)
  return { for _ in 0..<$0 { keep(context.fancyColor) } }
}

/// One evaluation, over many rules for one key, of which the last holds.
private let manyRules =
  [10, 1000, 10_000, 100_000].map { count in
    Benchmark("equal-\(count)", countsAllocations: true) {
      number(count, of: try Contexts.equal(count))
    }
  } + [
    Benchmark("range-1000") { number(1000, of: try Contexts.range(1000)) },
    Benchmark("table-10000") {
      number(10_000, of: try Contexts.table(10_000))
    },
    Benchmark("opaque-100") { number(100, of: try Contexts.opaque(100)) },
  ]

private func number(_ expected: Int, of context: RuleContext) -> Benchmark.Body {
  precondition(context.number == expected)
  return { for _ in 0..<$0 { keep(context.number) } }
}

/// Rules that are loaded, and asked once, so that they are planned too.
private let loads =
  [1000, 10_000].map { count in
    Benchmark("load-\(count)", .toBareLua) {
      let text = RuleTexts.equal(count)
      let bytes = Array(text.utf8CString.dropLast())
      return [
        { for _ in 0..<$0 { askSeventh(RuleContext(load(text))) } },
        { for _ in 0..<$0 { keep(yardstick_load(bytes, Int64(bytes.count))) } },
      ]
    }
  } + [
    Benchmark("load-table-10000", .toBareLua) {
      let text = RuleTexts.table(10_000)
      let bytes = Array((RuleTexts.stockTable + text).utf8CString.dropLast())
      return [
        { for _ in 0..<$0 { keep(load(text)) } },
        { for _ in 0..<$0 { keep(yardstick_load(bytes, Int64(bytes.count))) } },
      ]
    },
    Benchmark("swap-1000") {
      let live = try LiveRuleModel(
        sources: [RuleSource(text: RuleTexts.equal(1000), name: "todo.lua")], schema: .todo)
      return { calls in
        for _ in 0..<calls {
          _ = try? live.replace(with: load(RuleTexts.equal(1001)))
          askSeventh(RuleContext(live))
        }
      }
    },
  ]

func load(_ text: String) -> RuleModel {
  guard let model = try? RuleModel(text: text, schema: .todo) else {
    preconditionFailure("the rules do not load")
  }
  return model
}

private let seventh: Todo = {
  var todo = Todo(title: RuleTexts.title(7), priority: .low)
  todo.rank = 7
  return todo
}()

func askSeventh(_ context: RuleContext) {
  var context = context
  context.todo = seventh
  precondition(context.number == 7)
}

/// Two threads.
private let threads = [
  Benchmark("two-threads", .ofTwoThreads) {
    let body = color(.gray, of: try Contexts.todo(.low))
    return [body, body]
  },
  Benchmark("two-threads-lua", .ofTwoThreads) {
    let body = color(.gray, of: try Contexts.todo(.low, usesPlans: false))
    return [body, body]
  },
  Benchmark("two-threads-copy", .ofTwoThreads) {
    [color(.gray, of: try Contexts.todo(.low)), color(.gray, of: try Contexts.todo(.low))]
  },
]
