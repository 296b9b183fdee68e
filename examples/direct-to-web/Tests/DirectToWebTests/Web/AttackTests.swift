import Foundation
import GRDB
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// Hostile values, names, parameters, forms and files.
@Suite struct AttackTests {
  private static let corpus = [
    "<b7x>", "\"\u{301}><b7x>", "'\u{301} onb7x='1", "</script><b7x>", "</title></textarea><b7x>",
    "<\u{0}b7x>", "\u{202E}<b7x>", "javascript:b7x()", "--><b7x>", "{{{b7x}}}{{>Layout}}",
    "&lt;b7x&gt;",
    "\" onb7x=\"1", "` onb7x=`1", "]]><b7x>",
  ]

  /// Elements, attributes and addresses of scripts that some texts have put into pages.
  private static func strangers(_ pages: [(name: String, html: String)]) throws -> String {
    let program = """
      import sys, json, os
      sys.path.insert(0, os.environ["DIRECT_TO_WEB_PYTHON"])
      import html5lib
      for name, text in json.load(sys.stdin):
        for element in html5lib.parse(text, namespaceHTMLElements=False).iter():
          if not isinstance(element.tag, str): continue
          isOwn = element.get("src", "").startswith("/assets/") and not element.text
          bad = "b7x" in element.tag or element.tag == "script" and not isOwn
          for key, value in element.attrib.items():
            if "b7x" in key or key.startswith("on") or key == "style": bad = True
            if key in ("href", "src", "action", "formaction") and value:
              starts = ("/", "?", "#", "http://", "https://", "mailto:")
              if not value.startswith(starts): bad = True
          if bad: print(name, element.tag, element.attrib)
      """
    return try Python.run(
      program, input: Array(JSONEncoder().encode(pages.map { [$0.name, $0.html] })))
  }

