import Testing

@testable import LuaBytecode

/// Code that the engine has rewritten for `#` is read as the compiler wrote it.
///
/// The oracle is the same text with `-` in place of `#`, which has an instruction of the same form and
/// is not rewritten.
struct RestoredLengthTests {
  /// Statements in which `#` stands where jumps, tests and loops count instructions.
  private static let statements = [
    "t = #t", "local n = #t", "n = #t + #u", "if #t > 2 then t = u end",
    "if #t == #u then t = 1 else u = #u end", "while #t < 3 do t[#t] = #u if u then break end end",
    "for i = 1, #t do u = #t[i] end", "for k, v in f(#t, #u) do t = #k end",
    "repeat local x = #t until #x > #u", "u = t and #t or #u", "u = not #t", "f(#t, #u, #f)",
    "u = function(...) return #t, #... end", "t.x, t[#u] = #t, {#t, x = #u, #u}",
    "do local a <const> = #t f(a) goto done end ::done::", "return #t", "u = #t .. #u", "t = # #t",
  ]

  private static func text(_ seed: UInt64, _ random: inout SeededGenerator) -> String {
    var lines = ["return function(t, u, f)", "local n"]
    for _ in 0..<Int.random(in: 1...(seed.isMultiple(of: 8) ? 200 : 12), using: &random) {
      let statement = statements.randomElement(using: &random) ?? ""
      // Labels and returns end a block.
      lines.append("do \(statement) end")
      if seed.isMultiple(of: 5) {
        lines += Array(repeating: "", count: Int.random(in: 0...150, using: &random))
      }
    }
    return (lines + ["end"]).joined(separator: seed.isMultiple(of: 3) ? " " : "\n")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is read is what the compiler wrote`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let text = Self.text(seed, &random)
    for read in [dump, dumpChunk] {
      let restored = try CompiledFunction.decode(read(text))
      let written = try CompiledFunction.decode(read(text.replacing("#", with: "-")))
      #expect(Self.isSame(restored, written), "\(text)")
    }
  }

  private static func isSame(_ restored: CompiledFunction, _ written: CompiledFunction) -> Bool {
    let code = restored.code.map { instruction in
      instruction.opcode == .length
        ? instruction.bits - UInt32(Opcode.length.rawValue) + UInt32(Opcode.negate.rawValue)
        : instruction.bits
    }
    return code == written.code.map(\.bits) && restored.lines == written.lines
      && restored.locals == written.locals && restored.constants == written.constants
      && restored.registerCount == written.registerCount && restored.upvalues == written.upvalues
      && restored.functions.count == written.functions.count
      && zip(restored.functions, written.functions).allSatisfy(isSame)
  }
}
