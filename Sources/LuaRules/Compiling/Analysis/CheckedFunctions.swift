import LuaBridge

/// Functions of a dump that passed their check, so that their likes need none.
///
/// The check looks at the code, the numbers of parameters and registers, and the local variables:
/// where these are the same bytes, so is what it finds. A long list of rules has few such
/// functions.
///
/// Owner: the walk through one dump. It keeps no more than ``capacity`` functions; a later one
/// takes the place of an earlier one with the same slot.
struct CheckedFunctions {
  /// How many functions are kept; a power of two.
  private static let capacity = 128

  /// Where the parts of a function are that are compared; an empty head for a free slot.
  private struct Slot {
    var headStart: Int32 = 0
    var headEnd: Int32 = 0
    var localStart: Int32 = 0
    var localEnd: Int32 = 0

    var head: Range<Int> { Int(headStart)..<Int(headEnd) }
    var locals: Range<Int> { Int(localStart)..<Int(localEnd) }
  }

  private var slots = [Slot](repeating: Slot(), count: capacity)

  private static func number(of head: Range<Int>, in bytes: [UInt8]) -> Int {
    let hash = LuaTextHash.of(bytes, in: head, seed: LuaTextHash.seed)
    return Int(truncatingIfNeeded: hash) & (capacity - 1)
  }

  /// Whether a function is kept that is the same for the check.
  ///
  /// - Parameters:
  ///   - head: From its number of parameters to the end of its code.
  ///   - locals: Its local variables.
  ///   - bytes: The dump.
  /// - Returns: Whether there is one.
  func contains(head: Range<Int>, locals: Range<Int>, in bytes: [UInt8]) -> Bool {
    let slot = slots[Self.number(of: head, in: bytes)]
    return bytes.hasSame(in: slot.head, as: bytes, in: head)
      && bytes.hasSame(in: slot.locals, as: bytes, in: locals)
  }

  /// Keeps a function that passed; one beyond the reach of the slots is left out.
  mutating func insert(head: Range<Int>, locals: Range<Int>, of bytes: [UInt8]) {
    guard let localEnd = Int32(exactly: locals.upperBound) else { return }
    // INVARIANT: the local variables are behind the head.
    slots[Self.number(of: head, in: bytes)] = Slot(
      headStart: Int32(head.lowerBound), headEnd: Int32(head.upperBound),
      localStart: Int32(locals.lowerBound), localEnd: localEnd)
  }
}
