import Foundation
import Testing

@testable import LuaRules

struct DifferentialTests {
  @Test
  func `native code gives what Lua gives`() throws {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["LUARULES_DIFFERENTIAL_CASES"].flatMap { Int($0) } ?? 25_000
    let first = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let end = environment["FUZZ_SECONDS"].flatMap { Int($0) }
      .map { ContinuousClock.now + .seconds($0) }
    var tally = Differential.Tally()
    var seed = first
    while tally.cases < wanted || end.map({ .now < $0 }) == true && tally.mismatches.isEmpty {
      try Differential.run(seed: seed, contexts: 20, &tally)
      seed += 1
    }
    for mismatch in tally.mismatches.prefix(5) { Issue.record("\(mismatch)") }
    #expect(tally.natives * 4 > tally.cases)
    #expect(tally.native * 2 > tally.functions)
  }
}
