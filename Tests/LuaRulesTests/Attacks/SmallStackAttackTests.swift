import AttackPrograms
import Testing

@testable import LuaRules

/// Attacks on a thread of a pool, whose stack is small.
struct SmallStackAttackTests {
  @Test(arguments: AttackProgram.all.filter { $0.kind == "stack" || $0.kind == "conversion" })
  func `an attack ends the same on a stack of 512 KiB`(program: AttackProgram) async throws {
    for placement in program.placements {
      let outcome = await onOwnThread(stack: smallStack) { () -> AttackOutcome? in
        let files = placement.files(with: program)
        return try? AttackOracle("\(program)").outcome(of: files.rules, modules: files.modules)
      }
      let ended = try #require(outcome)
      #expect(program.expects(ended, in: placement), "\(program) as \(placement): \(ended)")
    }
  }

  @Test(arguments: [
    "local t = 1 for i = 1, 99 do t = { t } end return t",
    "local t = 1 for i = 1, 99 do t = { a = t } end return t",
  ])
  func `the deepest value comes out on a stack of 512 KiB`(body: String) async throws {
    let context = RuleContext(
      try model("{ key = 'answer', value = function(c) \(body) end },"))
    let text = await onOwnThread(stack: smallStack) { outcome(in: context) }
    #expect(text.contains("1") && !text.hasPrefix("rules"), "\(text)")
    let typed = await onOwnThread(stack: smallStack) { () -> Bool in
      (try? context.value(at: "answer", as: [String: String].self)) == nil
    }
    #expect(typed)
  }
}
