import Foundation
import LuaRules
import Testing

/// The example, asked as the command line asks: without its program.
@Suite struct ExampleTests {
  private static let folder = Repository.root.appending(path: "examples/todo")

  private static func context(_ name: String) throws -> RuleContext {
    let rules = RuleSource(contentsOf: folder.appending(path: "rules"))
    let hostStubs = RuleSource(contentsOf: folder.appending(path: "host.lua"))
    var context = RuleContext(
      try RuleModel(sources: [rules], options: RuleOptions(hostStubs: hostStubs)))
    try context.setValues(json: Repository.text(of: "examples/todo/contexts/\(name).json"))
    return context
  }

  @Test func `todos have a color and titles`() throws {
    let context = try Self.context("todo")
    #expect(try context.json(at: "fancyColor") == "\"gray\"")
    #expect(try context.json(at: "navigationBarTitle") == "\"Buy beer\"")
    #expect(try context.json(at: "details") == "\"minimal\"")
  }

  @Test func `stand-ins give the views`() throws {
    let context = try Self.context("task")
    #expect(try context.json(at: "actions") == #"["accept","reject"]"#)
    #expect(try context.json(at: "view") == #"{"title":"Write report","view":"TaskNewView"}"#)
  }
}
