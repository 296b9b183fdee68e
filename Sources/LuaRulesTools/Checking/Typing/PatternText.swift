/// A check of Lua patterns, also for habits from regular expressions.
struct PatternText {
  /// What is wrong with a pattern.
  struct Problem {
    let message: String
    let fix: String?
    var severity = RuleFinding.Severity.warning
  }

  private let bytes: [UInt8]
  private var index = 0
  private var open = 0
  private var captures = 0

  /// Returns what is wrong with a pattern; `nil` if nothing is.
  static func problem(of bytes: [UInt8]) -> Problem? {
    var text = PatternText(bytes: bytes)
    return text.malformation().map { Problem(message: "the pattern is malformed: \($0)", fix: nil) }
      ?? foreignWord(in: bytes)
  }

  /// Returns what is wrong with the replacement of `string.gsub`; `nil` if nothing is.
  ///
  /// SOURCE: `add_s` in `lstrlib.c`.
  static func problem(ofReplacement bytes: [UInt8], for pattern: [UInt8]) -> Problem? {
    var text = PatternText(bytes: pattern)
    guard text.malformation() == nil else { return nil }
    var index = 0
    while let sign = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      guard sign + 1 < bytes.count else {
        return Problem(
          message: "the replacement ends with `%`", fix: "write `%%` for the character")
      }
      let next = bytes[sign + 1]
      if next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
        let number = Int(next - UInt8(ascii: "0"))
        // Without a capture, `%1` is the whole match.
        if number > max(text.captures, 1) {
          return Problem(
            message: "the replacement names the capture `%\(number)`, and the pattern has "
              + text.captures.counted("capture"), fix: nil)
        }
      } else if next != UInt8(ascii: "%") {
        return Problem(
          message: "in a replacement `%` must be followed by a digit or another `%`",
          fix: "write `%%` for the character")
      }
      index = sign + 2
    }
    return nil
  }

  /// Returns how many captures a pattern has; `nil` for a malformed one.
  static func captureCount(of bytes: [UInt8]) -> Int? {
    var text = PatternText(bytes: bytes)
    return text.malformation() == nil ? text.captures : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Walks through the pattern as Lua does.
  ///
  /// SOURCE: `match` and `classEnd` in `lstrlib.c`.
  private mutating func malformation() -> String? {
    var levels: [Int] = []
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("):
        captures += 1
        levels.append(captures)
        index += 1
      case UInt8(ascii: ")"):
        guard levels.popLast() != nil else { return "`)` without `(`" }
        index += 1
      case UInt8(ascii: "%"):
        if let problem = escape() { return problem }
      case UInt8(ascii: "["):
        if let problem = set() { return problem }
      default: index += 1
      }
    }
    return levels.isEmpty ? nil : "`(` without `)`"
  }

  private mutating func escape() -> String? {
    guard index + 1 < bytes.count else { return "it ends with `%`" }
    switch bytes[index + 1] {
    case UInt8(ascii: "b"):
      guard index + 3 < bytes.count else { return "`%b` takes two characters" }
      index += 4
    case UInt8(ascii: "f"):
      index += 2
      guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else {
        return "`[` is missing behind `%f`"
      }
    case let digit where digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9"):
      let number = Int(digit - UInt8(ascii: "0"))
      guard number >= 1, number <= captures else { return "there is no capture `%\(number)`" }
      index += 2
    default: index += 2
    }
    return nil
  }

  private mutating func set() -> String? {
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
    var isFirst = true
    while true {
      guard index < bytes.count else { return "`]` is missing" }
      if bytes[index] == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if bytes[index] == UInt8(ascii: "%") {
        index += 1
        guard index < bytes.count else { return "`]` is missing" }
      }
      index += 1
    }
    index += 1
    return nil
  }
}

extension PatternText {
  /// Whether what a pattern finds is a string; its first capture may be a position, `()`.
  static func givesText(_ pattern: [UInt8]) -> Bool {
    !zip(pattern, pattern.dropFirst()).contains {
      $0 == UInt8(ascii: "(") && $1 == UInt8(ascii: ")")
    }
  }
}
