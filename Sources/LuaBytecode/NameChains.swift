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
  /// The lengths from this register on are 0.
  private var end = 0
  /// The most values that are searched in the current function.
  private var longest = 0

  /// Begins a function.
  package mutating func begin(_ code: DumpedCode, localCount: Int) {
    longest = min(Self.lengthLimit, Self.stepLimit / (code.count + localCount + 1))
    lengths.removeAll(keepingCapacity: true)
    // A malformed instruction refers to at most 256 registers.
    lengths.append(contentsOf: repeatElement(0, count: 512))
    end = 0
  }

  /// Reads the next instruction.
  ///
  /// - Parameters:
  ///   - instruction: The instruction.
  ///   - localCount: How many local variables, which have names themselves, are alive there.
  /// - Returns: Whether its value takes too long to name.
  package mutating func isTooLong(after instruction: Instruction, _ localCount: Int) -> Bool {
    func length(_ register: Int) -> Int { register < localCount ? 0 : Int(lengths[register]) }
    let a = instruction.a
    var newLength = 0
    switch instruction.opcode {
    case .move: if instruction.b < a { newLength = length(instruction.b) + 1 }
    case .getField: newLength = length(instruction.b) + 1
    case .getTable: newLength = length(instruction.b) + length(instruction.c) + 1
    case .getMethod: if !instruction.k { newLength = length(instruction.c) + 1 }
    case .loadNil:
      for register in a...a + instruction.b { lengths[register] = 0 }
    case .call, .tailCall, .genericForCall:
      for register in a..<max(a, end) { lengths[register] = 0 }
      end = min(end, a)
    default: break
    }
    guard newLength > 0 || a < end else { return false }
    lengths[a] = Int32(clamping: newLength)
    end = max(end, a + 1)
    return newLength > longest
  }
}
