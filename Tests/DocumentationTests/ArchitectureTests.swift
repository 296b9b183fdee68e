import LuaRules
import Testing

/// architecture.md: its picture, its tables of the layers, and the rules of its journeys.
@Suite struct ArchitectureTests {
  private static let guide = SourceGuide.architecture

  // MARK: Layers

  private static let layers = Repository.text(of: "scripts/layers").split(separator: "\n")

  /// The folders of the engine, by row.
  private static let folders: [[String]] = layers.filter { $0.hasPrefix("  ") }
    .map { $0.split(separator: " ").map(String.init) }

  /// The targets, each followed by those that it may use.
  private static let targets: [[String]] = layers.filter { $0.hasPrefix("target ") }
    .map { $0.split(separator: " ").filter { $0 != "target" && $0 != "uses" }.map(String.init) }

  /// The code in the first column of a table, by row.
  private static func firstColumn(under heading: String) -> [[String]] {
    guide.lines.drop { $0.text != heading }.dropFirst(2).prefix { $0.text.hasPrefix("|") }
      .map { line in
        let cell = line.text.dropFirst().prefix { $0 != "|" }
        return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
      }
  }

  @Test func `the folders are those that the layers declare, in their order`() {
    #expect(Self.folders.count > 10)
    #expect(Self.firstColumn(under: "| folder | holds |") == Self.folders)
  }

  @Test func `the targets are those that the layers declare, and Lua`() {
    let declared = Self.targets.compactMap(\.first)
    #expect(declared.count > 10)
    let named = Self.firstColumn(under: "| target | is |").flatMap(\.self)
    #expect(named.sorted() == (declared + ["CLua54"]).sorted())
  }

  // MARK: The picture

  /// The lines of the picture on which the words are, from the top.
  private static let rows: [String: Int] = {
    var rows: [String: Int] = [:]
    let picture = MarkdownBlock.all(in: guide.file, of: "text").first?.text ?? ""
    for (row, line) in picture.split(separator: "\n").enumerated() {
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        rows[String(word)] = row
      }
    }
    return rows
  }()

  @Test func `the picture has each target above those that it uses`() throws {
    for names in Self.targets {
      let target = try #require(names.first)
      let row = try #require(Self.rows[target], "\(target)")
      for used in names.dropFirst() {
        let lower = try #require(Self.rows[used], "\(used)")
        #expect(row < lower, "\(target) uses \(used)")
      }
    }
  }

  @Test func `the picture has the folders in their order, from the bottom to the top`() throws {
    let names = Self.folders.flatMap(\.self).compactMap { $0.split(separator: "/").first }
    for (earlier, later) in zip(names, names.dropFirst()) where earlier != later {
      let lower = try #require(Self.rows[String(earlier)], "\(earlier)")
      let upper = try #require(Self.rows[String(later)], "\(later)")
      #expect(upper < lower, "\(later) is above \(earlier)")
    }
  }

  // MARK: Journeys

  /// The rule of a journey: the code on the page that begins with a text.
  private static func rule(beginning start: String) throws -> String {
    let code = try #require(guide.lines.flatMap { $0.code }.first { $0.hasPrefix(start) })
    return "return {{ key = 'fancyColor', \(code) }}"
  }

  private func color(_ rule: String) throws -> Color {
    var context = RuleContext(try RuleModel(text: rule))
    context.todo = Todo(title: "Buy beer", priority: "low")
    return try context.value(for: \.fancyColor)
  }

  @Test func `the rules of the journeys are answered by a plan and by Lua`() throws {
    let planned = try Self.rule(beginning: "when = { todo")
    let byLua = try Self.rule(beginning: "value = function(c) return c.todo")
    _ = try RuleModel(sources: [RuleSource(text: planned, accept: .luaFree)])
    let error = try #require(throws: RuleError.self) {
      try RuleModel(sources: [RuleSource(text: byLua, accept: .luaFree)])
    }
    #expect(error.code == .needsLua)
    #expect(try color(planned) == .gray)
    #expect(try color(byLua) == .gray)
  }
}
