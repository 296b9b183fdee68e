import LuaBridge

/// A cache of functions of a dump that passed the check, so that equal
/// functions are not checked again.
///
/// The check depends on the code, the numbers of parameters and registers, and
/// the local variables: if these have the same bytes, the result is the same. A
/// long list of rules has few different functions.
///
/// Owner: the walk through one dump. The cache holds at most ``capacity``
/// functions; a later function replaces an earlier one in the same slot.
package struct CheckedFunctions {
  /// The number of slots; a power of two.
  private static let capacity = 128

  /// The byte ranges of a function that are compared; the head of a free slot
  /// is empty.
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

  /// Returns whether the cache has a function that is equal for the check.
  ///
  /// - Parameters:
  ///   - head: The bytes from the number of parameters to the end of the code.
  ///   - locals: The bytes of the local variables.
  ///   - bytes: The dump.
  /// - Returns: Whether there is such a function.
  package func contains(head: Range<Int>, locals: Range<Int>, in bytes: [UInt8]) -> Bool {
    let slot = slots[Self.number(of: head, in: bytes)]
    return bytes.hasSame(in: slot.head, as: bytes, in: head)
      && bytes.hasSame(in: slot.locals, as: bytes, in: locals)
  }

  /// Adds a function that passed; a function with offsets beyond 32 bits is not
  /// added.
  package mutating func insert(head: Range<Int>, locals: Range<Int>, of bytes: [UInt8]) {
    guard let localEnd = Int32(exactly: locals.upperBound) else { return }
    // INVARIANT: the local variables are behind the head.
    slots[Self.number(of: head, in: bytes)] = Slot(
      headStart: Int32(head.lowerBound), headEnd: Int32(head.upperBound),
      localStart: Int32(locals.lowerBound), localEnd: localEnd)
  }
}
