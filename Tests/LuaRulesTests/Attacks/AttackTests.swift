import AttackPrograms
import Foundation
import Testing

@testable import LuaRules

/// Each attack in each place, and what must hold after it.
struct AttackTests {
  @Test(arguments: AttackProgram.all)
  func `an attack fails its own evaluation, and nothing else`(program: AttackProgram) throws {
    for placement in program.placements {
      let oracle = try AttackOracle("\(program) as \(placement)")
      let files = placement.files(with: program)
      let grant = try program.grant.map { try Grant(json: $0) } ?? .everything
      let outcome = try oracle.outcome(
        of: files.rules, modules: files.modules, grant: grant, context: program.context)
      #expect(
        program.expects(outcome, in: placement), "\(program) as \(placement) gives \(outcome)")
    }
  }

  @Test(arguments: AttackProgram.all)
  func `an attack ends the same with plans and without`(program: AttackProgram) throws {
    for placement in program.placements {
      let files = placement.files(with: program)
      let outcomes = try [EvaluationMode.native, .lua].map { plan in
        try AttackOracle("\(program) as \(placement)", plan: plan)
          .outcome(of: files.rules, modules: files.modules)
      }
      // What is native costs no instructions: a budget may last longer.
      if case .error("budget", _) = outcomes[1] { continue }
      let isSame = try AttackOracle("\(program)").isSame(outcomes[0], outcomes[1])
      #expect(isSame, "\(program) as \(placement)")
    }
  }

  @Test func `there are attacks of all kinds`() {
    let kinds = Dictionary(grouping: AttackProgram.all, by: \.kind).mapValues(\.count)
    #expect(
      Set(kinds.keys) == [
        "cpu", "memory", "stack", "escape", "error-values", "conversion", "state",
        "grants",
      ])
    #expect(AttackProgram.all.count >= 300)
    for program in AttackProgram.all { #expect(!program.endings.isEmpty, "\(program)") }
  }
}
