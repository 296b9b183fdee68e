import Foundation
import Testing

@testable import DirectToWeb

/// The key `dependsOn`: fields that look at what was typed into others.
@Suite struct DependentFieldTests {
  private static let places = """
    CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_code TEXT NOT NULL REFERENCES country);
    CREATE TABLE shop (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('stall', 'house')),
      rooms INTEGER, country_code TEXT REFERENCES country, city_id INTEGER REFERENCES city);
    INSERT INTO country VALUES ('MT', 'Malta'), ('FR', 'France');
    INSERT INTO city VALUES (1, 'Valletta', 'MT'), (2, 'Mdina', 'MT'), (3, 'Lyon', 'FR');
    INSERT INTO shop VALUES (1, 'Corner', 'stall', NULL, 'MT', 1);
    """
  private static let rules = """
    return {
      { key = "choices", when = { propertyKey = "city" },
        value = function(c) return { country_code = c.object.country_code or "" } end },
      { key = "dependsOn", when = { propertyKey = "city" }, value = { "country" } },
      { key = "dependsOn", when = { propertyKey = "rooms" }, value = { "kind" } },
      { key = "isRequired", when = { propertyKey = "rooms", object = { kind = "house" } }, value = true },
      { key = "displayPropertyKeys", when = function(c)
          return c.entity.name == "shop" and c.task == "edit" and c.object.kind == "stall" end,
        value = { "name", "kind", "country", "city" } },
    }
    """

