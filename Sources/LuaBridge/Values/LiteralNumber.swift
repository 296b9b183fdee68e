import CLuaSupport

/// Small numbers for string literals, found without a lock.
///
/// They share a table with ``TypeNumber``: a literal and the metadata of a type
/// never have the same address.
@usableFromInline package enum LiteralNumber {
  /// Returns the number of the text, or 0.
  @inline(__always) @usableFromInline package static func of(_ text: StaticString) -> UInt32 {
    guard let address = unsafe address(of: text) else { return 0 }
    return unsafe lrs_numberOf(address)
  }

  /// Assigns a number, not 0, to a text that has none.
  ///
  /// INVARIANT: called under one lock.
  @usableFromInline package static func set(_ number: UInt32, for text: StaticString) {
    guard let address = unsafe address(of: text) else { return }
    _ = unsafe lrs_setNumber(address, number)
  }

  /// INVARIANT: a literal lives as long as the process, and two that begin at one address are
  /// the same up to the zero at their end.
  @inline(__always) private static func address(of text: StaticString) -> UnsafeRawPointer? {
    text.hasPointerRepresentation ? unsafe UnsafeRawPointer(text.utf8Start) : nil
  }
}
