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
struct Instruction: Equatable, Sendable {
  let bits: UInt32

  /// The operation.
  ///
  /// INVARIANT: the decoder has refused unknown numbers.
  var opcode: Opcode { Opcode(rawValue: UInt8(bits & 0x7F)) ?? .extraArgument }

  var a: Int { Int((bits >> 7) & 0xFF) }
  var b: Int { Int((bits >> 16) & 0xFF) }
  var c: Int { Int(bits >> 24) }
  var k: Bool { bits & 0x8000 != 0 }
  var signedB: Int { b - 127 }
  var signedC: Int { c - 127 }
  var bx: Int { Int(bits >> 15) }
  var signedBx: Int { bx - 65535 }
  var ax: Int { Int(bits >> 7) }
  var signedJump: Int { ax - 16_777_215 }
}

extension Instruction {
  /// The registers that the instruction may assign to; it may list too many,
  /// never too few.
  var assignedRegisters: ClosedRange<Int>? {
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
      a...Int.max
    default: a...a
    }
  }
}
