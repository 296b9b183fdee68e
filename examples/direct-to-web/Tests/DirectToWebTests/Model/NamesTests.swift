import Testing

@testable import DirectToWeb

@Suite struct NamesTests {
  @Test(arguments: [
    ("film_actor", "Film Actor"), ("lastName", "Last Name"), ("id", "ID"),
    ("customerID", "Customer ID"),
    ("customer_id", "Customer ID"), ("HTTPServer", "HTTP Server"),
    ("CUSTOMER_NAME", "Customer Name"),
    ("VAT", "VAT"), ("address2Line", "Address2 Line"), ("a.b, c", "A.b, C"), ("  x  y ", "X Y"),
    ("__x__", "X"), ("🏳️‍🌈", "🏳️‍🌈"), ("übung", "Übung"), ("e\u{301}cole", "E\u{301}cole"),
    ("", "Unnamed"), (" \t", "Unnamed"), ("\u{200B}\u{FEFF}", "Unnamed"), ("\u{301}", "Unnamed"),
    ("\u{202E}abc", "Abc"), ("名前", "名前"), ("select", "Select"),
  ])
  func `names of columns become names for people`(name: String, expected: String) {
    #expect(name.displayName.hasSameBytes(as: expected), "\(name.displayName)")
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY, a TEXT, code TEXT UNIQUE, name TEXT", "code"),
    ("id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT UNIQUE, Title TEXT", "Title"),
    ("id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT", "first_name last_name"),
    ("id INTEGER PRIMARY KEY, Title TEXT, LastName TEXT, FirstName TEXT", "FirstName LastName"),
    ("id INTEGER PRIMARY KEY, title TEXT, name TEXT, first_name TEXT, last_name TEXT", "name"),
    ("id INTEGER PRIMARY KEY, at DATETIME, BillingAddress TEXT, BillingCity TEXT", "id"),
    ("id INTEGER PRIMARY KEY, ShipName TEXT, ShipCity TEXT", "id"),
    ("id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, title TEXT", "title"),
    ("id INTEGER PRIMARY KEY, password_hash TEXT UNIQUE, note TEXT", "note"),
    ("id INTEGER PRIMARY KEY, a TEXT, full_name_of_it TEXT", "full_name_of_it"),
    ("id INTEGER PRIMARY KEY, amount REAL", "amount"),
    ("id INTEGER PRIMARY KEY, b BLOB", "id"),
    ("id INTEGER PRIMARY KEY, a INT, b TEXT, c INT, UNIQUE (a, b)", "a b"),
    ("id INTEGER PRIMARY KEY, a INT, notes CLOB, b TEXT, c TEXT", "b"),
    ("a INT, b INT, c INT, PRIMARY KEY (b, a)", "b a"),
    ("a INT, b INT, c INT", "a"),
    ("code TEXT PRIMARY KEY, name TEXT, x INT", "name"),
    ("id INTEGER PRIMARY KEY, at DATE, state TEXT CHECK (state IN ('a', 'b'))", "id"),
    ("id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('a', 'b')), note TEXT", "note"),
    ("id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('a', 'b')), note TEXT", "id"),
    ("id INTEGER PRIMARY KEY, state TEXT UNIQUE CHECK (state IN ('a', 'b'))", "id"),
    ("id INTEGER PRIMARY KEY, done BOOLEAN", "id"),
    ("id INTEGER PRIMARY KEY, file_name TEXT CHECK (file_name IN ('a', 'b')), b TEXT", "b"),
    ("id INTEGER PRIMARY KEY, a TEXT, t TEXT", "t"),
    ("a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b)", "a b"),
    ("a TEXT, b TEXT, c TEXT, name TEXT, PRIMARY KEY (a, b)", "name"),
    ("a TEXT, b INT, other_name TEXT NOT NULL, PRIMARY KEY (a, b)", "a b"),
    ("a INT, b INT, street TEXT NOT NULL, PRIMARY KEY (a, b)", "street"),
    ("a INT, b INT, note TEXT, PRIMARY KEY (a, b)", "a b"),
  ])
  func `a row is named by the columns that people would choose`(columns: String, label: String)
    async throws
  {
    let model = try await EntityTests.model("CREATE TABLE t (\(columns))")
    let found = try model.entity(named: "t").labelAttributes.map(\.name).joined(separator: " ")
    #expect(found == label)
  }

  @Test(
    arguments: [
      ("email", "TEXT", .email), ("contact_email", "VARCHAR(80)", .email),
      ("EmailAddress", "TEXT", .email), ("email_2", "", .email), ("mail", "STRING", .email),
      ("email_verified", "BOOLEAN", .plain), ("email_verified", "TEXT", .plain),
      ("email_sent_at", "DATETIME", .plain), ("email_sent_at", "TEXT", .plain),
      ("hourly_rate", "REAL", .plain), ("curly", "TEXT", .plain), ("url_hits", "INTEGER", .plain),
      ("url", "TEXT", .link), ("homepage", "TEXT", .link), ("websiteURL", "TEXT", .link),
      ("url", "INTEGER", .plain), ("password", "TEXT", .password),
      ("password_hash", "BLOB", .password), ("userpassword", "TEXT", .password),
      ("PASSWD", "CHAR(13)", .password), ("password", "INTEGER", .password),
      ("password_reset_at", "DATETIME", .plain), ("password_reset_at", "TEXT", .plain),
      ("has_password", "INTEGER", .plain), ("password_expired", "BOOLEAN", .plain),
    ] as [(String, String, AttributeRole)])
  func `a column of texts has the role that its last word tells`(
    name: String, type: String, role: AttributeRole
  ) async throws {
    let model = try await EntityTests.model("CREATE TABLE t (\(name) \(type))")
    #expect(try model.entity(named: "t").attribute(name)?.role == role)
  }

  @Test func `each entity of the shop has a label`() async throws {
    let labels = try await EntityTests.shop().entities.map { entity in
      "\(entity.name): \(entity.labelAttributes.map(\.name).joined(separator: ", "))"
    }
    #expect(
      labels
        == [
          ": value", "almost_rowid: rowid", "country: name", "customer: email",
          "customer_names: full name",
          "log: at", "no_way_to_rowid: rowid", "order: placed", "order_line: order_id, line",
          "product: title", "product_tag: tag_id, maker, number", "search: title", "tag: name",
          "we\"ird ] ' t: single", "ÉCOLE: Name", "éCOLE: NAME",
        ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
