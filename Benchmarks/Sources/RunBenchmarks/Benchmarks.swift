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

  let set = try Contexts.set()
  let low = try Contexts.todo(.low)
  let normal = try Contexts.todo(.normal)
  let json = try Contexts.json(.low)
  let others = [try Contexts.todo(.low), try Contexts.todo(.low)]
  precondition(set.fancyColor == .red && low.fancyColor == .gray && normal.fancyColor == .black)
  precondition(json.fancyColor == .gray && low.navigationBarTitle == "Buy beer")

  return [
    Benchmark("yardstick") { keep(yardstick.run($0)) },
    Benchmark("set-value") { for _ in 0..<$0 { keep(set.fancyColor) } },
    Benchmark("fancy-first-lua") { for _ in 0..<$0 { keep(low.fancyColor) } },
    Benchmark("fancy-last-lua") { for _ in 0..<$0 { keep(normal.fancyColor) } },
    Benchmark("chain") { for _ in 0..<$0 { keep(low.navigationBarTitle) } },
    Benchmark("json-context") { for _ in 0..<$0 { keep(json.fancyColor) } },
    Benchmark(
      "two-threads-lua",
      first: { for _ in 0..<$0 { keep(low.fancyColor) } },
      second: { for _ in 0..<$0 { keep(low.fancyColor) } }),
    Benchmark(
      "two-threads-copy",
      first: { for _ in 0..<$0 { keep(others[0].fancyColor) } },
      second: { for _ in 0..<$0 { keep(others[1].fancyColor) } }),
  ]
}
