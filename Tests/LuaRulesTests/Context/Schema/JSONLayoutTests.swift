import Testing

@testable import LuaRules

@Suite struct JSONLayoutTests {
  static let value = JSONLayout.object([
    "z": .list([.integer(1), .text("2.5"), .row([.boolean(true), .text("null")])]),
    "a\"b": .object([:]), "none": nil, "Z": .string("x\ny"), "é": .list([]),
  ])

  @Test func `on one line names are in byte order, and members without a value left out`() {
    #expect(
      Self.value.line == #"{"Z":"x\ny","a\"b":{},"z":[1,2.5,[true, null]],"é":[]}"#)
  }

  @Test func `laid out, a level is two spaces and a row stays on its line`() {
    #expect(
      Self.value.text == #"""
        {
          "Z": "x\ny",
          "a\"b": {},
          "z": [
            1,
            2.5,
            [true, null]
          ],
          "é": []
        }
        """#)
  }

  @Test func `names given as a list keep their order`() {
    #expect(JSONLayout.object([("b", .integer(2)), ("a", .integer(1))]).line == #"{"b":2,"a":1}"#)
  }
}
