import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

/// No value becomes an element or an attribute: pages are parsed as browsers do.
@Suite(.enabled(if: HTMLParser.isHere)) struct HostileTextTests {
  /// The accent makes one character of a quotation mark or bracket and itself; browsers see two.
  private static let hostile =
    "\"\u{301} data-owned=\"'\u{301} data-owned='><script>owned()</script><owned>\u{301}</textarea></title>"

  /// The names in a template, and those of them that begin a section.
  private static func names(_ template: String) -> (all: Set<String>, sections: Set<String>) {
    let tags = template.matches(of: /\{\{([#^]?)\s*([\w.]+)/)
    return (
      Set(tags.map { String($0.2) }),
      Set(tags.filter { !$0.1.isEmpty }.map { String($0.2) })
    )
  }

  /// Renders a template with one text in all places.
  private static func render(
    _ name: String, _ template: String, _ text: String, sections: Bool
  ) throws -> String {
    let names = names(template)
    var values: [String: Any] = [
      "page": "DisplayString", "component": "DisplayString", "rowComponent": "DisplayString",
      "debugComponent": "DisplayString", "text": text,
    ]
    var texts: [String: String] = [:]
    for name in names.all {
      if name.hasPrefix("texts.") {
        texts[String(name.dropFirst(6))] = text
      } else {
        values[name] = text
      }
    }
    if !sections { for name in names.sections { values[name] = false } }
    values["texts"] = texts
    return try Templates().html(values, in: name)
  }

  @Test func `a template has the same elements whatever its values are`() throws {
    var harmless: [String] = []
    var hostile: [String] = []
    var names: [String] = []
    for (name, bytes) in BuiltInTemplates.all {
      let template = String(decoding: bytes, as: UTF8.self)
      for sections in [true, false] {
        names.append(name)
        harmless.append(try Self.render(name, template, "word", sections: sections))
        hostile.append(try Self.render(name, template, Self.hostile, sections: sections))
      }
    }
    #expect(hostile.filter { $0.contains("data-owned") }.count > names.count / 2)
    let expected = try HTMLParser.elements(harmless)
    for (index, elements) in try HTMLParser.elements(hostile).enumerated() {
      #expect(elements == expected[index], "\(names[index]): \(hostile[index])")
    }
  }

  @Test func `hostile names, rows and rules become no part of a page`() async throws {
    let quoted = "\"" + Self.hostile.doubling("\"") + "\""
    let literal = "'" + Self.hostile.doubling("'") + "'"
    let columns = ["TEXT", "CLOB", "DATE", "TIMESTAMP", "TIME", "BOOLEAN", "INTEGER", "DECIMAL"]
    let database = try TemporaryDatabase(
      """
      CREATE TABLE \(quoted) (
        id INTEGER PRIMARY KEY, name TEXT, email TEXT, url TEXT,
        \(columns.map { "\($0)_column \($0)" }.joined(separator: ", ")),
        \(quoted) TEXT CHECK (\(quoted) IN (\(literal), 'b')), parent_id REFERENCES \(quoted));
      INSERT INTO \(quoted) VALUES (1, \(Array(repeating: literal, count: 12).joined(separator: ", ")), 1);
      """)
    let folder = URL(fileURLWithPath: database.path).deletingLastPathComponent()
      .appendingPathComponent("rules")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = LuaValue.string(Self.hostile).literal
    try """
    return {
      { set = {
        title = \(text), navigationBarTitle = \(text), displayNameForProperty = \(text), class = \(text),
        justification = \(text), look = \(text), emptyListMessage = \(text), displayNameForEntity = \(text),
        debug = true, groupBy = "name", totals = { "integer_column", "id" },
        menu = function(c) return { { title = \(text), keys = c.visibleEntityNames } } end,
      } },
      { key = "displayString", when = { attribute = { kind = "number" } }, value = \(text) },
      { key = "component", when = { attribute = { kind = "decimal" } }, value = \(text) },
      { key = "displayPropertyKeys", when = { task = "inspect" }, value = { "(" .. \(text) .. ")", "name" } },
    }
    """.write(to: folder.appendingPathComponent("rules.lua"), atomically: true, encoding: .utf8)
    let site = try await ShopSite(database, rules: folder)
    let table = "/table/" + Self.hostile.pathToken
    let item = "q=" + Self.hostile.percentEncoded
    let addresses = [
      "/", "/?why=1", table, table + "?why=1", table + "?" + item, table + "/row/1",
      table + "/row/1?why=1",
      "/assist?task=list&table=" + Self.hostile.pathToken,
      "/why?about=column&task=list&property=name&table=" + Self.hostile.pathToken,
      "/" + Self.hostile.percentEncoded,
    ]
    let pages = try await site.pages(addresses)
    for (index, elements) in try HTMLParser.elements(pages).enumerated() {
      #expect(pages[index].contains("owned"), "\(addresses[index])")
      #expect(
        !elements.contains { $0[0] == "owned" || $0.contains("data-owned") }, "\(pages[index])")
      #expect(
        elements.filter { $0[0] == "script" }
          == [["script", "src", "type"], ["script", "src", "type"]], "\(pages[index])")
    }
  }
}
