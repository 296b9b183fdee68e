/// A keyword or a sign of Lua; none has more than eight bytes.
package struct LuaWord: Hashable, Sendable, ExpressibleByStringLiteral {
  private let bits: UInt64

  package static let none = LuaWord(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  package init(_ bytes: some Collection<UInt8>) {
    var bits: UInt64 = 0
    if bytes.count <= 8 { for byte in bytes { bits = bits << 8 | UInt64(byte) } }
    self.bits = bits
  }

  package init(stringLiteral text: String) {
    bits = text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The word or the sign as it is written.
  package var text: String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
  }

  /// Whether this operator compares, so that it gives `true` or `false`.
  package var isComparison: Bool { Self.comparisons.contains(self) }

  /// Whether this operator, a comparison, `and` or `or`, does anything else than calculate.
  package var isTest: Bool { isComparison || self == "and" || self == "or" }

  // Lists, because a few words are compared faster than one is hashed.

  package static let keywords: [LuaWord] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  package static let comparisons: [LuaWord] = ["==", "~=", "<", ">", "<=", ">="]

  package static let pairs: [LuaWord] = ["==", "~=", "<=", ">=", "..", "::", "//", "<<", ">>"]
}