  private func page(
    _ fixture: SiteFixture, _ path: String, _ changes: [(String, String)]
  ) async throws -> (PageForm, SiteFixture.Answer) {
    var form = try #require(PageForm(try await fixture.get(path), with: #"class="edit""#))
    for (name, value) in changes { form.set(name, to: value) }
    let answer = try await fixture.post(path + "?typed=1", form.fields)
    return (try #require(PageForm(answer, with: #"class="edit""#)), answer)
  }

  private func cities(_ form: PageForm) -> [String]? {
    // Six columns, then the country, then the city.
    form.options["f7"]?.map(\.text)
  }

  @Test(arguments: ["/table/shop/row/1/edit", "/table/shop/new"])
  func `choices look at what was typed, in a row and in a new one`(path: String) async throws {
    let database = try TemporaryDatabase(Self.places)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let first = try await fixture.get(path)
    #expect(first.main.contains("data-watched"))
    #expect(first.main.contains("formaction=\"\(path)?typed=1\" formnovalidate>Update</button>"))
    let start = try #require(PageForm(first, with: #"class="edit""#))
    let country = try #require(start.options.first { $0.value.contains { $0.text == "Malta" } }).key
    let (france, _) = try await page(fixture, path, [(country, "France")])
    #expect(cities(france)?.contains("Lyon") == true)
    #expect(cities(france)?.contains("Mdina") == false)
    #expect(france.value(country) == "tFR")
  }

  @Test func `a save takes what the choices allow for the row as it is to be`() async throws {
    let database = try TemporaryDatabase(Self.places)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let start = try #require(
      PageForm(try await fixture.get("/table/shop/row/1/edit"), with: #"class="edit""#))
    let country = try #require(start.options.first { $0.value.contains { $0.text == "Malta" } }).key
    let city = try #require(start.options.first { $0.value.contains { $0.text == "Mdina" } }).key
    var wrong = start
    wrong.set(country, to: "France")
    wrong.set(city, to: "Mdina")
    let refused = try await fixture.post("/table/shop/row/1/edit", wrong.fields)
    #expect(refused.status == 422)
    #expect(refused.main.contains("There is no such row."))
    var (right, _) = try await page(fixture, "/table/shop/row/1/edit", [(country, "France")])
    right.set(city, to: "Lyon")
    #expect(try await fixture.post("/table/shop/row/1/edit", right.fields).status == 303)
    #expect(try database.texts("SELECT country_code || city_id FROM shop") == ["FR3"])
  }

  @Test func `which fields there are, and whether they are needed, looks at what was typed`()
    async throws
  {
    let database = try TemporaryDatabase(Self.places)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let start = try #require(
      PageForm(try await fixture.get("/table/shop/row/1/edit"), with: #"class="edit""#))
    #expect(!start.names.contains("f3"))
    var (house, answer) = try await page(fixture, "/table/shop/row/1/edit", [("f2", "house")])
    #expect(house.names.contains("f3"))
    #expect(answer.main.contains(#"<input type="number" id="f3" name="f3" required"#))
    let missing = try await fixture.post("/table/shop/row/1/edit", house.fields)
    #expect(missing.status == 422)
    #expect(missing.main.contains("A value is needed."))
    house.set("f3", to: "4")
    #expect(try await fixture.post("/table/shop/row/1/edit", house.fields).status == 303)
    #expect(try database.texts("SELECT kind || rooms FROM shop") == ["house4"])
  }

  @Test func `another country leaves no city of the one before`() async throws {
    let database = try TemporaryDatabase(Self.places)
    let fixture = try await SiteFixture(database.path, rules: Self.rules)
    let start = try #require(
      PageForm(try await fixture.get("/table/shop/row/1/edit"), with: #"class="edit""#))
    #expect(start.value("f7") == "1")
    let (france, _) = try await page(fixture, "/table/shop/row/1/edit", [("f6", "France")])
    #expect(cities(france) == ["– none –", "Lyon"])
    #expect(france.value("f7") == "")
    var only = start
    only.set("f6", to: "France")
    let refused = try await fixture.post("/table/shop/row/1/edit", only.fields)
    #expect(refused.status == 422)
    #expect(try database.texts("SELECT country_code || city_id FROM shop") == ["MT1"])
  }

  @Test func `a foreign key that shares a column keeps it where the other one ends`() async throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE address (
        customer_id INTEGER NOT NULL REFERENCES customer, number INTEGER NOT NULL, street TEXT NOT NULL,
        PRIMARY KEY (customer_id, number));
      CREATE TABLE bill (
        id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer, ship_to INTEGER,
        FOREIGN KEY (customer_id, ship_to) REFERENCES address);
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Ben');
      INSERT INTO address VALUES (1, 1, 'Elm'), (2, 1, 'Oak'), (2, 2, 'Ash');
      INSERT INTO bill VALUES (1, 1, 1);
      """)
    let fixture = try await SiteFixture(
      database.path,
      rules: """
        return {
          { key = "dependsOn", when = { propertyKey = "address" }, value = { "customer" } },
          { key = "choices", when = { propertyKey = "address" },
            value = function(c) return { customer_id = c.object.customer_id or null } end },
        }
        """)
    func fields(_ form: PageForm, _ text: String) throws -> String {
      try #require(form.options.first { $0.value.contains { $0.text == text } }).key
    }
    let start = try #require(
      PageForm(try await fixture.get("/table/bill/row/1/edit"), with: #"class="edit""#))
    let customer = try fields(start, "Ben")
    let address = try fields(start, "Elm")
    var (other, _) = try await page(fixture, "/table/bill/row/1/edit", [(customer, "Ben")])
    #expect(other.options[address]?.map(\.text).sorted() == ["Ash", "Oak", "– none –"])
    #expect(other.value(address) == "")
    let none = try await fixture.post("/table/bill/row/1/edit", other.fields)
    #expect(none.status == 303, "\(none.main)")
    #expect(try database.texts("SELECT customer_id || coalesce(ship_to, '-') FROM bill") == ["2-"])
    (other, _) = try await page(fixture, "/table/bill/row/1/edit", [])
    other.set(address, to: "Ash")
    #expect(try await fixture.post("/table/bill/row/1/edit", other.fields).status == 303)
    #expect(try database.texts("SELECT customer_id || ship_to FROM bill") == ["22"])
  }
}
