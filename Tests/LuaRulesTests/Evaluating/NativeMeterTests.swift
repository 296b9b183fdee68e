import LuaBridge
import Testing

@testable import LuaRules

/// What native code counts, and pays.
struct NativeMeterTests {
  @Test func `nothing is due before an interval of work is done`() {
    var meter = NativeMeter()
    for _ in 1..<NativeMeter.interval {
      let isEarly = meter.count(steps: 1, work: 1)
      #expect(isEarly)
    }
    let isEarly = meter.count(steps: 1, work: 1)
    #expect(!isEarly)
  }

  @Test func `the first steps are free on each level, and the others are paid once`() {
    let budget = LuaBudget(instructions: 10_000, time: nil)
    var meter = NativeMeter()
    let free = 1024 * (2 + 2)
    _ = meter.count(steps: free, work: NativeMeter.interval)
    var isPaid = meter.pay(from: budget, depthLimit: 2)
    #expect(isPaid && budget.instructionsLeft == 10_000 && meter.steps == free)
    _ = meter.count(steps: 300, work: NativeMeter.interval)
    for _ in 0..<2 {
      isPaid = meter.pay(from: budget, depthLimit: 2)
      #expect(isPaid && budget.instructionsLeft == 9_700 && meter.steps == free)
    }
    // What is paid for is done: the next look at the clock is an interval away.
    let isEarly = meter.count(steps: 0, work: NativeMeter.interval - 1)
    #expect(isEarly)
  }

  @Test func `a budget that is used up stays so`() {
    let budget = LuaBudget(instructions: 100, time: nil)
    var meter = NativeMeter()
    _ = meter.count(steps: 1 << 20, work: NativeMeter.interval)
    for _ in 0..<2 {
      let isPaid = meter.pay(from: budget, depthLimit: 1)
      #expect(!isPaid && budget.isExhausted)
    }
  }

  @Test func `calculations have a bound of their own`() {
    var meter = NativeMeter()
    var isDone = meter.count(calculating: NativeMeter.mostCalculations)
    #expect(isDone)
    isDone = meter.count(calculating: 1)
    #expect(!isDone && meter.calculated == NativeMeter.mostCalculations)
  }
}
