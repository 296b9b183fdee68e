import LuaSyntax

/// Texts that differ from another one in a few places, the same ones for the same seed.
struct Mutation {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private static let words = [
    "end", "function(", "function", "{", "}", "[[", "]]", "[=[", "\"", "'", "--[[", "--", "=", ".",
    "..", ":", "::", "c.", "\n", "\r", "for", "do", "local", "return", "(", ")", "until", "repeat",
    "\\", "\\z", ",", ";", "1e-", "0x", "and", "or", "not", "if", "then", "else", "elseif", "<",
  ].map { Array($0.utf8) }

  /// Returns a text with one to four changes.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let part = part(of: bytes)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(part)
    case 1: bytes.insert(contentsOf: bytes[part], at: part.upperBound)
    case 2:
      let moved = Array(bytes[part])
      bytes.removeSubrange(part)
      bytes.insert(contentsOf: moved, at: Int.random(in: 0...bytes.count, using: &random))
    case 3:
      let word = Self.words.randomElement(using: &random) ?? []
      bytes.insert(contentsOf: word, at: part.lowerBound)
    // Not only bytes that UTF-8 has.
    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: part.lowerBound)
    }
  }

  /// Returns the range of a token, or of a few bytes anywhere.
  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let tokens = LuaTokens(bytes).all
    if Bool.random(using: &random), let token = tokens.randomElement(using: &random) {
      return token.start..<token.end
    }
    let start = Int.random(in: 0...bytes.count, using: &random)
    return start..<min(bytes.count, start + Int.random(in: 0...8, using: &random))
  }
}

/// A generator with a seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
