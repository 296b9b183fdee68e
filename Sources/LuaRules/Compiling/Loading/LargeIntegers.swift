import LuaSyntax

/// Integers in a rule file that do not fit into 64 bits.
///
/// Lua reads them as floats, which are equal to neighboring integers too.
enum LargeIntegers {
  /// The digits of the greatest integer.
  private static let greatest = Array("9223372036854775807".utf8)

  /// Refuses a file with decimal integers that do not fit into 64 bits.
  ///
  /// Hexadecimal integers wrap around in Lua by definition.
  static func refuse(in file: SourceFile) throws(RuleError) {
    var errors = errors(in: Array(file.code), of: file.name)
    guard !errors.isEmpty else { return }
    var first = errors.removeFirst()
    first.others = errors
    throw first
  }

  /// The most errors of a file.
  private static let most = 20

  private static func errors(in code: [UInt8], of file: String) -> [RuleError] {
    guard mayBe(in: code) else { return [] }
    let tokens = LuaTokens(code)
    var errors: [RuleError] = []
    var line = 1
    var position = 0
    for token in tokens.all where token.kind == .number && errors.count < most {
      let digits = code[token.start..<token.end]
      guard isTooLarge(digits) else { continue }
      line += code[position..<token.start].count { $0 == UInt8(ascii: "\n") }
      position = token.start
      let text = String(decoding: digits, as: UTF8.self)
      errors.append(
        RuleError(
          .syntax, "the integer \(shown(text)) does not fit into 64 bits",
          at: SourceLocation(file: file, line: line),
          hint:
            "write it in quotes, as a string, or with `.0` at its end if a rounded number will do"
        ))
    }
    return errors
  }

  /// Whether there is a row of at least as many digits as the greatest integer has.
  private static func mayBe(in code: [UInt8]) -> Bool {
    var end = greatest.count - 1
    while end < code.count {
      // A row of digits that ends behind this byte has to include it.
      guard isDigit(code[end]) else {
        end += greatest.count
        continue
      }
      var start = end
      while start > 0, isDigit(code[start - 1]), end - start < greatest.count { start -= 1 }
      var next = end + 1
      while next < code.count, isDigit(code[next]) { next += 1 }
      if next - start >= greatest.count { return true }
      end = next + greatest.count
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isTooLarge(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.allSatisfy(isDigit) else { return false }
    let digits = text.drop { $0 == UInt8(ascii: "0") }
    return digits.count > greatest.count
      || digits.count == greatest.count && greatest.lexicographicallyPrecedes(digits)
  }

  /// A number as a message shows it.
  private static func shown(_ digits: String) -> String {
    digits.utf8.count <= 40 ? digits : "\(digits.prefix(20))…"
  }
}
