import Foundation
import HTTPTypes
import LuaRules
import Testing

@testable import DirectToWeb

/// Asks a site for everything, as users who may not see some rows, columns and passwords.
@Suite struct CanaryTests {
  /// Texts and numbers that only the hidden parts of a database hold.
  private struct Secrets {
    let text: String
    let number: Int
    let extra: String

    static let one = Secrets(text: "CANARYA", number: 7_319_977, extra: "")
    /// Other texts, and more rows.
    static let other = Secrets(
      text: "OTHERZZ", number: 12,
      extra: """
        INSERT INTO person VALUES ('OTHERZZ more', 'AAA', 3, 1, 'OTHERZZ m', NULL);
        INSERT INTO task VALUES (7, 'AAA OTHERZZ', 0, 'OTHERZZ more', NULL);
        INSERT INTO tag VALUES (3, 'AAA OTHERZZ');
        INSERT INTO note VALUES (4, 'OTHERZZ', 1, 3);
        """)

    static let all = [one, other]

    var sql: String {
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE person (
        code TEXT PRIMARY KEY, name TEXT NOT NULL, team_id INTEGER REFERENCES team, salary INTEGER,
        password TEXT UNIQUE, note TEXT);
      CREATE TABLE task (
        id INTEGER PRIMARY KEY, title TEXT, is_public BOOLEAN, person_code TEXT REFERENCES person,
        picture BLOB);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE task_tag (
        task_id INTEGER NOT NULL REFERENCES task ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (task_id, tag_id));
      CREATE TABLE note (
        id INTEGER PRIMARY KEY, text TEXT, task_id INTEGER REFERENCES task ON DELETE CASCADE,
        team_id INTEGER);
      CREATE TABLE device (
        id INTEGER PRIMARY KEY, device_password TEXT NOT NULL UNIQUE,
        person_code TEXT REFERENCES person);
      CREATE TABLE vault (vault_password TEXT PRIMARY KEY, about TEXT) WITHOUT ROWID;
      CREATE TABLE use (
        id INTEGER PRIMARY KEY, device_id INTEGER REFERENCES device,
        vault_id TEXT REFERENCES vault, what TEXT);
      INSERT INTO team VALUES (1, 'red'), (2, 'blue'), (3, '\(text) team');
      INSERT INTO person VALUES
        ('a', 'Ann', 1, \(number), '\(text) p1', 'x'), ('b', 'Bob', 2, \(number + 1), '\(text) p2', 'y'),
        ('\(text) key', '\(text) name', 3, \(number + 2), '\(text) p3', '\(text)');
      INSERT INTO task VALUES
        (1, 'paint', 0, 'a', x'01'), (2, 'wash', 0, 'b', NULL), (3, 'party', 1, '\(text) key', x'02'),
        (5, '\(text) task', 0, '\(text) key', CAST('\(text)' AS BLOB));
      INSERT INTO tag VALUES (1, 'big'), (2, '\(text) tag');
      INSERT INTO task_tag VALUES (1, 1), (1, 2), (5, 1), (3, 2);
      INSERT INTO note VALUES (1, 'hello', 1, 1), (2, '\(text) note', 1, 3), (3, '\(text)', 5, 3);
      INSERT INTO device VALUES (1, '\(text) d1', 'a'), (2, '\(text) d2', '\(text) key');
      INSERT INTO vault VALUES ('\(text) v1', 'one'), ('\(text) v2', 'two');
      INSERT INTO use VALUES (1, 1, '\(text) v1', 'start'), (2, 2, '\(text) v2', 'stop');
      \(extra)
      """
    }

    /// What a page must not hold.
    var signs: [String] { [text] + (number > 100 ? ["\(number / 1000)"] : []) }
  }

  /// Users see their team; `rules` are further ones.
  private static func rules(_ more: String) -> String {
    """
    return {
      { key = "visibleRows", rules = {
        { when = { entity = { name = "team" } }, value = function(c) return { id = c.user.team } end },
        { when = { entity = { name = "person" } },
          value = function(c) return { team_id = c.user.team } end },
        { when = { entity = { name = "note" } },
          value = function(c) return { team_id = c.user.team } end },
        { when = { entity = { name = "task" } }, value = function(c)
          return { any = { { person = { team_id = c.user.team } }, { is_public = true } } }
        end },
        { when = { entity = { name = "tag" } }, value = { id = 1 } },
        { when = { entity = { name = "device" } },
          value = function(c) return { person = { team_id = c.user.team } } end },
        { when = { entity = { name = "use" } },
          value = function(c) return { device = { person = { team_id = c.user.team } } } end },
      } },
      { key = "isPropertyVisible",
        when = { propertyKey = { "salary", "person_code", "vault_id" } }, value = false },
      \(more)
    }
    """
  }

  /// Rules of an author who asks for passwords everywhere, without a bad thought.
  private static let careless = """
    { key = "component", when = { task = { "list", "inspect" } }, value = "DisplayString" },
    { key = "component", when = { task = { "edit", "new" } }, value = "EditString" },
    { key = "labelKeys", when = { entity = { name = "person" } }, value = { "password", "name" } },
    { key = "searchKeys", value = function(c)
      local all = {}
      for _, a in ipairs(c.entity.attributes) do all[#all + 1] = a.name end
      return all
    end },
    { key = "filterKeys", value = function(c) return c.searchKeys end },
    { key = "displayPropertyKeys", value = function(c)
      local all = {}
      for _, a in ipairs(c.entity.attributes) do all[#all + 1] = a.name end
      for _, r in ipairs(c.entity.toOne) do all[#all + 1] = r.name end
      for _, r in ipairs(c.entity.toMany) do all[#all + 1] = r.name end
      return all
    end },
    { key = "sortKey", value = function(c) return c.propertyKey end },
    { key = "totals", value = function(c) return c.searchKeys end },
    { key = "groupBy", rules = {
      { when = { entity = { name = "use" } }, value = "vault" },
      { when = { entity = { name = "task" } }, value = "person" },
      { when = { entity = { name = "device" } }, value = "device_password" },
    } },
    { key = "isPropertyEditable", value = true },
    { key = "formatter", when = { attribute = { role = "password" } }, value = "%s!" },
    { key = "displayString", when = { attribute = { role = "password" } },
      value = function(c) return "is " .. tostring(c.propertyValue) end },
    { key = "class", value = function(c)
      return c.object and tostring(c.object.password or c.object.device_password) or ""
    end },
    { key = "debug", value = true },
    """

  private struct World {
    let fixture: SiteFixture
    let database: TemporaryDatabase
    let folder: TemporaryFolder
    let cookies: [String: String]

    init(_ secrets: Secrets, rules: String) async throws {
      database = try TemporaryDatabase(secrets.sql)
      folder = try TemporaryFolder()
      let hasher = try PasswordHasher.cheap
      let users = UserFile(path: folder.path("users.json"))
      for (name, team) in [("ann", 1), ("eve", 2)] {
        try users.add(
          User(
            name: name, password: try await hasher.hash("password of \(name)"),
            members: ["team": .integer(team)]))
      }
      let history = try await History(path: folder.path("history.db"))
      try await Self.fill(history, secrets)
      var options = Site.Options()
      options.signIn = SignIn(users: users, hasher: hasher)
      options.history = history
      options.rulesFolder = URL(fileURLWithPath: folder.path)
      fixture = try await SiteFixture(
        database.path,
        live: try LiveRuleModel(
          sources: [RuleSource(text: CanaryTests.rules(rules), name: "test.lua")], schema: .pages),
        site: options)
      var cookies: [String: String] = [:]
      for name in ["ann", "eve"] {
        let answer = try await fixture.post(
          "/login", [("login", name), ("password", "password of \(name)")])
        cookies[name] = String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
      }
      self.cookies = cookies
    }

    /// Changes of hidden rows, of hidden columns, of passwords, and of an earlier row with the same key.
    private static func fill(_ history: History, _ secrets: Secrets) async throws {
      let text = Value.text(secrets.text)
      func add(
        _ kind: HistoryChangeKind, _ entity: String, _ row: String, _ columns: [ColumnChange]
      ) async throws {
        try await history.confirm(
          history.begin(
            HistoryChange(
              kind, of: row, in: entity, by: "boss", columns: columns,
              hiddenColumns: ["password"])))
      }
      try await add(.insert, "task", "1", [ColumnChange("title", from: nil, to: text)])
      try await add(.update, "task", "1", [ColumnChange("title", from: text, to: "other")])
      try await add(.delete, "task", "1", [ColumnChange("title", from: text, to: nil)])
      try await add(.insert, "task", "1", [ColumnChange("title", from: nil, to: "brush")])
      try await add(
        .update, "task", "1",
        [
          ColumnChange("title", from: "brush", to: "paint"),
          ColumnChange("person_code", from: text, to: "a"),
        ])
      try await add(
        .links, "task", "1",
        [ColumnChange("tag", from: nil, to: .text("2")), ColumnChange("tag", from: nil, to: "1")])
      try await add(
        .links, "task", "1", [ColumnChange("tag", from: nil, to: .text([text].token))])
      try await add(
        .update, "person", [Value.text("a")].token,
        [
          ColumnChange("salary", from: text, to: text),
          ColumnChange("password", from: text, to: text),
          ColumnChange("name", from: "An", to: "Ann"),
        ])
      try await add(.update, "task", "5", [ColumnChange("title", from: text, to: text)])
    }

    func ask(
      _ user: String, _ path: String, _ form: [(String, String)]? = nil
    ) async throws -> SiteFixture.Answer {
      var headers = HTTPFields()
      headers[.cookie] = cookies[user]
      if form != nil {
        headers[named: "Sec-Fetch-Site"] = "same-origin"
        headers[.contentType] = "application/x-www-form-urlencoded"
      }
      return try await fixture.ask(
        form == nil ? .get : .post, path,
        form.map { String(Addresses.query($0).dropFirst()) } ?? "", headers)
    }
  }

  /// A request that can be made in each world.
  private struct Question: Hashable {
    var path: String
    var form: [String]?

    init(_ path: String, _ form: [String]? = nil) {
      self.path = path
      self.form = form
    }

    var fields: [(String, String)]? {
      form.map {
        stride(from: 0, to: $0.count, by: 2).map { [form = $0] in (form[$0], form[$0 + 1]) }
      }
    }

    var text: String { path + " " + (form?.joined(separator: "&") ?? "") }
  }

  /// All addresses that can be made of names and values, whoever may see them.
  private static func questions(_ model: Model) -> [Question] {
    var all: [Question] = []
    let words = Secrets.all.map(\.text) + ["A"]
    let hidden = ["CANARYA key", "CANARYA v1"].map { [Value.text($0)].token }
    for entity in model.entities {
      let start = "/table/\(entity.token)"
      let names = entity.attributes.map(\.token) + entity.relationships.map(\.token)
      all += [
        Question(start), Question(start + "/new"),
        Question("/assist?table=\(entity.token)&task=list"),
      ]
      all += names.map { Question("\(start)?sort=\($0)") }
      for attribute in entity.attributes {
        all.append(Question("\(start)?sort=-\(attribute.token)"))
        all += (attribute.kind.isNumber ? ["7319977", "> 0"] : ["CANARYA"]).map {
          Question(start + Addresses.query([("f.\(attribute.token)", $0)]))
        }
      }
      all += entity.relationships.prefix(1).map {
        Question(start + Addresses.query([("f.\($0.token)", "CANARYA")]))
      }
      all += ["filters", "columns"].map { Question("\(start)?panel=\($0)") }
      all += names.map { Question("\(start)?col=\($0)&is.\($0)=set&panel=filters") }
      all += hidden.prefix(1).flatMap { key in
        entity.relationships.filter { $0.kind == .toOne }.map {
          Question(start + Addresses.query([("f.\($0.token)", key), ("panel", "filters")]))
        }
      }
      all += words.map { Question(start + Addresses.query([("q", $0)])) }
      for word in words.dropFirst() {
        let cursor = Cursor(.keyset([.text(word), .integer(1)])).token
        all += [
          Question(start + Addresses.query([("after", cursor)])),
          Question(start + Addresses.query([("sort", names[0]), ("after", cursor)])),
        ]
      }
      for format in ["csv", "json"] {
        all += [
          Question("\(start)/export/\(format)"),
          Question("\(start)/export/\(format)?sort=\(names[1])"),
        ]
      }
      // One key of the other type is enough: no row can have it.
      let hasTextKey = entity.keyAttributes.first?.kind == .text
      let keys = hasTextKey ? ["1", [Value.text("a")].token] + hidden : ["1", "5", hidden[0]]
      for key in keys {
        let row = "\(start)/row/\(key)"
        all += ["", "/edit", "/delete", "/history"].map { Question(row + $0) }
        all += entity.attributes.suffix(2).map { Question("\(row)/bytes/\($0.token)") }
        all += entity.relationships.map { Question("\(row)/select/\($0.token)", ["q", "A"]) }
        all += ["cell", "edit"].map {
          Question(
            "/why?about=\($0)&task=list&table=\(entity.token)&row=\(key)&property=\(names[1])")
        }
        all.append(
          Question("/why?about=cell&task=list&table=\(entity.token)&row=\(key)&property=password"))
        all.append(Question("\(start)/batch", ["row", key, "row", "1"]))
        all.append(Question("\(start)/change", ["row", key, "row", "1"]))
        all.append(Question("\(start)/change", ["row", key, "field", "f1"]))
        all.append(Question("\(start)/delete", ["shown", key]))
        all.append(Question("\(row)/edit", ["f1", Secrets.one.text, "original", key]))
        all += entity.relationships.filter { $0.kind != .toOne }.map { by in
          Question(
            "/table/\(by.destination.name.pathToken)?of=\(entity.token)&key=\(key)&by=\(by.token)")
        }
      }
      if entity.name == "task" {
        all += (1...9).map { Question("\(start)/row/1/restore?entry=\($0)", []) }
      }
    }
    return all
  }

  /// The answer without what differs each time.
  private static func normal(_ answer: SiteFixture.Answer) -> String {
    let headers = answer.headers.filter { $0.name != .contentLength }
      .map { "\($0.name): \($0.value.replacing(/-note=[A-Za-z0-9_-]+/, with: "-note=random"))" }
      .sorted().joined(separator: "\n")
    let body = answer.body.replacing(/value="[A-Za-z0-9_-]{40,}"/, with: "value=\"sealed\"")
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/, with: "then")
      .replacing(/datetime="[^"]*Z">[^<]*UTC</, with: "datetime=\"then\">then<")
    return "\(answer.status)\n\(headers)\n\n\(body)"
  }

  @Test(arguments: zip(["", careless], ["eve", "ann"]))
  func `no answer tells of what a user may not see`(rules: String, user: String) async throws {
    var worlds: [World] = []
    for secrets in Secrets.all { worlds.append(try await World(secrets, rules: rules)) }
    #expect(worlds[0].cookies[user]?.isEmpty == false)
    var queue = [Question("/"), Question("/?why=1"), Question("/nothing"), Question("/login")]
    let questions = Self.questions(worlds[0].fixture.site.current.facts.model)
    // Without rules that ask for more, some of the questions are enough.
    queue += questions.enumerated().filter { !rules.isEmpty || $0.offset.isMultiple(of: 4) }.map(
      \.element)
    var seen = Set(queue)
    var next = 0
    var found = 0
    var links = 0
    while next < queue.count {
      let question = queue[next]
      next += 1
      var answers: [String] = []
      for (world, secrets) in zip(worlds, Secrets.all) {
        let answer = try await world.ask(user, question.path, question.fields)
        answers.append(Self.normal(answer))
        #expect(answer.status < 500, "\(question.text)")
        #expect(answer.headers[named: "ETag"] == nil)
        #expect(answer.headers[.cacheControl] == "no-store", "\(question.text)")
        if answer.status == 200 { found += 1 }
        let asked = question.text
        for sign in secrets.signs where !asked.contains(sign) && !asked.contains(sign.pathToken) {
          if answers[answers.count - 1].contains(sign) {
            let line = answers[answers.count - 1].split(separator: "\n").first { $0.contains(sign) }
            Issue.record("\(question.text) tells \(line ?? "")")
          }
        }
        guard links < 100 else { continue }
        for link in answer.links where link.hasPrefix("/table") || link.hasPrefix("/why") {
          if seen.insert(Question(link)).inserted {
            queue.append(Question(link))
            links += 1
          }
        }
      }
      if answers[0] != answers[1] {
        let lines = answers.map { $0.components(separatedBy: "\n") }
        let pair = zip(lines[0], lines[1]).first { $0 != $1 }
        Issue.record(
          "\(question.text) differs: \(pair?.0 ?? "in length") is \(pair?.1 ?? "")")
      }
    }
    #expect(found > (rules.isEmpty ? 100 : 300))
  }
}
