import Foundation
import LuaRules
import Testing

// The Swift of migrating-from-swiftui-rules.md; see ReadmeCode.swift.

enum Urgency: String { case low, normal, high }

struct WorkItem {
  var title: String
  var status: String
  var urgency: Urgency
}

struct TaskEnvironmentKey: DynamicEnvironmentKey {
  static let defaultValue = WorkItem(title: "", status: "new", urgency: .normal)
}

struct RowColorEnvironmentKey: DynamicEnvironmentKey { static let defaultValue = Color.black }

extension DynamicEnvironmentPathes {
  var task: WorkItem {
    get { self[dynamic: TaskEnvironmentKey.self] }
    set { self[dynamic: TaskEnvironmentKey.self] = newValue }
  }
  var rowColor: Color {
    get { self[dynamic: RowColorEnvironmentKey.self] }
    set { self[dynamic: RowColorEnvironmentKey.self] = newValue }
  }
}

// The page says of these, and of `platform`, that they are declared in the same way.
struct RowTitleEnvironmentKey: DynamicEnvironmentKey { static let defaultValue = "" }
struct DetailsEnvironmentKey: DynamicEnvironmentKey { static let defaultValue = "minimal" }

extension DynamicEnvironmentPathes {
  var rowTitle: String { self[dynamic: RowTitleEnvironmentKey.self] }
  var details: String { self[dynamic: DetailsEnvironmentKey.self] }
}

let builtIn: RuleModel = [
  \.task.urgency == .low => \.rowColor <= .gray,
  \.task.urgency == .high => \.rowColor <= .red,
  (\.task.status == "done" => \.rowColor <= .gray).priority(.high),
  \.rowColor <= .black,
  (\.platform == "mac" || \.platform == "pad") => \.details <= "high",
  \.details <= "regular",
  \.rowTitle <= \.task.title,
]

func whileMoving(_ folder: URL) throws -> RuleModel {
  try RuleModel(sources: [.folder(folder), .rules(builtIn)])
}

func withFiles(_ folder: URL) throws -> RuleModel {
  try RuleModel(contentsOf: folder, schema: .rows).fallback(builtIn)
}

extension RuleSchema {
  static let rows = RuleSchema(\.task, \.platform, \.rowColor, \.rowTitle, \.details)
}

func reloading(_ folder: URL) throws -> LiveRuleModel {
  try LiveRuleModel(sources: [.folder(folder), .rules(builtIn)], schema: .rows)
}

/// What the guide for programs with SwiftUI Rules shows, run.
@Suite struct MigratingFromSwiftUIRulesTests {
  private static let page = Guide.file("migrating-from-swiftui-rules")
  private static let blocks = MarkdownBlock.all(in: page)

  /// The text of the rule file that the page shows.
  private static func rules() throws -> String {
    try #require(blocks.first { $0.firstLine == "-- rules/rows.lua" }).text
  }

