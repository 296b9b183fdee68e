import LuaRules
import LuaRulesTools
import Testing

/// Modules that get other names.
struct ModuleMoveTests {
  private static let texts = [
    "/rules/shop.lua": """
    local sums = require "sums"
    local rates = require("money.rates")
    return { { key = "label", value = function(c) return sums.all + rates.web end } }
    """,
    "/rules/old.lua": """
    local again = require 'sums'
    return { { key = "old", value = function(c) return again.all end } }
    """,
    "/rules/lib/sums.lua": "return { all = 1 }",
    "/rules/lib/money/rates.lua": "local x = require \"taxes\" return { web = x.web }",
    "/rules/lib/money/taxes.lua": "return { web = 2 }",
    "/rules/taken.lua": "return {}",
  ]

  /// The project after a rename, or the reason why it is refused.
  private static func moved(
    _ old: String, to name: String, adding texts: [String: String] = [:]
  ) throws -> (texts: [String: String], path: String) {
    let renamed = RenamedProject(texts: Self.texts.merging(texts) { $1 })
    let project = try renamed.project
    let file = try #require(project.files["/rules/shop.lua"])
    let range = try #require(file.text.range(of: "\"\(old)\""))
    let offset = file.text.utf8.distance(from: file.text.startIndex, to: range.lowerBound)
    let move = try project.moduleMove(in: file, at: offset + 1, to: name)
    var result = renamed.texts
    result[move.newPath] = result.removeValue(forKey: move.path)
    for (place, name) in move.changes {
      result[place.path] = EditedFile.replacing(
        [place.range], of: result[place.path] ?? "", with: name)
    }
    return (result, move.newPath)
  }

  @Test(arguments: [
    ("sums", "totals", "/rules/lib/totals.lua"),
    ("sums", "order.totals", "/rules/lib/order/totals.lua"),
    ("money.rates", "money.prices", "/rules/lib/money/prices.lua"),
  ])
  func `the file has the name, and so has each require`(
    _ old: String, _ name: String, _ path: String
  ) throws {
    let (texts, newPath) = try Self.moved(old, to: name)
    #expect(newPath == path)
    let model = try RenamedProject(texts: texts).model
    let before = try RenamedProject(texts: Self.texts).model
    for key in ["label", "old"] {
      #expect(
        try RuleContext(model).plainAnswer(at: key).printed
          == RuleContext(before).plainAnswer(at: key).printed)
    }
    #expect(texts["/rules/shop.lua"]?.contains("\"\(name)\"") == true)
  }

  @Test(arguments: [
    ("sums", "a b", "`a b` is no name of a module"),
    ("sums", "", "`` is no name of a module"),
    ("sums", "money.taxes", "there is a file /rules/lib/money/taxes.lua already"),
    ("sums", "taken", "old.lua would find /rules/taken.lua by the name `taken`"),
    ("money.rates", "cash.rates", "rates.lua:1: `taxes` is found beside this file"),
  ])
  func `a name that leads elsewhere is refused`(
    _ old: String, _ name: String, _ reason: String
  ) {
    let error = #expect(throws: RenameError.self) { try Self.moved(old, to: name) }
    #expect(error?.message == reason)
  }

  @Test func `a module that is required by a computed name is refused`() {
    let text = "local name = \"su\" .. \"ms\" local m = require(name) return {}"
    let error = #expect(throws: RenameError.self) {
      try Self.moved("sums", to: "totals", adding: ["/rules/computed.lua": text])
    }
    #expect(error?.message == "computed.lua:1: it cannot be seen which module this requires")
  }
}
