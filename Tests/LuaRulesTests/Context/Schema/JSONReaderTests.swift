import Foundation
import LuaBridge
import Testing

@testable import LuaRules

@Suite struct JSONReaderTests {
  static let values: [TextCase] = [
    TextCase("null", "null"),
    TextCase(" true ", "true"),
    TextCase("false", "false"),
    TextCase("\u{FEFF}1", "1"),
    TextCase("3", "3"),
    TextCase("3.0", "float 3.0"),
    TextCase("1e2", "float 100.0"),
    TextCase("1E+2", "float 100.0"),
    TextCase("-0", "0"),
    TextCase("-0.0", "float -0.0"),
    TextCase("0.1", "float 0.1"),
    TextCase("5e-324", "float 5e-324"),
    TextCase("1e-999", "float 0.0"),
    TextCase("9223372036854775807", "9223372036854775807"),
    TextCase("-9223372036854775808", "-9223372036854775808"),
    TextCase("9007199254740993", "9007199254740993"),
    TextCase("9223372036854775808.0", "float 9.223372036854776e+18"),
    TextCase("\"\"", "\"\""),
    TextCase(#""a\"\\\/\b\f\n\r\t""#, "\"a\"\\/\u{8}\u{C}\n\r\t\""),
    TextCase(#""\u00e9\u20AC\ud83d\ude00x""#, "\"é€😀x\""),
    TextCase(#""\u0000""#, "\"\0\""),
    TextCase("\"Grüße 😀\"", "\"Grüße 😀\""),
    TextCase("[]", "{}"),
    TextCase("{}", "{}"),
    TextCase("[1, null, [2]]", "{1, null, {2}}"),
    TextCase(#"{"b": 1, "a": {"x": []}, "B": 2}"#, "{B=2, a={x={}}, b=1}"),
    TextCase(#"{"\u00e9": 1, "e\u0301": 2}"#, "{e\u{301}=2, é=1}"),
  ]

  @Test(arguments: values)
  func `a text is read exactly`(_ example: TextCase) {
    #expect(outcome { try JSON.read(example.input) } == example.expected)
  }

  static let mistakes: [TextCase] = [
    TextCase("", "line 1, column 1: expected a value, got the end of the text"),
    TextCase("[1,\n  x]", "line 2, column 3: expected a value, got `x`"),
    TextCase("[1,]", "line 1, column 3: there is a comma before `]`"),
    TextCase(#"{"a":1,}"#, "line 1, column 7: there is a comma before `}`"),
    TextCase("[1 2]", "line 1, column 4: expected `,` or `]`, got `2`"),
    TextCase("{a: 1}", "line 1, column 2: expected a name in double quotes, got `a`"),
    TextCase(
      "{'a': 1}", "line 1, column 2: expected a name in double quotes, got `'`"),
    TextCase(#"{"a" 1}"#, "line 1, column 6: expected `:` after the name `a`, got `1`"),
    TextCase(
      #"{"ü":1,"ü":2}"#, "line 1, column 1: the object that begins here has the name `ü` twice"),
    TextCase("1 2", "line 1, column 3: expected the end of the text after the value, got `2`"),
    TextCase("01", "line 1, column 1: a number does not begin with 0"),
    TextCase("-", "line 1, column 2: expected a digit, got the end of the text"),
    TextCase("1.", "line 1, column 3: expected a digit, got the end of the text"),
    TextCase("1e", "line 1, column 3: expected a digit, got the end of the text"),
    TextCase("+1", "line 1, column 1: expected a value, got `+`"),
    TextCase("NaN", "line 1, column 1: expected a value, got `NaN`"),
    TextCase("nul", "line 1, column 1: expected a value, got `nul`"),
    TextCase("1e400", "line 1, column 1: the number is too large for a floating-point number"),
    TextCase(
      "[9223372036854775808]",
      "line 1, column 2: the integer does not fit into 64 bits"),
    TextCase(
      "-9223372036854775809",
      "line 1, column 1: the integer does not fit into 64 bits"),
    TextCase("\"abc", "line 1, column 1: the string that begins here has no closing quote"),
    TextCase("\"abc\\", "line 1, column 1: the string that begins here has no closing quote"),
    TextCase(
      "\"é\n\"",
      "line 1, column 3: a string ends before its closing quote; a line break is written `\\n`"),
    TextCase(
      "\"\u{1}\"", "line 1, column 2: a control character in a string is written `\\u0001`"),
    TextCase(
      #""\x""#, #"line 1, column 2: there is no escape like this in JSON; a backslash is `\\`"#),
    TextCase(#""\u12""#, "line 1, column 2: expected four hexadecimal digits after `\\u`"),
    TextCase(#""\ud800""#, "line 1, column 2: half of a surrogate pair is not a character"),
    TextCase(#""\ud800\u0041""#, "line 1, column 2: half of a surrogate pair is not a character"),
    TextCase("[", "line 1, column 2: expected a value, got the end of the text"),
    TextCase("\u{1}", "line 1, column 1: expected a value, got the control character 1"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its place`(_ example: TextCase) {
    #expect(outcome { try JSON.read(example.input) } == example.expected)
  }

  @Test func `bytes that are not UTF-8 are an error`() {
    #expect(throws: JSONReadingError.self) { try JSON.read([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONReadingError.self) { try JSON.read([0xFF, 0xFE, 0x31, 0x00]) }
  }

  @Test(arguments: [(100, true), (101, false), (100_000, false), (1_000_000, false)])
  func `nesting is bounded`(depth: Int, isRead: Bool) {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inside = open == "[" ? "" : "1"
      let text =
        String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
      #expect(((try? JSON.read(text)) != nil) == isRead)
    }
  }

  @Test func `random bytes never trap`() {
    var generator = SeededGenerator(state: 1)
    let pieces = Array("{}[]\",:\\u0019e.-+tfn \n\u{0}ué".utf8) + [0xFF, 0xC3, 0xED, 0xA0]
    var accepted = 0
    for _ in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? 0
      }
      if (try? JSON.read(bytes)) != nil { accepted += 1 }
    }
    #expect(accepted > 0)
  }
}
