import LuaBridge

/// The instructions of a function, read directly from a dump.
package struct DumpedCode {
  package let bytes: [UInt8]
  /// The position of the first instruction.
  package let start: Int
  package let count: Int
  package let parameterCount: Int
  package let registerCount: Int

  package subscript(position: Int) -> Instruction {
    Instruction(bits: bytes.word32(at: start + 4 * position))
  }
}

/// The range of instructions in which a local variable is alive.
package struct LocalRange {
  package let start: Int32
  package let end: Int32
}

/// Tracks how many local variables are alive, from the first instruction to the
/// last.
///
/// The local variables that are alive at an instruction occupy the registers
/// from 0 on, in the order of their declaration.
///
/// SOURCE: `luaF_getlocalname` in `lfunc.c`.
package struct LivingLocals {
  private var next = 0
  /// The ends of the live variables; blocks nest, so the last variable ends
  /// first.
  private var ends: [Int32] = []

  /// The number of live variables at the current instruction.
  package var count: Int { ends.count }

  package mutating func begin() {
    next = 0
    ends.removeAll(keepingCapacity: true)
  }

  /// Moves to an instruction.
  @inline(__always)
  package mutating func move(to position: Int, in locals: [LocalRange]) {
    while let end = ends.last, end <= position { ends.removeLast() }
    while next < locals.count, locals[next].start <= position {
      if locals[next].end > position { ends.append(locals[next].end) }
      next += 1
    }
  }
}
