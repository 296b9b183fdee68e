/// Computes how far Lua would search back to find a name for a value in an
/// error message.
///
/// For `a.b.c` Lua searches for the instruction that loaded `c`, then for the
/// one that loaded `b`, and so on, each time from the beginning of the function
/// and one C call deeper. The text of a file must not decide how much C stack
/// this needs, and no hook runs meanwhile.
///
/// SOURCE: `getobjname` in `ldebug.c` up to 5.4.5; from 5.4.6 on it looks back once.
package struct NameChains {
  /// The maximum number of values in the search for one name.
  package static let lengthLimit = 100
  /// The maximum number of instructions that Lua may scan to name one value.
  package static let stepLimit = 1 << 23

  /// For each register, how many further values are searched to name its value.
  private var lengths: [Int32] = []
  private var locals = LivingLocals()

  /// Returns the first instruction whose value takes too long to name.
  package mutating func firstFault(in code: DumpedCode, _ ranges: [LocalRange]) -> Int? {
    let longest = min(Self.lengthLimit, Self.stepLimit / (code.count + ranges.count + 1))
    lengths.removeAll(keepingCapacity: true)
    // A malformed instruction refers to at most 256 registers.
    lengths.append(contentsOf: repeatElement(0, count: 512))
    locals.begin()
    for position in 0..<code.count {
      locals.move(to: position, in: ranges)
      let instruction = code[position]
      let a = instruction.a
      let length: Int
      switch instruction.opcode {
      case .move: length = instruction.b < a ? self.length(instruction.b) + 1 : 0
      case .getField: length = self.length(instruction.b) + 1
      case .getTable: length = self.length(instruction.b) + self.length(instruction.c) + 1
      case .getMethod: length = instruction.k ? 0 : self.length(instruction.c) + 1
      case .loadNil:
        for register in a...a + instruction.b { lengths[register] = 0 }
        continue
      case .call, .tailCall, .genericForCall:
        for register in a..<max(a, code.registerCount) { lengths[register] = 0 }
        continue
      default: length = 0
      }
      if length > longest { return position }
      lengths[a] = Int32(length)
    }
    return nil
  }

  /// Returns the length for a register; a local variable has a name itself.
  @inline(__always)
  private func length(_ register: Int) -> Int {
    register < locals.count ? 0 : Int(lengths[register])
  }
}
