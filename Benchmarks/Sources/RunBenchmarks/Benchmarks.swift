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
func allBenchmarks() throws -> [Benchmark] {
  guard let yardstick = YardstickState(), yardstick.run(1) == 1 else { return [] }
  return [Benchmark("yardstick") { keep(yardstick.run($0)) }]
    + (try accesses()) + (try manyRules()) + (try loads()) + (try threads())
}

/// One access, over few rules.
private func accesses() throws -> [Benchmark] {
  let set = try Contexts.set()
  let low = try Contexts.todo(.low)
  let normal = try Contexts.todo(.normal)
  let lowLua = try Contexts.todo(.low, plan: .lua)
  let normalLua = try Contexts.todo(.normal, plan: .lua)
  let unarmed = try Contexts.todo(.low, plan: .lua, isArmed: false)
  let json = try Contexts.json(.low)
  precondition(set.fancyColor == .red && low.fancyColor == .gray && normal.fancyColor == .black)
  precondition(unarmed.fancyColor == .gray)
  precondition(lowLua.fancyColor == .gray && normalLua.fancyColor == .black)
  precondition(json.fancyColor == .gray && low.navigationBarTitle == "Buy beer")
  precondition(low.badge?.text == "Buy beer")
  return [
    Benchmark("set-value", countsAllocations: true) { for _ in 0..<$0 { keep(set.fancyColor) } },
    Benchmark("fancy-first", countsAllocations: true) {
      for _ in 0..<$0 { keep(low.fancyColor) }
    },
    Benchmark("fancy-last", countsAllocations: true) {
      for _ in 0..<$0 { keep(normal.fancyColor) }
    },
    Benchmark("fancy-first-lua", countsAllocations: true) {
      for _ in 0..<$0 { keep(lowLua.fancyColor) }
    },
    Benchmark("fancy-last-lua", countsAllocations: true) {
      for _ in 0..<$0 { keep(normalLua.fancyColor) }
    },
    Benchmark("fancy-first-unarmed", countsAllocations: true) {
      for _ in 0..<$0 { keep(unarmed.fancyColor) }
    },
    Benchmark("chain", countsAllocations: true) {
      for _ in 0..<$0 { keep(low.navigationBarTitle) }
    },
    Benchmark("json-context", countsAllocations: true) {
      for _ in 0..<$0 { keep(json.fancyColor) }
    },
    Benchmark("decode-struct", countsAllocations: true) { for _ in 0..<$0 { keep(low.badge) } },
  ]
}

/// One access, over many rules for one key, of which the last holds.
private func manyRules() throws -> [Benchmark] {
  var benchmarks: [Benchmark] = []
  for count in [10, 1000, 10_000, 100_000] {
    let context = try Contexts.equal(count)
    precondition(context.number == count)
    benchmarks.append(
      Benchmark("equal-\(count)", countsAllocations: true) {
        for _ in 0..<$0 { keep(context.number) }
      })
  }
  let range = try Contexts.range(1000)
  let opaque = try Contexts.opaque(100)
  precondition(range.number == 1000 && opaque.number == 100)
  return benchmarks + [
    Benchmark("range-1000") { for _ in 0..<$0 { keep(range.number) } },
    Benchmark("opaque-100") { for _ in 0..<$0 { keep(opaque.number) } },
  ]
}

/// Rules that are loaded, and asked once, so that they are planned too.
private func loads() throws -> [Benchmark] {
  var todo = Todo(title: "t7", priority: .low)
  todo.rank = 7
  let asked = todo
  @Sendable func ask(_ context: RuleContext) {
    var context = context
    context.todo = asked
    precondition(context.number == 7)
  }
  var benchmarks: [Benchmark] = []
  for count in [1000, 10_000] {
    let text = RuleTexts.equal(count)
    let bytes = Array(text.utf8CString.dropLast())
    benchmarks.append(
      Benchmark(
        "load-\(count)",
        loading: { calls in
          for _ in 0..<calls {
            guard let model = try? RuleModel(text, schema: .todo) else {
              preconditionFailure("the rules do not load")
            }
            ask(RuleContext(model))
          }
        },
        bareLua: { calls in
          for _ in 0..<calls { keep(yardstick_load(bytes, Int64(bytes.count))) }
        }))
  }
  let live = try LiveRuleModel(
    sources: [RuleSource(RuleTexts.equal(1000), name: "todo.lua")], schema: .todo)
  benchmarks.append(
    Benchmark("swap-1000") { calls in
      for _ in 0..<calls {
        guard let model = try? RuleModel(RuleTexts.equal(1001), schema: .todo) else {
          preconditionFailure("the rules do not load")
        }
        live.replace(with: model)
        ask(RuleContext(live))
      }
    })
  return benchmarks
}

/// Two threads.
private func threads() throws -> [Benchmark] {
  let low = try Contexts.todo(.low)
  let lua = try Contexts.todo(.low, plan: .lua)
  let others = [try Contexts.todo(.low), try Contexts.todo(.low)]
  precondition(others.allSatisfy { $0.fancyColor == .gray })
  return [
    Benchmark(
      "two-threads",
      first: { for _ in 0..<$0 { keep(low.fancyColor) } },
      second: { for _ in 0..<$0 { keep(low.fancyColor) } }),
    Benchmark(
      "two-threads-lua",
      first: { for _ in 0..<$0 { keep(lua.fancyColor) } },
      second: { for _ in 0..<$0 { keep(lua.fancyColor) } }),
    Benchmark(
      "two-threads-copy",
      first: { for _ in 0..<$0 { keep(others[0].fancyColor) } },
      second: { for _ in 0..<$0 { keep(others[1].fancyColor) } }),
  ]
}
