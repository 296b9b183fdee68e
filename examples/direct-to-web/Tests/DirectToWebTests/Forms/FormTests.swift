import LuaRules
import Testing

@testable import DirectToWeb

@Suite struct FormTests {
  private static func shop(_ rules: String = "") async throws -> AccessFixture {
    try await AccessFixture(try TemporaryDatabase.shop(), rules: rules)
  }

  @Test func `a form has the fields that rules tell, with what the database demands`() async throws
  {
    let fixture = try await Self.shop(
      """
      { key = "displayPropertyKeys", value = { "lastName", "(Money)", "credit", "rating", "gone",
        "lastName", "(Empty)", "(More)", "photo", "country", "order_by_customer" } },
      { key = "displayNameForProperty", when = { propertyKey = "credit" }, value = "Limit" },
      { key = "hint", when = { propertyKey = "credit" },
        value = function(c) return "now " .. c.propertyValue end },
      { key = "isRequired", when = { propertyKey = "rating" }, value = true },
      """)
    let forms = try fixture.forms()
    let form = try await fixture.page("customer", [1], forms).form
    #expect(form.sections.map(\.heading) == ["", "Money", "More"])
    #expect(
      form.fields.map { "\($0.token) \($0.property.name) \($0.component) \($0.text)" } == [
        "f2 lastName EditString Lovelace", "f9 credit EditNumber 200",
        "f8 rating EditEnumeration tA", "f11 photo EditFile ", "f13 country EditToOne tDE",
      ])
    let credit = form.fields[1]
    #expect(credit.label == "Limit" && credit.hint == "now 200")
    #expect(credit.minimum == -500 && credit.maximum == 5000 && !credit.isRequired)
    #expect(form.fields[0].isRequired && form.fields[2].isMarked)
    #expect(form.fields[2].options.map(\.text) == ["– none –", "A", "B", "it's C"])
    #expect(form.fields[2].options.map(\.isChosen) == [false, true, false, false])
    #expect(
      form.fields[4].options.map(\.text) == ["– none –", "France", "Germany", "Italy"])
    #expect(forms.access.notices.map(\.subject) == ["customer.gone"])
    let nobody = try #require(RowKey([99]))
    let (gone, view) = (
      try await forms.edit(nobody, of: form.entity),
      try await forms.new(try fixture.entity("customer_names"))
    )
    #expect(gone == nil && view == nil)
  }

  // MARK: - Texts and values

  @Test(arguments: [
    ("INTEGER", "NULL", "7", "7"), ("INTEGER", "1", " -8 ", "-8"), ("INTEGER", "1", "", "n"),
    ("INTEGER", "'abc'", "3", "3"), ("INTEGER", "1", "1.5", "This is not a whole number."),
    ("INTEGER", "1", "9223372036854775808", "This is not a whole number."),
    ("REAL", "1", "2.50", "r4004000000000000"), ("REAL", "1", "0x10", "This is not a number."),
    ("REAL", "1", "nan", "This is not a number."), ("REAL", "1", "1e999", "This is not a number."),
    ("DECIMAL", "1", "12.50", "r4029000000000000"), ("DECIMAL", "1", "5", "5"),
    ("DECIMAL", "1", "1,5", "This is not a number."),
    ("BOOLEAN", "1", "0", "0"), ("BOOLEAN", "'true'", "0", "tfalse"),
    ("BOOLEAN", "'Y'", "0", "tN"), ("BOOLEAN", "'no'", "1", "tyes"), ("BOOLEAN", "NULL", "1", "1"),
    ("BOOLEAN", "7", "1", "1"), ("BOOLEAN", "1", "", "n"),
    ("BOOLEAN", "1", "2", "This is neither yes nor no."),
    ("DATE", "NULL", "2024-02-29", "t2024-02-29"), ("DATE", "'2024-01-01'", "", "n"),
    ("DATE", "NULL", "2023-02-29", "This is not a day, such as 2024-12-31."),
    ("DATE", "1700000000", "1800000000", "1800000000"),
    ("TIME", "'10:30'", "11:45", "t11~3a45"), ("TIME", "'10:30:00'", "11:45", "t11~3a45~3a00"),
    ("TIME", "NULL", "25:00", "This is not a time, such as 23:59."),
    ("DATETIME", "'2024-01-02 03:04:05'", "2024-01-02T03:05", "t2024-01-02~2003~3a05~3a00"),
    ("DATETIME", "'2024-01-02T03:04:05'", "2024-01-02T03:05", "t2024-01-02T03~3a05~3a00"),
    ("DATETIME", "'2024-01-02 03:04'", "2025-01-02T03:04", "t2025-01-02~2003~3a04"),
    ("DATETIME", "NULL", "2024-01-02T03:04:05", "t2024-01-02~2003~3a04~3a05"),
    ("DATETIME", "NULL", "soon", "This is not a day with a time, such as 2024-12-31 23:59:00."),
    ("DATETIME", "'2024-01-02T03:04:05Z'", "2024-01-02T04:04:05Z", "t2024-01-02T04~3a04~3a05Z"),
    ("CLOB", "'a'", "b\r\nc\rd\n", "tb~0ac~0ad~0a"), ("TEXT", "'a'", "", "t"),
    ("TEXT", "'a'", "e\u{301}\u{FEFF}", "te~cc~81~ef~bb~bf"), ("TEXT", "'a'", " ' ", "t~20~27~20"),
    ("", "5", "6", "6"), ("", "5", "x", "tx"), ("", "'5'", "6", "t6"),
    ("", "1.5", "2.5", "r4004000000000000"),
  ])
  func `a text becomes a value in the form of the column, or is refused at its field`(
    type: String, stored: String, typed: String, result: String
  ) async throws {
    let fixture = try await AccessFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c \(type)); INSERT INTO t (c) VALUES (\(stored));",
      rules: "")
    let forms = try fixture.forms()
    var page = try await fixture.page("t", [1], forms)
    try page.type(typed, into: "c")
    try page.setNull(false, "c")
    let before = try await fixture.contents()
    let saved = try await fixture.save(page, forms)
    if result.hasSuffix(".") {
      #expect(saved.form?.fields.first { $0.property.name == "c" }?.error == result)
      #expect(saved.form?.fields.first { $0.property.name == "c" }?.text == typed)
      #expect(try await fixture.contents() == before)
    } else {
      #expect(try await fixture.contents()["t"]?[0][1].token == result)
    }
  }

  @Test func `no value and an empty text are two things`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT NOT NULL, d TEXT);
      INSERT INTO t VALUES (1, NULL, 'b', '', '');
      """, rules: "")
    let forms = try fixture.forms()
    var page = try await fixture.page("t", [1], forms)
    #expect(page.form.fields.map(\.canBeNull) == [true, true, false, true])
    #expect(page.form.fields.map(\.isNull) == [true, false, false, false])
    try page.setNull(false, "a")
    try page.setNull(true, "b")
    try page.type("still there", into: "b")
    try page.setNull(true, "d")
    #expect(
      try await fixture.save(page, forms).summary
        == "written: update 1→1 a: n→t, b: tb→n, d: t→n")
    // Who types does not have to clear the box.
    page = try await fixture.page("t", [1], forms)
    try page.type("text", into: "b")
    #expect(try await fixture.save(page, forms).summary == "written: update 1→1 b: n→ttext")
  }

  @Test func `limits of rules and of the database are told at the fields`() async throws {
    let fixture = try await Self.shop(
      """
      { key = "maximumLength", when = { propertyKey = "notes" }, value = 3 },
      { key = "isRequired", when = { propertyKey = "email" }, value = true },
      { key = "validate", when = function(c) return c.object.notes == "bad" end,
        value = "notes: not that" },
      { key = "validate", when = function(c) return c.object.notes == "bad" end, value = "no" },
      """)
    let forms = try fixture.forms()
    var page = try await fixture.page("customer", [3], forms)
    let empty = try await fixture.save(page, forms).summary
    #expect(empty == "invalid: email (): A value is needed.")
    try page.type("kiri@example.org", into: "email")
    try page.type("long", into: "notes")
    try page.type("6000", into: "credit")
    try page.type("", into: "firstName")
    #expect(
      try await fixture.save(page, forms).summary
        == "invalid: firstName (): A value is needed.; credit (6000): At most 5000, please.; "
        + "notes (long): At most 3 characters, please.")
    try page.type("Kiri", into: "firstName")
    try page.type("Te", into: "lastName")
    try page.type("1", into: "credit")
    try page.type("bad", into: "notes")
    let both = "Another row has these values already."
    #expect(
      try await fixture.save(page, forms).summary
        == "invalid: firstName (Kiri): \(both); lastName (Te): \(both)")
    try page.type("Olaf", into: "firstName")
    #expect(
      try await fixture.save(page, forms).summary
        == "invalid: email (kiri@example.org): Another row has this value already.")
    try page.type("o@example.org", into: "email")
    let result = try await fixture.save(page, forms)
    #expect(result.summary == "invalid: no; notes (bad): not that")
    // The form comes back as it was typed, and can be sent again.
    var again = Browser(try #require(result.form))
    try again.type("ok", into: "notes")
    #expect(
      try await fixture.save(again, forms).summary
        == "written: update 3→3 credit: 200→1, email: n→to~40example~2eorg, "
        + "lastName: tBerg→tTe, notes: n→tok")
  }

  @Test func `a new row gets what was typed, and defaults where nothing was`() async throws {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT DEFAULT 'x', b INTEGER DEFAULT 5, c TEXT,
        d TEXT NOT NULL, e BOOLEAN NOT NULL DEFAULT 1, f TEXT, other_id INTEGER REFERENCES other,
        g TEXT);
      INSERT INTO other VALUES (1, 'one'), (2, 'two');
      """,
      rules: """
        { key = "initialPropertyValues", value = { f = "given", other_id = 2, g = "hidden" } },
        { key = "isPropertyEditable", when = { propertyKey = "g" }, value = false },
        """)
    let forms = try fixture.forms()
    var page = try await fixture.newPage("t", forms)
    #expect(
      page.form.fields.map { "\($0.property.name) \($0.text) \($0.isNull)" } == [
        "a  false", "b  false", "c  true", "d  false", "e  false", "f given false", "other 2 false",
      ])
    #expect(
      try await fixture.save(page, forms).summary == "invalid: d (): A value is needed.")
    try page.type("D", into: "d")
    #expect(try await fixture.save(page, forms).summary.hasPrefix("written: insert -→1 "))
    try page.setNull(true, "a")
    try page.choose("No", in: "e")
    try page.choose("– none –", in: "other")
    try page.type("", into: "f")
    #expect(try await fixture.save(page, forms).summary.hasPrefix("written: insert -→2 "))
    #expect(
      try await fixture.contents()["t"] == [
        [1, "x", 5, nil, "D", 1, "given", 2, "hidden"],
        [2, nil, 5, nil, "D", 0, "", nil, "hidden"],
      ])
  }

  // MARK: - Pickers

  @Test func `a row is chosen by its label, also by a key of two columns`() async throws {
    let fixture = try await Self.shop(AccessFixture.allProperties)
    let forms = try fixture.forms()
    var page = try await fixture.page("order_line", [10, 1], forms)
    #expect(try page.field("product").options.map(\.text) == ["Anvil", "Rocket", "Rope"])
    try page.choose("Rope", in: "product")
    #expect(
      try await fixture.save(page, forms).summary
        == "written: update 10,1→10,1 maker: tacme→tzeta")
    var product = try await fixture.page("product", ["acme", 1], forms)
    try product.check(["fast"], in: "tag")
    #expect(
      try await fixture.save(product, forms).summary
        == "written: update tacme,1→tacme,1 tag +[\"2\"] -[\"1\"]")
    product = try await fixture.page("product", ["acme", 1], forms)
    try product.check([], in: "tag")
    #expect(
      try await fixture.save(product, forms).summary
        == "written: update tacme,1→tacme,1 tag +[] -[\"2\"]")
  }

  @Test func `a picker shows a hundred rows, those that rules allow, and the current one`()
    async throws
  {
    let fixture = try await AccessFixture(
      """
      CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, is_old INTEGER);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, part_id INTEGER REFERENCES part);
      CREATE TABLE thing_part (thing_id INTEGER NOT NULL REFERENCES thing,
        part_id INTEGER NOT NULL REFERENCES part, PRIMARY KEY (thing_id, part_id));
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 150)
      INSERT INTO part SELECT x, 'part ' || (1000 - x), x % 10 = 0 FROM n;
      INSERT INTO thing VALUES (1, 10), (2, 1);
      INSERT INTO thing_part VALUES (1, 10), (1, 20), (1, 150);
      """,
      rules: """
        { key = "choices", value = { is_old = 0 } },
        { key = "isPropertyVisible", when = { propertyKey = "is_old" }, value = false },
        """)
    let forms = try fixture.forms()
    var page = try await fixture.page("thing", [1], forms)
    let field = try page.field("part")
    #expect(field.options.prefix(3).map(\.text) == ["– none –", "part 990", "part 851"])
    #expect(field.options.count == 102 && field.hasMoreChoices)
    #expect(field.options.filter(\.isChosen).map(\.value) == ["10"])
    let many = try page.field("part_through_thing_part")
    #expect(many.options.filter(\.isChosen).map(\.value) == ["150", "20", "10"])
    #expect(try await fixture.save(page, forms).summary == "written: ")
    // What is not among the options may be chosen on a page of its own; what rules forbid may not.
    try page.type("2", into: "part")
    let shown = try await forms.form(
      typed: page.body(), key: page.form.key, of: page.form.entity)
    let chosen = try Browser(try #require(shown)).field("part")
    #expect(chosen.options.filter(\.isChosen).map(\.text) == ["part 998"])
    #expect(!field.options.contains { $0.value == "2" } && chosen.text == "2")
    #expect(try await fixture.save(page, forms).summary == "written: update 1→1 part_id: 10→2")
    page = try await fixture.page("thing", [1], forms)
    for text in ["20", "999", "x", "1,2"] {
      try page.type(text, into: "part")
      #expect(
        try await fixture.save(page, forms).summary
          == "invalid: part (\(text)): There is no such row.")
    }
  }
}
