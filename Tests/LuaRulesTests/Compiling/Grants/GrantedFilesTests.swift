import Foundation
import LuaRules
import Testing

/// Where the files of a source with a grant may lie, and whose modules are whose.
struct GrantedFilesTests {
  private static let grant = Grant(read: .names("todo"))

  private func rules(_ key: String, _ value: String = "1") -> String {
    "return { { key = '\(key)', value = \(value) } }"
  }

  private func loading(_ sources: [RuleSource], below folder: RuleFolder) -> String {
    do {
      let rules = try RuleModel(sources: sources)
      return rules.assignedKeys.map { "\($0)=\(outcome($0, in: RuleContext(rules)))" }
        .joined(separator: " ")
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  // MARK: Links

  @Test func `a customer's link that leads outside the folder is refused`() throws {
    let folder = try RuleFolder()
    try folder.makeFolder("customer")
    try folder.makeFolder("outside")
    try folder.write(rules("a"), to: "customer/a.lua")
    try folder.write(rules("b"), to: "outside/b.lua")
    let source = RuleSource(path: folder.path("customer"), grant: Self.grant)
    try folder.link("customer/b.lua", to: "../outside/b.lua")
    #expect(
      loading([source], below: folder)
        == "customer/b.lua: error: the file is a link that leads outside the folder of its source "
        + "[not-granted]")
    try folder.remove("customer/b.lua")
    try folder.link("customer/more", to: "../outside")
    #expect(
      loading([source], below: folder)
        == "customer/more: error: the folder is a link that leads outside the folder of its source "
        + "[not-granted]")
    // The host's own files may be links wherever they lead.
    #expect(
      loading([RuleSource(path: folder.path("customer"))], below: folder) == "a=1 b=1")
    // As a single file, too: it is the customer who writes it.
    try folder.remove("customer/more")
    try folder.link("customer/b.lua", to: folder.path("outside/b.lua"))
    #expect(
      loading([RuleSource(path: folder.path("customer/b.lua"), grant: Self.grant)], below: folder)
        == "customer/b.lua: error: the file is a link that leads outside the folder of its source "
        + "[not-granted]")
  }

  @Test func `links of deployments go on working`() throws {
    let folder = try RuleFolder()
    // A folder that is swapped as a whole.
    try folder.makeFolder("releases/5/rules/lib")
    try folder.write(
      "local m = require 'm' return { { key = 'a', value = m.x } }",
      to: "releases/5/rules/a.lua")
    try folder.write("return { x = 5 }", to: "releases/5/rules/lib/m.lua")
    try folder.link("current", to: "releases/5")
    // The files of a configuration map: links to a folder beside them, which is a link.
    try folder.makeFolder("map/..2026_11_21")
    try folder.write(rules("b"), to: "map/..2026_11_21/b.lua")
    try folder.link("map/..data", to: "..2026_11_21")
    try folder.link("map/b.lua", to: "..data/b.lua")
    for grant in [Grant.everything, Self.grant] {
      #expect(
        loading([RuleSource(path: folder.path("current/rules"), grant: grant)], below: folder)
          == "a=5")
      #expect(
        loading([RuleSource(path: folder.path("current/rules/a.lua"), grant: grant)], below: folder)
          == "a=5")
      #expect(
        loading([RuleSource(path: folder.path("map"), grant: grant)], below: folder) == "b=1")
      #expect(
        loading([RuleSource(path: folder.path("map/b.lua"), grant: grant)], below: folder)
          == "b=1")
    }
  }

  @Test(arguments: ["lib/m.lua", "m.lua", "lib"])
  func `no module is a link that leads outside, whosever it is`(link: String) throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules")
    if link == "lib/m.lua" { try folder.makeFolder("rules/lib") }
    try folder.makeFolder("outside")
    try folder.write("return { x = 's3cret' }", to: "outside/m.lua")
    try folder.write(
      "local m = require 'm' return { { key = 'a', value = m.x } }", to: "rules/_a.lua")
    try folder.link(
      "rules/" + link, to: folder.path(link == "lib" ? "outside" : "outside/m.lua"))
    for grant in [Grant.everything, Self.grant] {
      let text = loading(
        [RuleSource(path: folder.path("rules/_a.lua"), grant: grant)], below: folder)
      #expect(
        text == "rules/_a.lua:1: error: the module \"m\" is outside the rule folder [module]")
    }
  }

  // MARK: Folders of others

  @Test func `a file that two sources read with different rights is refused`() throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules/customer")
    try folder.write(rules("a"), to: "rules/a.lua")
    try folder.write(rules("b"), to: "rules/customer/b.lua")
    let host = RuleSource(path: folder.path("rules"))
    let customer = RuleSource(path: folder.path("rules/customer"), grant: Self.grant)
    for sources in [[host, customer], [customer, host]] {
      #expect(
        loading(sources, below: folder) == """
          rules/customer/b.lua: error: the file is in two sources, which may not do the same \
          [not-granted]
            hint: put the files of each grant into a folder of their own
          """)
    }
    // By another name, too.
    try folder.remove("rules/a.lua")
    try folder.link("rules/a.lua", to: "../customer.lua")
    try folder.rename("rules/customer", to: "elsewhere")
    try folder.write(rules("c"), to: "customer.lua")
    #expect(
      loading(
        [host, RuleSource(path: folder.path("customer.lua"), grant: Self.grant)], below: folder
      )
      .contains("customer.lua: error: the file is in two sources"))
    #expect(loading([host, host], below: folder) == "c=1")
  }

  @Test func `the host does not run a customer's module with its own rights`() throws {
    let folder = try RuleFolder()
    try folder.makeFolder("rules/lib/customer")
    try folder.write("return { x = 1 }", to: "rules/lib/customer/m.lua")
    try folder.write(rules("b"), to: "rules/lib/customer/b.lua")
    try folder.write(
      "local m = require 'customer.m'\nreturn { { key = 'a', value = m.x } }", to: "rules/a.lua")
    let host = RuleSource(path: folder.path("rules"))
    let customer = RuleSource(path: folder.path("rules/lib/customer"), grant: Self.grant)
    #expect(loading([host], below: folder) == "a=1")
    #expect(
      loading([host, customer], below: folder).hasPrefix(
        "rules/a.lua:1: error: the module `rules/lib/customer/m.lua` belongs to a source with a "
          + "grant of its own [not-granted]"))
  }

  @Test func `a customer's modules have the customer's grant`() throws {
    let folder = try RuleFolder()
    try folder.makeFolder("customer/lib")
    try folder.write(
      "return { get = function(c) return c['is' .. 'Admin'] end }", to: "customer/lib/m.lua")
    try folder.write(
      "local m = require 'm' return { { key = 'a', value = m.get } }", to: "customer/a.lua")
    let model = try RuleModel(
      sources: [RuleSource(path: folder.path("customer"), grant: Self.grant)])
    var context = RuleContext(model)
    try context.setValues(json: #"{"isAdmin": true}"#)
    #expect(outcome("a", in: context).contains("the source may not read `isAdmin`"))
    try folder.write(
      "return { get = function(c)\nreturn c.isAdmin end }", to: "customer/lib/m.lua")
    #expect(
      loading(
        [RuleSource(path: folder.path("customer"), grant: Self.grant)], below: folder
      )
      .hasPrefix("customer/lib/m.lua:2: error: the source may not read `isAdmin` [not-granted]"))
  }
}
