import Foundation
import LuaRules
import Testing

// The Swift of sandbox.md; see ReadmeCode.swift.

func quickly(_ model: RuleModel) -> RuleContext {
  var context = RuleContext(model)
  context.budgetCap = Budget(instructions: 20_000, time: .milliseconds(2))
  return context
}

func patient(_ source: RuleSource) throws(RuleError) -> RuleModel {
  try RuleModel(
    sources: [source],
    options: RuleOptions(
      budget: Budget(instructions: 50_000),
      suspension: SuspensionPolicy(after: 2, pause: .seconds(60))))
}

func strangers(_ folder: URL, schema: RuleSchema) throws -> LiveRuleModel {
  var options = RuleOptions()
  options.budget = Budget(instructions: 50_000, time: .milliseconds(5), memory: 8 << 20)
  let grant = Grant(assign: .names("theme"), read: .names("todo"), functions: [], priority: ...100)
  return try LiveRuleModel(
    sources: [RuleSource(contentsOf: folder, grant: grant, accept: .luaFree)], schema: schema,
    options: options)
}

/// What the guide to the sandbox shows, run.
@Suite struct SandboxTests {
  private static let loop = """
    return { { key = "k", value = function(c) local n = 0 while n < 30000 do n = n + 1 end return n end } }
    """

  private static func code(of context: RuleContext) -> RuleError.Code? {
    do throws(RuleError) {
      _ = try context.value(at: "k", as: Int.self)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a caller tightens the budget of a model`() throws {
    let model = try RuleModel(text: Self.loop)
    #expect(Self.code(of: RuleContext(model)) == nil)
    #expect(Self.code(of: quickly(model)) == .budget)
  }

  @Test func `a rule is put aside that used up its budget twice`() throws {
    let context = RuleContext(try patient(RuleSource(text: Self.loop)))
    #expect((1...3).map { _ in Self.code(of: context) } == [.budget, .budget, .suspended])
  }

  @Test func `strangers give a theme and nothing else`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sandbox-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcomes: [(value: String, code: RuleError.Code?)] = [
      ("theme = 'dark'", nil), ("isAdmin = true", .notGranted),
      ("theme = function(c) return c.todo.title:upper() end", .needsLua),
    ]
    for (value, code) in outcomes {
      try "return { { set = { \(value) } } }".write(
        to: folder.appending(path: "rules.lua"), atomically: true, encoding: .utf8)
      do {
        let live = try strangers(folder, schema: RuleSchema())
        #expect(try RuleContext(live).json(at: "theme") == "\"dark\"")
        #expect(code == nil, "\(value)")
      } catch let error as RuleError {
        #expect(error.code == code, "\(value): \(error)")
      }
    }
  }
}
