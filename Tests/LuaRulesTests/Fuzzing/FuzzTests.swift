import AttackPrograms
import Foundation
import Testing

@testable import LuaRules

/// Rule files that nobody wrote.
///
/// A few hundred cases each run with all tests. `FUZZ_SECONDS=3600` goes on for
/// so long; `FUZZ_SEED=…` begins with another case, such as the one that a
/// failure names; `FUZZ_LOG=file` notes each case before it runs, for one that
/// ends the process.
struct FuzzTests {
  @Test func `files of a grammar end with an answer or a clear error`() throws {
    try Self.forEachSeed(of: 500) { seed, oracle in
      var grammar = RuleGrammar(seed: seed)
      let file = grammar.file()
      try oracle.fuzz(Array(file.utf8), context: grammar.context())
    }
  }

  @Test func `damaged files end with an answer or a clear error`() throws {
    let programs = AttackProgram.all
    try #require(!programs.isEmpty)
    try Self.forEachSeed(of: 500) { seed, oracle in
      var mutation = Mutation(seed: seed)
      let program = programs[Int(seed % UInt64(programs.count))]
      let placement = program.placements[Int(seed / 7) % program.placements.count]
      let other = programs[Int(seed / 3) % programs.count]
      let file = placement.files(with: program).rules
      try oracle.fuzz(
        mutation.changed(Array(file.utf8), with: Array(other.body.utf8)),
        context: AttackPlacement.context)
    }
  }

  @Test func `noise ends with a clear error`() throws {
    try Self.forEachSeed(of: 500) { seed, oracle in
      var mutation = Mutation(seed: seed)
      try oracle.fuzz(mutation.noise(), context: "{}")
    }
  }

  /// Runs a body for so many seeds, or for as long as the environment says.
  private static func forEachSeed(
    of count: UInt64, _ body: (UInt64, AttackOracle) throws -> Void
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let seconds = environment["FUZZ_SECONDS"].flatMap { Double($0) }
    let end = seconds.map { Date(timeIntervalSinceNow: $0) }
    var seed = first
    while end.map({ Date() < $0 }) ?? (seed < first + count) {
      if let log = environment["FUZZ_LOG"] {
        try "FUZZ_SEED=\(seed) \(count)\n".write(toFile: log, atomically: false, encoding: .utf8)
      }
      try body(seed, try AttackOracle("FUZZ_SEED=\(seed)"))
      seed += 1
    }
  }
}
