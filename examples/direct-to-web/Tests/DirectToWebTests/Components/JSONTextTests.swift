import Foundation
import Testing

@testable import DirectToWeb

@Suite struct JSONTextTests {
  @Test(arguments: [
    ("{}", "{}", "{}"), (" [ ] ", "[]", "[]"), ("1e3", "1e3", "1e3"),
    ("\"a\\u00e9\"", "\"a\\u00e9\"", "\"a\\u00e9\""),
    (
      "{\"b\":1.0,\"a\":[true,null]}", "{\n  \"b\": 1.0,\n  \"a\": [\n    true,\n    null\n  ]\n}",
      "{\"b\":1.0,\"a\":[true,null]}"
    ),
    (
      "{ \"n\" : 12345678901234567890 }", "{\n  \"n\": 12345678901234567890\n}",
      "{\"n\":12345678901234567890}"
    ),
  ])
  func `JSON is laid out, and keeps its numbers, texts and order`(
    text: String, pretty: String, compact: String
  ) throws {
    let json = try #require(JSONText(text))
    #expect(json.pretty == pretty)
    #expect(json.compact == compact)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{a:1}", "01", "1.", "'a'", "\"a", "\"\\x\"", "\"\t\"", "[1] 2",
    "nul", "\"\\u12\"", "{\"a\":1,}", "// 1\n1", "NaN",
    String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(JSONText(text) == nil)
  }

  @Test(arguments: 0..<40)
  func `it takes what Foundation writes, and Foundation reads the same`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value: [Any] = [try Self.value(&generator, depth: 3)]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    let json = try #require(JSONText(text))
    func read(_ text: String) throws -> NSArray? {
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSArray
    }
    let expected = try read(text)
    #expect(expected != nil)
    #expect(try read(json.pretty) == expected)
    #expect(try read(json.compact) == expected)
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) throws -> Any {
    switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &generator) {
    case 0: return Int.random(in: -1000...1000, using: &generator)
    case 1: return Double.random(in: -1...1, using: &generator)
    case 2: return try ["", "é\n\"\\", "{]", "\u{1}/"].random(&generator)
    case 3: return NSNull()
    case 4: return try (0..<3).map { _ in try value(&generator, depth: depth - 1) }
    default: return ["a": try value(&generator, depth: depth - 1), "b ": true]
    }
  }
}
