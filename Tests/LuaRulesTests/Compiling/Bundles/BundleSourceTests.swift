import Foundation
import LuaRules
import Testing

/// Rules that are loaded from bundles.
struct BundleSourceTests {
  private func answers(_ sources: [RuleSource]) throws -> String {
    let rules = try RuleModel(sources: sources)
    return rules.assignedKeys.sorted().map { "\($0)=\(outcome($0, in: RuleContext(rules)))" }
      .joined(separator: " ")
  }

  private func refusal(_ sources: RuleSource...) throws -> String {
    try #require(throws: RuleError.self) { try RuleModel(sources: sources) }.description
  }

  private func source(_ bundle: RuleBundle, grant: Grant = .everything) -> RuleSource {
    RuleSource(bundle: bundle.bytes, name: "shop.rules", grant: grant)
  }

  @Test func `a bundle answers as its folder does`() throws {
    let folder = try RuleFolder()
    let bundle = try BundledFolder().bundle()
    try bundle.write(to: URL(filePath: folder.path("shop.rules")))
    let url = URL(filePath: folder.path("shop.rules"))
    for source in [
      source(bundle), RuleSource(contentsOf: url), RuleSource(path: url.path),
    ] {
      #expect(try answers([source]) == "late=2 title=\"one\"")
    }
  }

  @Test func `an error names the file in the folder, and its line`() throws {
    let text = "return {\n  {},\n  { key = 'a', prioriy = 1, value = 1 },\n}"
    let bundle = try BundledFolder(["rules/todo.lua": text]).bundle()
    #expect(
      try refusal(source(bundle)).contains("rules/todo.lua:3: error: unknown field `prioriy`"))
    let inner = try BundledFolder(["a/b/todo.lua": "return {"]).bundle("a/b")
    #expect(try refusal(source(inner)).hasPrefix("a/b/todo.lua:1: error:"))
    let here = try BundledFolder(["todo.lua": "return {"]).bundle(".")
    #expect(try refusal(source(here)).hasPrefix("todo.lua:1: error:"))
  }

  @Test func `nothing outside a bundle is read`() throws {
    let folder = try RuleFolder()
    try folder.write("return { x = 1 }", to: "names.lua")
    try folder.makeFolder("lib")
    try folder.write("return { x = 1 }", to: "lib/names.lua")
    let bundle = try BundledFolder(["todo.lua": "return require 'names'"]).bundle(".")
    try bundle.write(to: URL(filePath: folder.path("shop.rules")))
    #expect(
      try refusal(RuleSource(contentsOf: URL(filePath: folder.path("shop.rules"))))
        .contains("there is no module \"names\""))
  }

  @Test func `two bundles of the same name have their own modules`() throws {
    let texts = { (key: String) in
      [
        "rules/a.lua": "return {{ key = '\(key)', value = require('m') }}",
        "rules/lib/m.lua": "return '\(key)!'",
      ]
    }
    let one = try BundledFolder(texts("one")).bundle()
    let two = try BundledFolder(texts("two")).bundle()
    #expect(try answers([source(one), source(two)]) == "one=\"one!\" two=\"two!\"")
    #expect(try answers([source(two), source(one)]) == "one=\"one!\" two=\"two!\"")
  }

  @Test func `a grant holds for a bundle`() throws {
    let bundle = try BundledFolder().bundle()
    #expect(try refusal(source(bundle, grant: Grant(assign: .names("late")))).contains("`title`"))
    let grant = Grant(assign: .names("late", "title"))
    #expect(try answers([source(bundle, grant: grant)]) == "late=2 title=\"one\"")
    // Two authors may have the same files, but not one file with two grants.
    #expect(throws: Never.self) { try answers([source(bundle, grant: grant), source(bundle)]) }
    let folder = try RuleFolder()
    let url = URL(filePath: folder.path("shop.rules"))
    try bundle.write(to: url)
    #expect(
      try refusal(RuleSource(contentsOf: url, grant: grant), RuleSource(contentsOf: url))
        .contains("the file is in two sources, which may not do the same"))
    try folder.makeFolder("customer")
    try folder.link("customer/link.rules", to: "../shop.rules")
    #expect(
      try refusal(RuleSource(path: folder.path("customer/link.rules"), grant: grant))
        .contains("the file is a link that leads outside the folder of its source [not-granted]"))
  }

  @Test func `what is no bundle is refused where a bundle has to be`() throws {
    let folder = try RuleFolder()
    try folder.write("return {}", to: "a.rules")
    func refusal(_ name: String) throws -> String {
      try self.refusal(RuleSource(contentsOf: URL(filePath: folder.path(name))))
        .replacing(folder.path + "/", with: "")
    }
    #expect(
      try refusal("a.rules").hasPrefix("a.rules: error: the file is not a bundle [bad-bundle]\n"))
    #expect(try refusal("none.rules").hasPrefix("none.rules: error: no such file"))
    try folder.makeSparse("huge.rules", size: 1 << 40)
    #expect(try refusal("huge.rules").hasSuffix("are read [budget]"))
  }

  @Test func `a Lua file may still be no larger than a file`() throws {
    let folder = try RuleFolder()
    try folder.makeSparse("a.lua", size: 5 << 20)
    #expect(
      try refusal(RuleSource(path: folder.path("a.lua")))
        .hasSuffix("the file has 5242880 bytes; at most 4194304 are read [budget]"))
  }

  @Test func `a bundle may have files that are larger together than one file may be`() throws {
    let text = "return {} --" + String(repeating: "x", count: 3 << 20)
    let bundle = try BundledFolder(["rules/a.lua": text, "rules/b.lua": text]).bundle()
    let folder = try RuleFolder()
    try bundle.write(to: URL(filePath: folder.path("shop.rules")))
    #expect(throws: Never.self) {
      try RuleModel(sources: [RuleSource(path: folder.path("shop.rules"))])
    }
  }
}
