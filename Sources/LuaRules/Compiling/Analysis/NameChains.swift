/// Tells how far Lua would look back to find a name for a value in an error message.
///
/// For `a.b.c` it looks for what loaded `c`, then for what loaded `b`, and so on, each time from the
/// beginning of the function and each time one C call deeper. The text of a file must not
/// decide how much of the C stack that takes, and no hook runs meanwhile.
///
/// SOURCE: `getobjname` in `ldebug.c` up to 5.4.5; from 5.4.6 on it looks back once.
struct NameChains {
  /// How many values may be looked for to name one.
  static let lengthLimit = 100
  /// How many instructions may be passed to name one value.
  static let stepLimit = 1 << 23

  /// By register: how many values are looked for to name what it holds, apart from itself.
  private var lengths: [Int32] = []
  private var locals = LivingLocals()

  /// Returns the first instruction whose value takes too long to name.
  mutating func firstFault(in code: DumpedCode, _ ranges: [LocalRange]) -> Int? {
    let longest = min(Self.lengthLimit, Self.stepLimit / (code.count + ranges.count + 1))
    lengths.removeAll(keepingCapacity: true)
    // An instruction that is malformed names no more than 256 registers.
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

  /// A local variable has its name.
  @inline(__always)
  private func length(_ register: Int) -> Int {
    register < locals.count ? 0 : Int(lengths[register])
  }
}
