/// One instruction of Lua 5.4: an opcode and its fields.
///
/// ```
///       31      24 23      16 15 14       7 6      0
/// iABC      C         B       k      A        op
/// iABx          Bx (17 bits)         A        op
/// iAx              Ax (25 bits)               op
/// isJ              sJ (25 bits)               op
/// ```
/// Signed fields are stored with an excess.
///
/// SOURCE: `lopcodes.h` of Lua 5.4.4.
package struct Instruction: Equatable, Sendable {
  package let bits: UInt32

  /// The operation.
  ///
  /// INVARIANT: the decoder has refused unknown numbers.
  package var opcode: Opcode {
    let number = UInt8(bits & 0x7F)
    // SAFETY: the cases have the numbers from 0 on, so an operation in memory is its number.
    return number < Opcode.extraArgument.rawValue
      ? unsafe unsafeBitCast(number, to: Opcode.self) : .extraArgument
  }

  package var a: Int { Int((bits >> 7) & 0xFF) }
  package var b: Int { Int((bits >> 16) & 0xFF) }
  package var c: Int { Int(bits >> 24) }
  package var k: Bool { bits & 0x8000 != 0 }
  package var signedB: Int { b - 127 }
  package var signedC: Int { c - 127 }
  package var bx: Int { Int(bits >> 15) }
  package var signedBx: Int { bx - 65535 }
  package var ax: Int { Int(bits >> 7) }
  package var signedJump: Int { ax - 16_777_215 }
}

extension Instruction {
  /// A number that is greater than that of any register.
  private static let behindRegisters = 256

  /// The registers that the instruction may assign to; it may list too many,
  /// never too few.
  package var assignedRegisters: ClosedRange<Int>? {
    switch opcode {
    case .setUpvalue, .setUpvalueField, .setTable, .setInteger, .setField, .metamethod,
      .metamethodImmediate, .metamethodConstant, .close, .toBeClosed, .jump, .equal, .lessThan,
      .lessOrEqual, .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate, .test, .return, .returnNothing, .returnOne,
      .setList, .variadicPrepare, .extraArgument:
      nil
    case .loadNil: a...a + b
    case .getMethod: a...a + 1
    case .call, .tailCall, .variadic, .forLoop, .forPrepare, .genericForPrepare, .genericForCall,
      .genericForLoop:
      a...Self.behindRegisters
    default: a...a
    }
  }
}
