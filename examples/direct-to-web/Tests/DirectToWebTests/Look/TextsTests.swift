import LuaRules
import Testing

@testable import DirectToWeb

struct TextsTests {
  private func texts(_ rules: String, languages: [String] = []) throws -> PageTexts {
    let own = try RuleModel(text: "return { \(rules) }", schema: .pages)
    var context = RuleContext(own.fallback(try .defaultPageRules()))
    context.acceptedLanguages = languages
    return PageTexts(context: context)
  }

  @Test func `each text has a German rule, with the same values to be put in`() throws {
    let german = try texts("", languages: ["de"])
    let rules = String(decoding: PackageResources.de_lua, as: UTF8.self)
    for (name, english) in Texts.all {
      #expect(rules.contains("{ key = \"texts.\(name)\", value = "), "\(name)")
      let placeholders = english.matches(of: /\{\w+\}/).map { String($0.0) }.sorted()
      #expect(german[name].matches(of: /\{\w+\}/).map { String($0.0) }.sorted() == placeholders)
    }
  }

  @Test func `the best language of the browser with texts is that of the page`() throws {
    #expect(try texts("")["save"] == "Save")
    #expect(try texts("", languages: ["fr", "de", "en"])["save"] == "Speichern")
    let french = """
      { key = "languages", value = { "en", "de", "fr" } },
      { key = "texts.save", when = { language = "fr" }, value = "Enregistrer" },
      """
    #expect(try texts(french, languages: ["fr"])["save"] == "Enregistrer")
    #expect(try texts(french, languages: ["fr"])["cancel"] == "Cancel")
  }

  @Test func `a rule changes one text, and where it fails the English one stays`() throws {
    #expect(try texts(#"{ key = "texts.save", value = "Store" }"#)["save"] == "Store")
    let failing = #"{ key = "texts.save", value = function(c) return c.object.name .. 1 end }"#
    #expect(try texts(failing)["save"] == "Save")
  }

  @Test func `values are put into a text once`() throws {
    let rule = #"{ key = "texts.save", value = "{a} and {b} {c} {" }"#
    #expect(try texts(rule)["save", ["a": "{b}", "b": "2"]] == "{b} and 2 {c} {")
  }

  @Test(arguments: [
    ("de-CH,de;q=0.9,en;q=0.8", ["de", "en"]), ("en;q=0.1, fr", ["fr", "en"]), ("*", []), ("", []),
    ("de;q=0, en;q=abc", ["en"]), ("<script>,x,toolong", []),
  ])
  func `languages of a browser`(_ header: String, _ languages: [String]) {
    #expect(AcceptedLanguages.list(header) == languages)
  }

  @Test func `a page is in the language of the browser`() async throws {
    let file = try TemporaryDatabase("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
    let site = try await SiteFixture(file.path)
    let page = try await site.ask(.get, "/table/film", "", [.acceptLanguage: "de"]).body
    #expect(page.contains(#"<html lang="de">"#))
    #expect(page.contains("Suchen</button>"))
  }
}
