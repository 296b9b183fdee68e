import Foundation
import LuaRules
import Testing

// The Swift of coming-from.md; see ReadmeCode.swift.

struct RowColorEnvironmentKey: DynamicEnvironmentKey { static let defaultValue = Color.black }

extension DynamicEnvironmentPathes {
  var rowColor: Color {
    get { self[dynamic: RowColorEnvironmentKey.self] }
    set { self[dynamic: RowColorEnvironmentKey.self] = newValue }
  }
}

let builtIn: RuleModel = [
  \.todo?.priority == "low" => \.rowColor <= .gray,
  { $0.todo?.priority == "high" } => \.rowColor <= .red,
]

func withFiles(_ folder: URL) throws -> RuleModel {
  try RuleModel(contentsOf: folder).fallback(builtIn)
}

/// What the guide for people from elsewhere shows, run.
@Suite struct ComingFromTests {
  private static let page = Guide.file("coming-from")
  private static let blocks = MarkdownBlock.all(in: page, of: "lua")

  private static func context(_ block: Int, _ json: String) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(
        sources: [RuleSource(text: blocks[block].text, modules: ModulesTests.modules)],
        host: ["TaskFinishedView": .function { (_: RuleContext) in "finished" }]))
    try context.setValues(json: json)
    return context
  }

  @Test func `rules from SwiftUI Rules answer`() throws {
    let context = try Self.context(
      0,
      #"{"todo": {"priority": "high", "title": "Tea"}, "platform": "pad", "task": {"status": "done"}}"#
    )
    #expect(try context.value(for: \.rowColor) == .red)
    #expect(try context.json(at: "details") == "\"high\"")
    #expect(try context.json(at: "title") == "\"Tea\"")
    #expect(try context.json(at: "view") == "\"finished\"")
  }

  @Test func `rules in Swift answer below files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "coming-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"return { { key = "rowColor", when = { todo = { title = "Tea" } }, value = "black" } }"#
      .write(to: folder.appending(path: "colors.lua"), atomically: true, encoding: .utf8)
    var context = RuleContext(try withFiles(folder))
    context.todo = Todo(title: "Milk", priority: "high")
    #expect(try context.value(for: \.rowColor) == .red)
    context.todo = Todo(title: "Milk", priority: "low")
    #expect(try context.value(for: \.rowColor) == .gray)
    context.todo = Todo(title: "Tea", priority: "low")
    #expect(try context.value(for: \.rowColor) == .black)
  }

  @Test func `a quarter of the users gets the flag, and testers do`() throws {
    func isOn(_ user: String, searchIsDown: Bool = false) throws -> Bool {
      let context = try Self.context(1, #"{"user": \#(user), "searchIsDown": \#(searchIsDown)}"#)
      return try context.value(at: "newSearch")
    }
    let users = (0..<1000).map { #"{"id": "user \#($0)", "plan": "free", "country": "DE"}"# }
    let share = try users.count { try isOn($0) }
    #expect((200...300).contains(share))
    #expect(try isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#))
    #expect(try !isOn(#"{"id": "a", "plan": "staff", "country": "DE"}"#, searchIsDown: true))
  }
}
