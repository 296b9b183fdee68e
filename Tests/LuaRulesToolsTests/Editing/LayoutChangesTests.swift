import LuaBridge
import LuaRules
import Testing

@testable import LuaRulesTools

/// The layout of a file, as the changes that an editor makes.
struct LayoutChangesTests {
  private static func applying(_ changes: [EditedFile.Change], to text: String) -> String {
    changes.reversed().reduce(text) { text, change in
      EditedFile.replacing(change.range, of: text, with: change.text)
    }
  }

  /// A text, and its changes as `LINE:COLUMN-LINE:COLUMN TEXT`, from 0.
  @Test(arguments: [
    ("return {}\n", []), ("return {\n", []), ("return { ]\n", []),
    ("return{}\n", ["0:6-0:6 ·"]),
    (
      "return {\n{ key = \"é\",value=1 },\n}\n",
      ["1:0-1:0 ··", "1:12-1:12 ·", "1:17-1:17 ·", "1:18-1:18 ·"]
    ),
    ("return {\n  1\n}", ["1:3-1:3 ,", "2:1-2:1 ↓"]),
    ("return {}\n\n\n", ["1:0-3:0 "]), ("return {}  ", ["0:9-0:11 ↓"]),
    ("return {}  \r\n\r\n", ["0:9-0:11 ", "1:0-2:0 "]),
    ("a = 1\nb = 2\r\n", ["1:5-2:0 ↓"]),
    ("a = 1\r\nb = 2\n", ["1:5-2:0 \r\n"]),
  ])
  func `only what differs changes`(text: String, expected: [String]) {
    let file = EditedFile(text, path: "/rules/a.lua")
    let found = file.layoutChanges().map { change in
      let start = file.position(of: change.range.lowerBound)
      let end = file.position(of: change.range.upperBound)
      let new = change.text.replacing(" ", with: "·").replacing("\n", with: "↓")
      return "\(start.line):\(start.character)-\(end.line):\(end.character) \(new)"
    }
    #expect(found == expected)
  }

  @Test func `all changes give the layout, and some change no code`() throws {
    var generator = RandomLua(random: SplitMix(seed: 17))
    for _ in 0..<200 {
      let text = generator.text()
      let file = EditedFile(text, path: "a.lua")
      guard let formatted = try? RuleFormatter.formatted(text) else { continue }
      #expect(Self.applying(file.layoutChanges(), to: text) == formatted)
      let first = Int.random(in: 0..<file.lineCount, using: &generator.random)
      let last = Int.random(in: first..<file.lineCount, using: &generator.random)
      let part = file.layoutChanges(in: first...last)
      #expect(part.allSatisfy { file.layoutChanges().contains($0) })
      let changed = Self.applying(part, to: text)
      #expect(try Self.code(of: changed) == Self.code(of: text), "\(text)")
    }
  }

  private static func code(of text: String) throws -> [UInt8]? {
    let state = try LuaState(memoryLimit: 64 << 20, sharing: SharedMemoryLimit(limit: .max))
    try state.compile(Array(text.utf8), chunk: 1)
    return state.dumpChunk()
  }
}
