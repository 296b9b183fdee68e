@testable import LuaBytecode
@testable import LuaRules

/// Goes every way through a small function without loops, one after the other.
///
/// The oracle for what may be read: it keeps a set of written registers for each way, and knows
/// nothing of joins.
enum WayWalker {
  /// Returns the first instruction that reads a register which was not written on some way.
  static func unwrittenRead(in code: [Instruction], parameters: Int) -> Int? {
    walk(code, 0, Set(0..<parameters))
  }

  private static func walk(
    _ code: [Instruction], _ start: Int, _ written: Set<Int>
  ) -> Int? {
    var written = written
    var position = start
    while position < code.count {
      let instruction = code[position]
      let (reads, writes) = registers(of: instruction)
      if !reads.allSatisfy(written.contains) { return position }
      switch instruction.opcode {
      case .return, .returnOne, .returnNothing, .tailCall: return nil
      case .jump: position = instruction.target(from: position)
      case .loadFalseAndSkip:
        written.formUnion(writes)
        position += 2
      case .testSet:
        let jumping = written.union([instruction.a])
        if let read = walk(code, code[position + 1].target(from: position + 1), jumping) {
          return read
        }
        position += 2
      case let opcode where opcode.isTest:
        if let read = walk(code, code[position + 1].target(from: position + 1), written) {
          return read
        }
        position += 2
      case .call:
        written = written.filter { $0 < instruction.a }.union(writes)
        position += 1
      default:
        written.formUnion(writes)
        position += 1
      }
    }
    return position
  }

  private static func registers(of instruction: Instruction) -> (reads: [Int], writes: [Int]) {
    let (a, b, c) = (instruction.a, instruction.b, instruction.c)
    let constant: [Int] = instruction.k ? [] : [c]
    return switch instruction.opcode {
    case .move, .getField, .getInteger, .not, .addImmediate, .addConstant: ([b], [a])
    case .add, .getTable: ([b, c], [a])
    case .setField, .setInteger: ([a] + constant, [])
    case .setList: (Array(a...a + b), [])
    case .test, .equalConstant, .equalImmediate, .returnOne: ([a], [])
    case .testSet: ([b], [])
    case .equal: ([a, b], [])
    case .call: (Array(a..<a + b), Array(a..<a + max(0, c - 1)))
    case .return: (Array(a..<a + max(0, b - 1)), [])
    case .loadNil: ([], Array(a...a + b))
    case .jump, .returnNothing, .metamethod, .metamethodImmediate, .metamethodConstant,
      .extraArgument:
      ([], [])
    default: ([], [a])
    }
  }
}