  /// A folder with a rule file below `rules` and with the schema, for the length of a body.
  private static func withRules(_ text: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "migrating-\(UUID())")
    let rules = folder.appending(path: "rules")
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: rules.appending(path: "rows.lua"))
    try Data(RuleSchema.rows.json().utf8).write(to: folder.appending(path: "app.schema.json"))
    try body(folder)
  }

  /// The answers in a context for each combination of the values that the rules compare.
  private static func answers(_ model: RuleModel) throws -> [String] {
    var answers: [String] = []
    for urgency in [Urgency.low, .normal, .high] {
      for status in ["new", "done"] {
        for platform in ["mac", "pad", "watch"] {
          var context = RuleContext(model)
          context.task = WorkItem(title: "Buy beer", status: status, urgency: urgency)
          context.platform = platform
          let color = try context.value(for: \.rowColor)
          let details = try context.value(for: \.details)
          let title = try context.value(for: \.rowTitle)
          answers.append("\(color) \(details) \(title)")
        }
      }
    }
    return answers
  }

  @Test func `the list in Swift answers`() throws {
    let answers = try Self.answers(builtIn)
    #expect(answers.first == "gray high Buy beer")
    #expect(Set(answers).count == 6)
  }

  @Test func `the file answers as the list does, after each rule that moved`() throws {
    let expected = try Self.answers(builtIn)
    let moved = try Self.rules().split(separator: "\n").filter { $0.hasPrefix("  {") }
    #expect(moved.count == 7)
    for count in 0...moved.count {
      let text = "return {\n\(moved.prefix(count).joined(separator: "\n"))\n}"
      try Self.withRules(text) { folder in
        let answers = try Self.answers(try whileMoving(folder.appending(path: "rules")))
        #expect(answers == expected, "\(count)")
      }
    }
    let alone = try RuleModel(text: try Self.rules(), schema: .rows)
    #expect(try Self.answers(alone) == expected)
  }

  @Test func `the list answers where the files have no answer`() throws {
    let text =
      #"return { { key = "rowColor", when = { task = { title = "Tea" } }, value = "black" } }"#
    try Self.withRules(text) { folder in
      var context = RuleContext(try withFiles(folder.appending(path: "rules")))
      context.task = WorkItem(title: "Milk", status: "new", urgency: .high)
      #expect(try context.value(for: \.rowColor) == .red)
      context.task.title = "Tea"
      #expect(try context.value(for: \.rowColor) == .black)
    }
  }

  @Test func `a live model has both`() throws {
    try Self.withRules(try Self.rules()) { folder in
      let live = try reloading(folder.appending(path: "rules"))
      defer { live.stop() }
      var context = RuleContext(live)
      context.task = WorkItem(title: "Milk", status: "new", urgency: .high)
      #expect(try context.value(for: \.rowColor) == .red)
    }
  }

  @Test func `every line prints what the page says`() throws {
    try Self.withRules(try Self.rules()) { folder in
      var count = 0
      for (index, block) in Self.blocks.enumerated() where block.language == "sh" {
        let output = try block.run(in: folder)
        #expect(output == Self.blocks[(index + 1)...].first?.text, "\(block)")
        count += 1
      }
      #expect(count == 1)
    }
  }

  // MARK: Differences

  private static func details(_ model: RuleModel) throws -> String {
    try RuleContext(model).value(for: \.details)
  }

  @Test func `an alternative counts its cheaper side, and its negation counts both`() throws {
    let either: RulePredicate = \.platform == "mac" || \.platform == "pad"
    let neither: RulePredicate = !(\.platform == "pad" || \.platform == "watch")
    let one: RuleModel = [\.rowTitle == "" => \.details <= "one", either => \.details <= "or"]
    let two: RuleModel = [\.rowTitle == "" => \.details <= "one", neither => \.details <= "nor"]
    #expect(try Self.details(one) == "one")
    #expect(try Self.details(two) == "nor")
  }

  @Test func `a priority of the assignment is that of the rule`() throws {
    let rules: RuleModel = [
      \.platform == "mac" => (\.details <= "high").priority(.high),
      (\.platform == "mac" && \.rowTitle == "") => \.details <= "two conditions",
    ]
    #expect(try Self.details(rules) == "high")
  }

  @Test func `a path to nothing leaves the answer to the next rule`() throws {
    let rules: RuleModel = [\.details <= \.todo?.title, \.details <= "next"]
    #expect(try Self.details(rules) == "next")
  }

  @Test func `fallbacks are asked in the order in which they were added`() throws {
    let first: RuleModel = [\.rowTitle <= "a"]
    let second: RuleModel = [\.details <= "b"]
    let third: RuleModel = [\.details <= "c"]
    #expect(try Self.details(first.fallback(second).fallback(third)) == "b")
  }

  @Test func `a key that depends on itself is an error`() throws {
    let rules: RuleModel = [\.details <= \.rowTitle, \.rowTitle <= \.details]
    var context = RuleContext(rules)
    context.onError = { _ in }
    #expect(context.details == "minimal")
    let error = try #require(throws: RuleError.self) { try context.value(for: \.details) }
    #expect(error.code == .cycle)
  }
}
