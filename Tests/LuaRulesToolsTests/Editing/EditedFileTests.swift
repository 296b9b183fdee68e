import LuaRules
import Testing

@testable import LuaRulesTools

/// Texts of an editor, complete or not.
struct EditedFileTests {
  @Test(arguments: ["", "a", "é = 1\n", "\n\n", "x = '🎉'\r\ny = 2\r\n", "-- ü\nlocal ä = 1"])
  func `positions are counted in UTF-16 units`(text: String) {
    let file = EditedFile(text, path: "a.lua")
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    for (number, line) in lines.enumerated() {
      var units = 0
      for character in line.unicodeScalars {
        let position = EditedFile.Position(line: number, character: units)
        #expect(file.position(of: file.offset(of: position)) == position)
        units += character.utf16.count
      }
      let end = file.offset(of: .init(line: number, character: 1_000_000))
      #expect(file.position(of: end).character == line.utf16.count)
    }
    #expect(file.offset(of: .init(line: 99, character: 0)) == text.utf8.count)
    #expect(file.offset(of: .init(line: -1, character: 0)) == 0)
  }

  @Test(arguments: [
    (PositionEncoding.utf8, 9), (.utf16, 6), (.utf32, 5),
  ])
  func `positions are counted as an editor counts`(encoding: PositionEncoding, units: Int) {
    let file = EditedFile("\n\"é🎉\"=x", path: "a.lua")
    let offset = "\n\"é🎉\"=".utf8.count
    let position = file.position(of: offset, in: encoding)
    #expect(position == EditedFile.Position(line: 1, character: units))
    #expect(file.offset(of: position, in: encoding) == offset)
  }

  @Test func `a value that is named in very many ways is looked at for a while`() {
    let names = (1...12).map { level in
      let before = Array(repeating: "t\(level - 1).a", count: 20).joined(separator: " or ")
      return "local t\(level) = { a = \(before) }"
    }
    let text = """
      return { { key = "k", value = function(c) local t0 = { a = c.user }
      \(names.joined(separator: "\n")) return t12.a end } }
      """
    let file = EditedFile(text, path: "a.lua")
    #expect(file.outline.rules.map(\.key) == ["k"])
  }

  private static let text = """
    --- Rules.
    local sums = require "sums"
    local function large(c) return c.order.total > 1 and not c["a.b"] end
    for i, line in ipairs({ 1, 2, [3] = "x" }) do print(i .. line) end
    return { key = "k", rules = {
      { when = { a = { b = { 1, 2 } }, ["c.d"] = 1 }, value = function(c)
        local o = c.order
        if o.x == [[long]] then return sums.add(o.lines[1].price, "x"):upper() elseif o.y then end
        repeat local z = #o.lines until z ~= 1 --[==[ inner ]==]
        goto done ::done::
      end },
      { set = { a = 1, b = { } }, priority = "high" },
    } }
    """

  /// Everything that an editor asks of a text.
  private static func ask(_ file: EditedFile) {
    var project = EditedProject()
    project.files[file.path] = file
    project.schema = SchemaText(file.text, path: "s.json")
    _ = file.symbols
    _ = file.folds
    var end = 0
    for name in file.names {
      #expect(name.range.lowerBound >= end && name.range.upperBound <= file.text.utf8.count)
      end = name.range.upperBound
    }
    _ = project.hints(in: file, 0..<file.text.utf8.count)
    _ = project.lenses(in: file)
    for offset in stride(from: 0, through: file.text.utf8.count, by: 7) {
      _ = project.description(in: file, at: offset)
      _ = project.definitions(in: file, at: offset)
      _ = project.suggestions(in: file, at: offset)
      _ = project.signature(in: file, at: offset)
      let places = project.occurrences(in: file, at: offset)
      #expect(places.allSatisfy { $0.range.upperBound <= file.text.utf8.count })
      _ = try? project.rename(in: file, at: offset, to: "other")
    }
  }

  @Test func `a text that breaks off anywhere is read`() {
    for length in 0...Self.text.utf8.count {
      Self.ask(
        EditedFile(String(decoding: Self.text.utf8.prefix(length), as: UTF8.self), path: "a"))
    }
  }

  /// What an unfinished line may end with; the rules behind it are there all the same.
  @Test(arguments: [
    "function(c) return c.order.", "function(c) return c.order. end",
    "function(c) return c.order. },",
    "function(c) if c.order.", "function(c) if c.a then return c.", "function(c)",
    "function(c) return", "function(c) return c.a == ", "function(c) return c.a and", "c.", "",
    "function(c) for _, x in ipairs(c.", "function(c) local t = { a = c.", "host.", "f(c.", "\"",
  ])
  func `rules behind an unfinished line stay`(end: String) {
    let rules = (0..<6).map {
      "  { key = \"k\($0)\", when = { a = 1 }, value = function(c) return c.x end },"
    }
    for nested in [false, true] {
      let broken = "  { key = \"broken\", value = \(end)"
      let lines = rules[..<3] + [broken] + rules[3...]
      let list = lines.joined(separator: "\n")
      let text =
        nested
        ? "return {\n{ key = \"group\", rules = {\n\(list)\n} },\n}"
        : "local function f(c) return c end\nreturn {\n\(list)\n}"
      let file = EditedFile(text, path: "a.lua")
      let names = file.symbols.flatMap { [$0.name] + $0.children.map(\.name) }
      for number in 0..<6 { #expect(names.contains("k\(number)"), "\(nested): \(names)") }
    }
  }

  @Test func `a text with anything anywhere is read`() {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "end", "function(", "{", "}", "[[", "]]", "\"", "--[[", "=", ".", ":", "c.", "\u{0}", "🎉",
      "\n", "for", "do", "local", "return", "(", ")", "until", "\\", ",", "'",
    ]
    for _ in 0..<60 {
      var text = Self.text
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = text.index(
          text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &generator))
        text.insert(contentsOf: parts.randomElement(using: &generator) ?? "", at: place)
      }
      Self.ask(EditedFile(text, path: "a.test.lua"))
      Self.ask(EditedFile(text, path: "a.lua"))
    }
  }

  @Test(arguments: ["{", "(", "function() ", "c.a[", "not ", "if x then ", "a = {", "[\""])
  func `deep nesting is read`(part: String) {
    let text = "return " + String(repeating: part, count: 20_000)
    let file = EditedFile(text, path: "a.lua")
    #expect(file.lineCount == 1)
    #expect(SchemaText(text, path: "a.json").file.lineCount == 1)
  }

  @Test(arguments: 148...152, ["", "x=", "x", "x=("])
  func `a text may end where nesting is passed over`(depth: Int, end: String) {
    let text = "return " + String(repeating: "{", count: depth) + end
    Self.ask(EditedFile(text, path: "a.lua"))
    Self.ask(EditedFile(text, path: "a.test.lua"))
  }
}
