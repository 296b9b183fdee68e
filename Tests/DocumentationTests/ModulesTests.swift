import Foundation
import LuaRulesTools
import Testing

/// The modules in `lua/lib`: their specification, their page, and the examples that use them.
@Suite struct ModulesTests {
  /// Their texts, by name.
  static let modules: [String: String] = {
    let folder = Repository.root.appending(path: "lua/lib")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".lua") }.map {
        (String($0.dropLast(4)), Repository.text(of: "lua/lib/\($0)"))
      })
  }()
  private static let page = Repository.text(of: Guide.file("modules"))
  private static let calls = Repository.text(of: "lua/calls.lua")

  /// The functions that a module offers, with what is written above each.
  private static func functions(
    of module: String
  ) -> [(name: String, parameters: String, comment: String)] {
    var comment = ""
    return (modules[module] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .compactMap { line in
        if line.hasPrefix("---") {
          comment += line + "\n"
          return nil
        }
        defer { comment = "" }
        let pattern = /function (\w+\.\w+)\((.*)\)/
        return line.wholeMatch(of: pattern).map { (String($0.1), String($0.2), comment) }
      }
  }

  /// The copies in the examples, each with the example that has it.
  private static let copies: [(path: String, example: String)] = {
    let folder = Repository.root.appending(path: "examples")
    let files = FileManager.default.enumerator(atPath: folder.path)
    return (files?.compactMap { $0 as? String } ?? []).compactMap { path in
      let parts = path.split(separator: "/")
      guard parts.count > 3, parts.dropLast().last == "lib", parts[1] == "rules" else { return nil }
      return ("examples/\(path)", String(parts[0]))
    }
  }()

  @Test func `they do what their tests say`() throws {
    let cases = try RuleTests(contentsOf: Repository.root.appending(path: "lua")).cases
    #expect(cases.count > 600)
    #expect(cases.flatMap { $0.run().failures } == [])
  }

  @Test(arguments: modules.keys.sorted())
  func `every function is annotated, tested and told`(module: String) throws {
    let functions = Self.functions(of: module)
    #expect(functions.count >= 3)
    for function in functions {
      #expect(function.comment.hasPrefix("--- Returns "), "\(function.name)")
      #expect(function.comment.contains("---@return "), "\(function.name)")
      let annotated = function.comment.matches(of: /---@param (\w+)/).map { String($0.1) }
      #expect(annotated.joined(separator: ", ") == function.parameters, "\(function.name)")
      #expect(Self.calls.contains("[\"\(function.name)\"]"), "\(function.name)")
      #expect(
        Self.page.contains("`\(function.name)(\(function.parameters))`"), "\(function.name)")
    }
  }

  @Test(arguments: modules.keys.sorted())
  func `an example uses each, as the page says`(module: String) throws {
    let row = try #require(
      Self.page.firstMatch(of: try Regex("\\| \\[`\(module)`\\].*`examples/(\\w+)` \\|")))
    let example = try #require(row[1].substring)
    #expect(
      Self.copies.contains { $0.example == example && $0.path.hasSuffix("/lib/\(module).lua") })
  }

  @Test func `the copies of the examples are no different`() {
    let copies = Self.copies.filter { $0.example != "live" }
    #expect(copies.count >= Self.modules.count)
    for copy in copies {
      let name = String(copy.path.split(separator: "/").last?.dropLast(4) ?? "")
      #expect(Repository.text(of: copy.path) == Self.modules[name], "\(copy.path)")
    }
  }

  @Test(arguments: ["flags", "policy", "pricing", "theme", "workflow"])
  func `the rules of an example pass their tests and checks`(example: String) throws {
    let commands = "luarules test && luarules check --strict"
    let block = MarkdownBlock(file: example, line: 1, language: "sh", text: commands)
    let output = try block.run(in: Repository.root.appending(path: "examples/\(example)"))
    #expect(output.contains(" tests, all passed\n"), "\(output)")
  }
}
