import Foundation
import LuaRules
import Testing

private struct Line: Sendable { var sku: String }
private struct Order: Sendable {
  var notes: [String]
  var total: Int
  var lines: [Line]
}
private enum OrderKey: DynamicEnvironmentKey {
  static let defaultValue = Order(
    notes: Array(repeating: "a long note", count: 20), total: 620, lines: [Line(sku: "a")])
}

extension DynamicEnvironmentPaths {
  fileprivate var order: Order {
    get { self[dynamic: OrderKey.self] }
    set { self[dynamic: OrderKey.self] = newValue }
  }
}

/// Texts that people met who tried the library for the first time.
struct TrialTests {
  private static func context(_ rules: String) throws -> RuleContext {
    var context = RuleContext(
      try RuleModel(text: "return {\n\(rules)\n}", schema: RuleSchema(\.order)))
    context.order = OrderKey.defaultValue
    return context
  }

  @Test(arguments: ["c.order.lines[0].sku", "(function(i) return c.order.lines[i].sku end)(7)"])
  func `an index outside of a list tells where lists begin`(expression: String) throws {
    let context = try Self.context("{ key = 'k', value = function(c) return \(expression) end },")
    let error = #expect(throws: RuleError.self) { try context.value(at: "k", as: String.self) }
    #expect(
      error?.hint == "nothing is at this index; a list begins at 1 and ends at `#list`")
  }

  @Test func `an empty folder is refused, unless it is meant`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lrs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: RuleError.self) { try RuleModel(contentsOf: folder) }
    #expect(error?.code == .noRules && error?.message == "the folder has no rule files")
    let options = RuleOptions(allowsEmptyFolders: true)
    #expect(try RuleModel(contentsOf: folder, options: options).ruleCount == 0)
    let live = try LiveRuleModel(contentsOf: folder, options: options)
    defer { live.stop() }
    #expect(live.generation == 1)
  }

  @Test(arguments: ["rules/todo.lua", "/etc/rules", "../rules/"])
  func `a path that is taken for rules is told`(path: String) {
    let error = #expect(throws: RuleError.self) { try RuleModel(text: path) }
    #expect(
      error?.hint
        == "this is read as the text of rules; a file is named by `contentsOf:`, or by "
        + "`RuleSource(path:)`")
  }

  @Test func `an explanation shows what was read of a large value`() throws {
    let context = try Self.context(
      """
      { key = 'k', when = function(c) return #c.order.lines > 3 end, value = 1 },
      { key = 'k', when = { order = { total = 1 } }, value = 2 },
      """)
    let lines = context.explain(at: "k").description.split(separator: "\n")
    #expect(
      lines.last?.trimmingCharacters(in: .whitespaces)
        == "order is { #lines = 1, total = 620, … }, set on the context")
  }
}
