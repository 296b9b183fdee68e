import CLuaSupport

/// Collects the texts of tokens, and numbers them.
///
/// Lua has one object for all equal short strings. So a text at a known address, such as a
/// repeated field name, is not copied again.
struct TokenTexts {
  /// The size of the cache of addresses; a power of two.
  private static let capacity = 256

  private struct Known {
    var address: UInt = 0
    var number = 0
  }

  /// The texts by their numbers.
  private(set) var all: [LuaValue] = []
  private var known = [Known](repeating: Known(), count: capacity)

  /// Returns the number of a token's text.
  ///
  /// The state must not change between two calls, so that each address stands for one text.
  mutating func number(of token: LRSValue) -> Int {
    let address = unsafe UInt(bitPattern: token.bytes)
    let slot = Int(truncatingIfNeeded: address >> 4 ^ address >> 12) & (Self.capacity - 1)
    if known[slot].address == address, address != 0 { return known[slot].number }
    all.append(LuaValue(scalar: token))
    known[slot] = Known(address: address, number: all.count - 1)
    return all.count - 1
  }

  /// Whether a part is a text that is valid UTF-8.
  func isString(_ part: LuaNodeTree.Part) -> Bool {
    guard part.kind == .text, case .string = all[Int(part.bits)] else { return false }
    return true
  }
}
