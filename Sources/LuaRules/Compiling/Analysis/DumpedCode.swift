import LuaBridge

/// The instructions of a function, read where they are in a dump.
struct DumpedCode {
  let bytes: [UInt8]
  /// Where the first instruction is.
  let start: Int
  let count: Int
  let parameterCount: Int
  let registerCount: Int

  subscript(position: Int) -> Instruction {
    Instruction(bits: bytes.word32(at: start + 4 * position))
  }
}

/// The instructions for which a local variable lives.
struct LocalRange {
  let start: Int32
  let end: Int32
}

/// Follows how many local variables live, from the first instruction to the last.
///
/// The local variables that live at an instruction have the registers from 0 on, in the order of
/// their declaration.
///
/// SOURCE: `luaF_getlocalname` in `lfunc.c`.
struct LivingLocals {
  private var next = 0
  /// Where the variables end that live; blocks nest, so the last one ends first.
  private var ends: [Int32] = []

  /// How many live at the instruction that was moved to last.
  var count: Int { ends.count }

  mutating func begin() {
    next = 0
    ends.removeAll(keepingCapacity: true)
  }

  /// Moves on to an instruction.
  @inline(__always)
  mutating func move(to position: Int, in locals: [LocalRange]) {
    while let end = ends.last, end <= position { ends.removeLast() }
    while next < locals.count, locals[next].start <= position {
      if locals[next].end > position { ends.append(locals[next].end) }
      next += 1
    }
  }
}
