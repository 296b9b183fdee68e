import Foundation
import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct FormSafetyTests {
  private static let sql = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, o_id INTEGER REFERENCES o);
    CREATE TABLE o (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO o VALUES (1, 'one'), (2, 'two'), (3, 'three');
    INSERT INTO t VALUES (1, 'a', 'b', 'c', 1), (2, 'x', 'y', 'z', 2);
    """

  // MARK: - Two writers

  @Test func `two users who change the same field choose, and all other fields are kept`()
    async throws
  {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let forms = try fixture.forms()
    var (first, second) = try await (
      fixture.page("t", [1], forms), fixture.page("t", [1], forms)
    )
    try first.type("theirs", into: "a")
    try first.setNull(true, "b")
    try first.choose("two", in: "o")
    #expect(try await fixture.save(first, forms).summary.hasPrefix("written: update"))
    try second.type("yours\r\n2", into: "a")
    try second.type("why", into: "b")
    try second.type("more", into: "c")
    try second.choose("three", in: "o")
    let result = try await fixture.save(second, forms)
    #expect(result.summary == "conflict: A: a, theirs, yours\n2; B: b, , why; O: one, two, three")
    let page = try #require(result.conflict)
    // The page brings back what it holds; b is theirs.
    var fields = [("original", page.original)] + page.keptFields.map { ($0.name, $0.value) }
    for field in page.fields {
      fields.append((field.token, field.yoursValue))
      fields.append((field.token + ".pick", field.label == "B" ? "theirs" : "yours"))
    }
    let key = try #require(RowKey([1]))
    let done = try await forms.save(
      FormBody(fields.map { (name: $0.0, value: $0.1) }), key: key,
      of: try fixture.entity("t"))
    #expect(
      done.summary
        == "written: update 1→1 a: ttheirs→tyours~0a2, c: tc→tmore, o_id: 2→3")
  }

  @Test func `a row that is gone leaves what was typed`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let forms = try fixture.forms()
    var page = try await fixture.page("t", [1], forms)
    try page.type("typed", into: "a")
    _ = try await fixture.delete("t", [1], forms.access)
    #expect(
      try await fixture.save(page, forms).summary == "gone: [\"A: typed\", \"B: b\", \"C: c\"]")
  }

  // MARK: - The seal

  @Test func `a form is taken from the user who got it, for its row, and unchanged`() async throws {
    let fixture = try await AccessFixture(Self.sql, rules: "")
    let forms = try fixture.forms()
    var page = try await fixture.page("t", [1], forms)
    try page.type("new", into: "a")
    let entity = try fixture.entity("t")
    let (one, two) = try (#require(RowKey([1])), #require(RowKey([2])))
    func save(
      _ forms: Forms, _ key: RowKey?, _ entity: Entity, original: String? = nil
    ) async throws -> String {
      var page = page
      if let original { page.fields[0].value = original }
      return try await forms.save(page.body(), key: key, of: entity).summary
    }
    #expect(try await save(try fixture.forms("eve"), one, entity) == "wrong seal")
    #expect(try await save(forms, two, entity) == "wrong seal")
    #expect(try await save(forms, nil, entity) == "wrong seal")
    #expect(try await save(forms, one, try fixture.entity("o")) == "wrong seal")
    let other = Forms(forms.access, to: fixture.file, user: "ann", seal: Seal())
    #expect(try await save(other, one, entity) == "wrong seal")
    let original = page.form.original
    for text in ["", "x", "AAAA", original + "A", String(original.dropLast()), "é\0"] {
      #expect(try await save(forms, one, entity, original: text) == "wrong seal")
    }
    var generator = SeededGenerator(seed: 7)
    let scalars = Array(original.unicodeScalars)
    for _ in 0..<50 {
      var changed = scalars
      let place = Int.random(in: changed.indices, using: &generator)
      changed[place] = changed[place] == "A" ? "B" : "A"
      let text = String(String.UnicodeScalarView(changed))
      // The last letter of base64 has bits that count for nothing.
      if Data(base64Encoded: text) == Data(base64Encoded: original) && place == scalars.count - 1 {
        continue
      }
      #expect(try await save(forms, one, entity, original: text) == "wrong seal")
    }
    #expect(try await save(forms, one, entity).hasPrefix("written: update"))
    #expect(throws: DirectToWebError.self) { try Seal(key: [1, 2, 3]) }
    let (left, right) = try (Seal(key: Array(0..<32)), Seal(key: Array(0..<32)))
    #expect(right.open(try left.close(["a", "é\0"], for: "x"), for: "x") == ["a", "é\0"])
    #expect(right.open(try left.close(["a"], for: "x"), for: "y") == nil)
  }

  @Test
  func `a field that the form did not show, or that may not be changed any more, refuses all`()
    async throws
  {
    let fixture = try await AccessFixture(
      Self.sql,
      rules: """
        { key = "displayPropertyKeys", value = { "a", "b" } },
        { key = "isPropertyEditable", value = false,
          when = function(c) return c.propertyKey == "b" and c.object.a == "x" end },
        """)
    let forms = try fixture.forms()
    var page = try await fixture.page("t", [1], forms)
    try page.type("changed", into: "b")
    for name in ["f0", "f3", "f5", "f99", "f00", "f3.null", "f3[]", "f3.pick"] {
      var page = page
      page.fields.append((name, "1"))
      let token = try #require(name.fieldToken)
      #expect(
        try await fixture.save(page, forms).summary
          == "refused: t: isPropertyEditable: the form did not show the field \(token)")
    }
    page.fields += [("g1", "1"), ("f", "1"), ("f1.x", "1"), ("F1", ""), ("csrf", "x")]
    _ = try await fixture.update("t", [1], ["a": "x"], forms.access)
    #expect(
      try await fixture.save(page, forms).summary
        == "refused: t.b: isPropertyEditable: this may not be changed")
    // The page has it, fixed; unchanged it does no harm.
    try page.type("b", into: "b")
    #expect(try await fixture.save(page, forms).summary == "written: ")
    let other = try await fixture.page("t", [2], forms).form
    #expect(other.fields.map { "\($0.component) \($0.text)" } == ["EditString x", "EditFixed y"])
    #expect(other.fields.map(\.isEditable) == [true, false])
  }

  // MARK: - Secrets

  @Test func `a form tells nothing of rows and columns that may not be seen`() async throws {
    let fixture = try await AccessFixture.teams(
      secret: "SECRET", rules: AccessFixture.allProperties + AccessFixture.teamRules)
    let forms = try fixture.forms()
    var texts: [String] = []
    for entity in fixture.model.entities {
      for number in 1...5 as ClosedRange<Int64> {
        let key = try #require(RowKey([.integer(number)]))
        guard let form = try await forms.edit(key, of: entity) else { continue }
        texts.append("\(form.templateValues(.english))")
        for (name, value) in [("a", "SECRET tag"), ("f1", ""), ("f2", "99"), ("f3", "3")] {
          var page = Browser(form)
          page.fields.removeAll { $0.name == name }
          page.fields.append((name, value))
          let result = try await fixture.save(page, forms)
          texts.append(result.summary)
          if let form = result.form { texts.append("\(form.templateValues(.english))") }
        }
      }
      if let form = try await forms.new(entity) { texts.append("\(form.templateValues(.english))") }
    }
    #expect(texts.count > 30)
    #expect(texts.contains { $0.contains("Leave as it is") })
    for text in texts { #expect(!text.replacing("\"SECRET tag\"", with: "").contains("SECRET")) }
    // Nor does what travels through the browser, which only the program can read.
    let task = try await fixture.page("task", [4], forms)
    let padded = task.form.original.replacing("-", with: "+").replacing("_", with: "/")
    let data = try #require(
      Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
    #expect(!String(decoding: data, as: UTF8.self).contains("party"))
    // The person of the party may not be seen; it stays.
    #expect(try task.field("person").options.first { $0.isChosen }?.value == "=")
    #expect(try await fixture.save(task, forms).summary == "written: ")
  }

  @Test func `a password is neither shown nor sent`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, password TEXT);
      INSERT INTO t VALUES (1, 'n', 'SECRET');
      """,
      rules: """
        { key = "component", value = "EditPassword", priority = "important",
          when = function(c) return c.user.name == "eve" and c.propertyKey == "password" end },
        { key = "isPropertyEditable", when = { propertyKey = "password" }, value = true,
          priority = "important" },
        """)
    for name in ["ann", "eve"] {
      let forms = try fixture.forms(name)
      var page = try await fixture.page("t", [1], forms)
      #expect(!"\(page.form.templateValues(.english))".contains("SECRET"))
      #expect(try await fixture.save(page, forms).summary == "written: ")
      guard name == "eve" else { continue }
      try page.type("new", into: "password")
      #expect(
        try await fixture.save(page, forms).summary
          == "written: update 1→1 password: tSECRET→tnew")
    }
  }

  // MARK: - Templates

  @Test func `every name that a template of a field reads is set`() async throws {
    let names = BuiltInTemplates.all.filter {
      $0.name.hasPrefix("Edit") || $0.name.hasPrefix("Display") || $0.name == "RowLabelField"
    }.flatMap { template in
      String(decoding: template.bytes, as: UTF8.self)
        .matches(of: /{{[#^\/]?([a-zA-Z]+)}}/).map { String($0.1) }
    }
    #expect(Set(names).count > 15)
    let fixture = try await AccessFixture(Self.sql, rules: AccessFixture.allProperties)
    let page = try await fixture.page("t", [1], try fixture.forms())
    for field in page.form.fields {
      #expect(Set(names).subtracting(field.templateValues(.english, selectHref: nil).keys) == [])
    }
  }

  @Test func `the page has an input for each field that is sent, and texts are escaped`()
    async throws
  {
    let fixture = try await AccessFixture(
      try TemporaryDatabase.shop(), rules: AccessFixture.allProperties)
    let forms = try fixture.forms()
    let templates = try Templates()
    for entity in fixture.model.entities where forms.access.canChange(entity) {
      guard let form = try await forms.new(entity) else { continue }
      let html = templates.html(form.templateValues(.english), in: "PageEdit")
      for field in form.fields {
        let name = field.component == "EditToMany" ? field.token + "[]" : field.token
        #expect(html.contains(" name=\"\(name)\"") == field.isEditable, "\(name)")
        #expect(html.contains("id=\"\(field.token)\"") || !field.isEditable)
      }
      #expect(!html.contains("readonly") && !html.contains("we\"ird"))
    }
    var page = try await fixture.page("customer", [1], forms)
    try page.type("<b>\"\u{301}", into: "credit")
    let form = try #require(try await fixture.save(page, forms).form)
    let html = templates.html(form.templateValues(.english), in: "PageEdit")
    #expect(html.contains("value=\"&lt;b&gt;&quot;\u{301}\""))
    #expect(html.contains("aria-invalid=\"true\"") && html.contains("href=\"#f9\""))
    #expect(html.contains("aria-describedby=\"f9-error\""))
  }

  // MARK: - Names

  @Test func `names that break careless programs are only names`() async throws {
    let fixture = try await AccessFixture(
      try TemporaryDatabase.shop(), rules: AccessFixture.allProperties)
    let forms = try fixture.forms()
    let weird = "we\"ird ] ' t"
    var page = try await fixture.page(weird, [2], forms)
    try page.setNull(false, "é")
    try page.type("one", into: "é")
    try page.setNull(false, "e\u{301}")
    try page.type("two", into: "e\u{301}")
    try page.type("-3", into: "or`der")
    try page.type("10", into: "x) CHECK (y")
    let refused = try await fixture.save(page, forms).summary
    #expect(refused == "invalid: x) CHECK (y (10): This must hold: X) CHECK (y is less than 10.")
    try page.type("9", into: "x) CHECK (y")
    let flag = try #require(try fixture.entity(weird).attributes.first { $0.allowedValues != nil })
    try page.choose("– none –", in: flag.name)
    let saved = try await fixture.save(page, forms).summary
    #expect(
      saved == "written: update 2→2 e\u{301}: n→ttwo, or`der: n→-3, x) CHECK (y: n→9, é: n→tone, "
        + "\(flag.name): te~cc~81→n")
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `forms of tables that nobody thought of are saved, or say what is wrong`(seed: UInt64)
    async throws
  {
    var schema = GeneratedSchema(seed: seed)
    let fixture = try await AccessFixture(
      try TemporaryDatabase(try schema.sql()), rules: AccessFixture.allProperties)
    let forms = try fixture.forms()
    var generator = SeededGenerator(seed: seed)
    for entity in fixture.model.entities where forms.access.canInsert(entity) {
      for _ in 0..<4 {
        var page = try await fixture.newPage(entity.name, forms)
        for place in page.fields.indices.dropFirst()
        where page.fields[place].name.fieldToken == page.fields[place].name {
          page.fields[place].value = try ["", "1", "2", "x", "2024-01-01"].random(&generator)
        }
        let before = try await fixture.contents()
        let result = try await fixture.save(page, forms)
        guard case .saved(let changes) = result else {
          #expect(result.form != nil, "\(result.summary)")
          #expect(try await fixture.contents() == before)
          continue
        }
        guard let key = changes.first?.newKey else { continue }
        let saved = try await fixture.page(entity.name, key, forms)
        #expect(try await fixture.save(saved, forms).summary == "written: ")
      }
    }
  }

  // MARK: - Bodies

  @Test func `a body is read as browsers write it`() throws {
    let body = try FormBody(decoding: Array("a=1&b=%C3%A9+%2B&a=2&&c&=x&d=a=b&e%20=%00".utf8))
    #expect(
      body.fields.map { "\($0.name)|\($0.value)" }
        == ["a|1", "b|é +", "a|2", "c|", "|x", "d|a=b", "e |\0"])
    #expect(body["a"] == "1" && body.values("a") == ["1", "2"] && body["gone"] == nil)
    for text in ["a=%", "a=%4", "a=%zz", "%c3=1", "a=%ff", "a=%ed%a0%80", "a=%c0%80"] {
      #expect(throws: FormBody.Problem.malformed) { try FormBody(decoding: Array(text.utf8)) }
    }
    var limits = FormBody.Limits()
    (limits.bytes, limits.fields) = (9, 2)
    #expect(throws: FormBody.Problem.tooManyBytes) {
      try FormBody(decoding: Array("a=12345678".utf8), limits: limits)
    }
    #expect(throws: FormBody.Problem.tooManyFields) {
      try FormBody(decoding: Array("a&b&c".utf8), limits: limits)
    }
  }

  @Test func `no body makes more of a form than a result`() async throws {
    let fixture = try await AccessFixture(
      try TemporaryDatabase.shop(), rules: AccessFixture.allProperties)
    let forms = try fixture.forms()
    var generator = SeededGenerator(seed: 11)
    let texts = [
      "", "1", "0", "n", "t", "=", "x", "-1", "1e9", "2024-01-01", "tDE", "tacme,1", "é", "\0",
      "9223372036854775808", "1,2,3", "[]", "theirs", "\u{FEFF}", "' OR 1=1 --",
    ]
    let suffixes = ["", "[]", ".null", ".pick", ".null[]"]
    var kinds: Set<String> = []
    for round in 0..<150 {
      let (entity, key): (String, [Value]) = try [
        ("customer", [1]), ("product", ["acme", 1]), ("order_line", [10, 1]), ("order", [10]),
        ("we\"ird ] ' t", [2]),
      ].random(&generator)
      var page = try await fixture.page(entity, key, forms)
      let names = page.form.fields.map(\.token) + ["f1", "f50"]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 1..<page.fields.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: page.fields.remove(at: place)
        case 1: page.fields[place].value = try texts.random(&generator)
        default:
          page.fields.append(
            (
              try names.random(&generator) + suffixes.random(&generator),
              try texts.random(&generator)
            ))
        }
        if page.fields.count < 2 { break }
      }
      let before = try await fixture.contents()
      let result = try await fixture.save(page, forms)
      kinds.insert(String(result.summary.prefix { $0 != ":" }))
      if case .saved(let changes) = result, !changes.isEmpty { continue }
      #expect(try await fixture.contents() == before, "round \(round)")
    }
    #expect(kinds.isSuperset(of: ["written", "invalid", "refused"]))
    // Bytes that are no form at all.
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? FormBody(decoding: bytes)
    }
  }
}
