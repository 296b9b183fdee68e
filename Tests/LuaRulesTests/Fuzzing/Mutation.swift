/// Damages text as a slip of the hand, a bad disk or an attacker would.
struct Mutation {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// Bytes of any kind.
  mutating func noise() -> [UInt8] {
    let words = [
      "return ", "{", "}", "function(c) ",
      "end "
        + "", "key=\"attack\",", "value=", "\u{1B}Lua",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<number(1...200) {
      if number(0...3) == 0 {
        bytes += Array(words[number(0...(words.count - 1))].utf8)
      } else {
        bytes.append(UInt8(number(0...255)))
      }
    }
    return bytes
  }

  /// A text with a few changes; `other` lends a piece.
  mutating func changed(_ text: [UInt8], with other: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<number(1...4) where !text.isEmpty {
      let start = number(0...(text.count - 1))
      let end = min(text.count, start + number(1...20))
      switch number(0...6) {
      case 0: text[start] = UInt8(number(0...255))
      case 1: text.removeSubrange(start..<end)
      case 2: text.insert(contentsOf: text[start..<end], at: start)
      case 3: text = Array(text[..<start])
      case 4: text.insert(UInt8(number(0...255)), at: start)
      case 5:
        guard !other.isEmpty else { continue }
        let from = number(0...(other.count - 1))
        text.insert(contentsOf: other[from..<min(other.count, from + number(1...60))], at: start)
      default: text[start] = Array("(){}[]=,.;\"'-+<>".utf8)[number(0...15)]
      }
    }
    return text
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
}
