import Foundation
import LuaRules
import Testing

// The Swift of rules-in-swift.md; see ReadmeCode.swift.

struct PlatformKey: DynamicEnvironmentKey { static let defaultValue = "mac" }
struct HeadingKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct SubtitleKey: DynamicEnvironmentKey { static let defaultValue: String? = nil }
struct RowCountKey: DynamicEnvironmentKey { static let defaultValue = 20 }

extension DynamicEnvironmentPaths {
  var platform: String {
    get { self[dynamic: PlatformKey.self] }
    set { self[dynamic: PlatformKey.self] = newValue }
  }
  var heading: String { self[dynamic: HeadingKey.self] }
  var subtitle: String? { self[dynamic: SubtitleKey.self] }
  var rowCount: Int { self[dynamic: RowCountKey.self] }
}

let defaults: RuleModel = [
  \.todo?.priority == "low" => \.fancyColor <= .gray,
  (\.platform == "mac" || \.platform == "pad") => \.rowCount <= 40,
  \.todo?.title == "IMPORTANT" => (\.heading <= "Can wait.").priority(.high),
  \.heading <= \.todo?.title,
  \.subtitle <= \.heading,
]

let more: RuleModel = [
  \.platform == "watch" => [
    \.rowCount <= 5,
    { ($0.todo?.title.count ?? 0) > 12 }
      => \.heading <= { context in context.todo.map { String($0.title.prefix(12)) } },
  ],
  (\.rowCount <= 20).named("rows").priority(10),
]

let combined: RuleModel = [
  \.platform == "watch" => SwiftRule(more),
  SwiftRule(defaults),
]

func rules(_ folder: URL) throws -> (RuleModel, RuleModel) {
  let inOneOrder = try RuleModel(sources: [.folder(folder), .rules(defaults), .rules(more)])
  let asFallback = try RuleModel(contentsOf: folder).fallback(defaults)
  return (inOneOrder, asFallback)
}

@MainActor final class Badge {
  let text: String

  init(_ text: String) { self.text = text }
}

struct BadgeKey: DynamicEnvironmentKey { static var defaultValue: Badge? { nil } }

extension DynamicEnvironmentPaths {
  var badge: Badge? { self[dynamic: BadgeKey.self] }
}

let badges: RuleModel = [
  \.todo?.priority == "high" => SwiftRule(\.badge, onMainActor: { Badge($0.heading) })
]

/// What the guide to rules in Swift shows, run.
@Suite struct RulesInSwiftTests {
  private static func context(_ model: RuleModel, _ title: String) -> RuleContext {
    var context = RuleContext(model)
    context.todo = Todo(title: title, priority: "low")
    return context
  }

  @Test func `the first list does what it says`() throws {
    let context = Self.context(defaults, "Buy beer")
    #expect(try context.value(for: \.fancyColor) == .gray)
    #expect(try context.value(for: \.rowCount) == 40)
    #expect(try context.value(for: \.subtitle) == "Buy beer")
    #expect(try context.with(\.platform, "watch").value(for: \.rowCount) == 20)
    #expect(try RuleContext(defaults).value(for: \.heading) == "")
  }

  @Test func `both languages are in one order`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "swift-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"return { { key = "rowCount", value = 30 } }"#.write(
      to: folder.appending(path: "rows.lua"), atomically: true, encoding: .utf8)
    let (inOneOrder, asFallback) = try rules(folder)
    #expect(try Self.context(inOneOrder, "x").value(for: \.rowCount) == 40)
    #expect(try Self.context(asFallback, "x").value(for: \.rowCount) == 30)
    let watch = Self.context(inOneOrder, "x").with(\.platform, "watch")
    #expect(try watch.value(for: \.rowCount) == 5)
    let long = Self.context(inOneOrder, "A rather long title").with(\.platform, "watch")
    #expect(try long.value(for: \.heading) == "A rather lon")
  }

  @Test func `an explanation shows the numbers of the rules`() throws {
    let expected = MarkdownBlock.all(in: Guide.file("rules-in-swift"), of: "text").first?.text
    let explanation = Self.context(defaults, "IMPORTANT").explain(\.heading)
    #expect("\(explanation)\n" == expected)
  }

  @Test @MainActor func `a value is made on the main actor`() throws {
    var context = RuleContext(badges.fallback(defaults))
    context.todo = Todo(title: "Buy beer", priority: "high")
    #expect(try context.value(for: \.badge)?.text == "Buy beer")
  }
}
