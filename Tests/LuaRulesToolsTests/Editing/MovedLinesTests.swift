import LuaRules
import Testing

@testable import LuaRulesTools

/// What the last check knows, in a text that has been edited since.
struct MovedLinesTests {
  /// The lines of `a` to `e` behind an edit; `-` for one that was edited.
  @Test(arguments: [
    ("a\nb\nc\nd\ne", "01234"), ("x\na\nb\nc\nd\ne", "12345"), ("a\nb\nx\ny\nc\nd\ne", "01456"),
    ("a\nb\nd\ne", "01-23"), ("a\nb\ncx\nd\ne", "01-34"), ("ab\nc\nd\ne", "--123"),
    ("e", "----0"), ("", "-----"), ("a\nb\nc\nd\ne\n", "01234"),
    // Two places were edited.
    ("a\nbx\nc\ndx\ne", "0-2-4"), ("x\na\nb\nc\ndx\ne", "123-5"),
  ])
  func `lines move with an edit`(after: String, expected: String) {
    let lines = MovedLines(
      from: TextPositions(Array("a\nb\nc\nd\ne".utf8)), to: TextPositions(Array(after.utf8)))
    let found = (0..<5).map { lines.line($0).map { "\($0)" } ?? "-" }.joined()
    #expect(found == expected)
  }

  @Test func `of two equal lines each stays what it is`() {
    let before = "return {\n  -- same\n  1,\n  -- same\n}\n"
    let lines = MovedLines(
      from: TextPositions(Array(before.utf8)), to: TextPositions(Array(("x\ny\n" + before).utf8)))
    #expect((0..<5).map { lines.line($0) } == [2, 3, 4, 5, 6])
  }

  @Test func `places, ranks and priorities are those of the moved rules`() throws {
    let unfinished = "  { key = \"color\", value = \n  {},\n  {},\n"
    let text = EditedShop.rules.replacing("return {\n", with: "return {\n" + unfinished)
    let project = try EditedShop.project(editing: EditedShop.path, text)
    let file = try #require(project.files[EditedShop.path])
    let rules = project.places(ofRulesForKey: "color").map { place in
      let line = file.position(of: place.range.lowerBound).line
      return file.line(line)?.contains("vips") == true || file.line(line)?.contains("set") == true
    }
    #expect(rules == [true, true])
    let hints = project.hints(in: file, 0..<text.utf8.count).map { hint in
      let line = file.position(of: hint.offset).line
      return "\(hint.text) \(file.line(line)?.drop { $0 == " " }.prefix(24) ?? "")"
    }
    #expect(hints.first == "1/3 p200 c1 { when = { order = { cha")
    #expect(hints.contains("1/2 p100 c1 { key = \"color\", when = "))
    let offset = try #require(text.range(of: "prio"))
    let hover = project.description(
      in: file, at: text.utf8.distance(from: text.startIndex, to: offset.upperBound))
    #expect(hover?.text.contains("This rule has priority 200 and complexity 1.") == true)
  }
}