  private static func quoted(_ name: String) -> String {
    let scalars = name.unicodeScalars.filter { $0 != "\0" }
    return "\"" + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  @Test(.enabled(if: HTMLParser.isHere))
  func `no text becomes an element or an attribute`() async throws {
    let database = try TemporaryDatabase()
    for (index, text) in Self.corpus.enumerated() {
      let table = Self.quoted("t\(index)\(text)")
      try database.run(
        """
        CREATE TABLE \(table) (
          id INTEGER PRIMARY KEY, \(Self.quoted("c" + text)) TEXT, \(Self.quoted("url" + text)) TEXT,
          \(Self.quoted("e" + text)) TEXT CHECK (\(Self.quoted("e" + text)) IN ('a', '<b7x>"')),
          \(Self.quoted("up" + text)) INTEGER REFERENCES \(table));
        """)
      try database.run("INSERT INTO \(table) VALUES (1, ?, ?, 'a', 1)", [text, text])
    }
    var rules = "return { { key = \"debug\", value = true },"
    for (index, text) in Self.corpus.enumerated() {
      let literal = text.luaLiteral
      let number = #"c.entity and tonumber(c.entity.name:match("^t(%d+)"))"#
      rules += "{ when = function(c) return \(number) == \(index) end, rules = {"
      for key in [
        "title", "displayNameForEntity", "displayNameForProperty", "displayString", "class",
        "justification", "hint", "noSelectionString", "emptyListMessage", "formatter", "look",
        "displayStringForNil", "displayNameForObject", "component", "rowComponent", "page",
      ] { rules += "{ key = \"\(key)\", value = \(literal) }," }
      rules += "} },"
    }
    rules += "}"
    var pages: [(name: String, html: String)] = []
    for text in [nil, rules] {
      let fixture = try await SiteFixture(database.path, rules: text)
      for entity in fixture.site.current.facts.model.entities {
        let start = "/table/\(entity.token)"
        for path in ["", "/new", "/row/1", "/row/1/edit", "/row/1/delete"] {
          let answer = try await fixture.get(start + path + "?why=1")
          #expect(answer.status == 200 || text != nil, "\(start)\(path)")
          pages.append(("\(start)\(path)", answer.body))
        }
      }
      pages.append(("/", try await fixture.get("/").body))
    }
    #expect(pages.count > 100)
    let strangers = try Self.strangers(pages)
    #expect(strangers == "")
  }

  @Test func `no parameter becomes an element, a statement or a header`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, up INTEGER REFERENCES film);
      INSERT INTO film VALUES (1, 'Amber', NULL), (2, 'Birch', 1);
      """)
    let folder = try TemporaryFolder()
    var options = Site.Options()
    options.rulesFolder = URL(fileURLWithPath: folder.path)
    let fixture = try await SiteFixture(
      database.path,
      live: try LiveRuleModel(
        sources: [RuleSource(text: "return { { key = \"debug\", value = true } }")], schema: .pages),
      site: options)
    let texts =
      Self.corpus.prefix(7) + [
        "'; DROP TABLE film; --", "1 OR 1=1", "\r\nX-Evil: 1", "%0d%0aX-Evil: 1", "../../x",
      ]
    let names = [
      "q", "sort", "f.title", "f.id", "after", "before", "at", "of", "key", "by", "why", "from",
      "next", "token", "task", "about", "table", "property", "row", "entry",
    ]
    var pages: [(name: String, html: String)] = []
    func look(_ answer: SiteFixture.Answer, _ name: String) {
      #expect(answer.status < 500, "\(name)")
      #expect(!answer.headers.contains { $0.name.rawName.contains("Evil") }, "\(name)")
      #expect(answer.location?.hasPrefix("/") != false, "\(name)")
      #expect(answer.location?.hasPrefix("//") != true, "\(name)")
      if answer.headers[.contentType]?.hasPrefix("text/html") == true {
        pages.append((name, answer.body))
      }
    }
    for text in texts {
      for path in ["/table/film", "/why", "/assist", "/table/film/row/1/history", "/login"] {
        let all = path + Addresses.query(names.map { ($0, text) })
        look(try await fixture.get(all), all)
        guard text == Self.corpus[1] else { continue }
        for name in names {
          let others = [("about", "cell"), ("task", "list"), ("table", "film")]
          let address = path + Addresses.query([(name, text)] + others.filter { $0.0 != name })
          look(try await fixture.get(address), address)
        }
      }
      let part = text.percentEncoded
      for address in [
        "/table/\(part)", "/table/film/row/\(part)", "/table/film/row/1/bytes/\(part)", "/\(part)",
        "/table/film/export/\(part)", "/assets/\(part)", "/open?token=\(part)",
      ] { look(try await fixture.get(address), address) }
      for address in [
        "/table/film/new", "/table/film/row/1/edit", "/table/film/row/1/edit?typed=1",
        "/table/film/batch", "/table/film/delete", "/table/film/row/1/restore?entry=\(part)",
        "/table/film/new/select/up", "/login", "/logout", "/assist?table=film&task=list",
      ] {
        let fields = [
          "original", "f1", "f2", "shown", "row", "q", "after", "login", "next", "label0", text,
        ]
        look(try await fixture.post(address, fields.map { ($0, text) }), "POST \(address) \(text)")
      }
    }
    #expect(pages.count > 150)
    if HTMLParser.isHere { #expect(try Self.strangers(pages) == "") }
    let file = try database.open()
    #expect(
      try await file.read { try $0.rows("SELECT title FROM film ORDER BY id") } == [
        ["Amber"], ["Birch"],
      ])
  }

  @Test func `forms that are too large are refused, and deep addresses are not there`() async throws
  {
    let database = try TemporaryDatabase("CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
    let fixture = try await SiteFixture(database.path)
    let many = (0..<10_000).map { ("f\($0)", "x") }
    #expect(try await fixture.post("/table/film/new", many).status == 413)
    let large = [("f1", String(repeating: "x", count: 3 << 20))]
    #expect(try await fixture.post("/table/film/new", large).status == 413)
    #expect(try await fixture.get("/table" + String(repeating: "/x", count: 2000)).status == 404)
    #expect(try await fixture.get("/table/" + String(repeating: "x", count: 100_000)).status == 404)
    #expect(
      try await fixture.get("/table/film?q=" + String(repeating: "x", count: 60_000)).status < 500)
    let broken = try await fixture.ask(.post, "/table/film/new", "a=%zz")
    #expect(broken.status == 400)
  }

  @Test(arguments: [
    "component", "rowComponent", "page", "pageWrapper", "debugComponent",
  ])
  func `a rule may name any template, and no page contains itself`(key: String) async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES (1, 'Amber');"
    )
    for template in [
      "Layout", "PageList", "PageInspect", "PageEdit", "RowNameValue", "RowLabelField", "Debug",
    ] {
      let fixture = try await SiteFixture(
        database.path,
        rules: """
          return { { key = "\(key)", value = "\(template)", priority = "important" },
            { key = "debug", value = true } }
          """)
      for path in ["/table/film", "/table/film/row/1", "/table/film/row/1/edit"] {
        #expect(try await fixture.get(path).status == 200)
      }
    }
  }

  @Test func `a view that computes for ever ends by the time limit, and others are served`()
    async throws
  {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO film VALUES (1, 'Amber');
      CREATE VIEW endless AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0;
      CREATE TRIGGER slow AFTER UPDATE ON film WHEN new.title = 'slow'
        BEGIN UPDATE film SET title = 'x' WHERE (SELECT count(*) FROM endless) > 0; END;
      CREATE TRIGGER wipe AFTER UPDATE ON film WHEN new.title = 'wipe' BEGIN DELETE FROM film; END;
      """)
    var options = DatabaseFile.Options()
    options.readTimeLimit = .milliseconds(300)
    options.writeTimeLimit = .milliseconds(300)
    let fixture = try await SiteFixture(database.path, options: options)
    #expect(try await fixture.get("/").status == 200)
    for path in ["/table/endless", "/table/endless?sort=x"] {
      #expect(try await fixture.get(path).status == 503)
    }
    func save(_ title: String) async throws -> SiteFixture.Answer {
      let form = try await fixture.get("/table/film/row/1/edit")
      let original = try #require(form.main.firstMatch(of: /name="original" value="([^"]*)"/)).1
      let field = try #require(form.main.firstMatch(of: /name="(f\d+)" value="Amber"/)).1
      return try await fixture.post(
        "/table/film/row/1/edit", [("original", String(original)), (String(field), title)])
    }
    let slow = try await save("slow")
    #expect(slow.status == 503)
    #expect(slow.main.contains("Nothing was changed"))
    #expect(try await save("wipe").status == 422)
    #expect(try await fixture.get("/table/film/row/1").main.contains("Amber"))
  }

  @Test func `large cells and many columns make pages of a bounded size`() async throws {
    let columns = (0..<200).map { "c\($0) TEXT" }.joined(separator: ", ")
    let database = try TemporaryDatabase(
      """
      CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO wide (c0) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 20)
        SELECT 'row' FROM n;
      CREATE TABLE large (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB);
      INSERT INTO large VALUES (1, replace(hex(zeroblob(5000000)), '0', '<'), zeroblob(10000000));
      """)
    let fixture = try await SiteFixture(database.path)
    for path in ["/table/wide", "/table/wide/row/1", "/table/wide/row/1/edit", "/table/large"] {
      let answer = try await fixture.get(path)
      #expect(answer.status == 200)
      #expect(answer.body.utf8.count < 2_000_000, "\(path)")
    }
    #expect(try await fixture.get("/table/large/row/1").body.utf8.count < 2_000_000)
    #expect(try await fixture.get("/table/large/row/1/bytes/bytes").body.utf8.count == 10_000_000)
  }

  @Test func `a file that others lock, change or delete makes no page fail`() async throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES (1, 'Amber');"
    )
    var options = DatabaseFile.Options()
    options.busyTimeout = .milliseconds(50)
    let fixture = try await SiteFixture(database.path, options: options)
    let paths = [
      "/", "/table/film", "/table/film/row/1", "/table/film/row/1/edit", "/table/film/export/csv",
    ]
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    for path in paths.dropLast() {
      #expect([200, 422, 503].contains(try await fixture.get(path).status), "\(path)")
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await fixture.get("/table/film").main.contains("Amber"))
    try database.run("ALTER TABLE film RENAME COLUMN title TO name")
    for path in paths.dropLast() {
      #expect([200, 422].contains(try await fixture.get(path).status), "\(path)")
    }
    try database.run("DROP TABLE film")
    for path in paths.dropLast() {
      #expect([200, 404, 422].contains(try await fixture.get(path).status), "\(path)")
    }
    try other.close()
    try FileManager.default.removeItem(atPath: database.path)
    for path in paths.dropLast() {
      #expect([200, 404, 422].contains(try await fixture.get(path).status), "\(path)")
    }
  }
}
