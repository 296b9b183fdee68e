import LuaRules
import LuaRulesTools
import Testing

@testable import DirectToWeb

struct DefaultRulesTests {
  private let context: RuleContext

  init() throws {
    context = RuleContext(try .defaultPageRules())
  }

  private var film: EntityFacts {
    var film = EntityFacts(name: "film", title: "Film")
    film.primaryKey = ["film_id"]
    film.labelKeys = ["title"]
    film.attributes = [
      attribute("film_id", .integer) { $0.isAutomatic = true },
      attribute("title", .text) { $0.isRequired = true },
      attribute("plot", .longText), attribute("rating", .text) { $0.choices = ["G", "PG"] },
      attribute("language_id", .integer) { $0.isForeignKey = true },
      attribute("poster", .blob), attribute("words", .integer) { $0.isGenerated = true },
    ]
    film.toOne = [RelationshipFacts(name: "language", title: "Language", destination: "language")]
    var actors = RelationshipFacts(name: "actors", title: "Actors", destination: "actor")
    (actors.isToMany, actors.isManyToMany) = (true, true)
    var rentals = RelationshipFacts(name: "rentals", title: "Rentals", destination: "rental")
    rentals.isToMany = true
    film.toMany = [actors, rentals]
    return film
  }

  private func attribute(
    _ name: String, _ kind: AttributeKind, _ change: (inout AttributeFacts) -> Void = { _ in }
  ) -> AttributeFacts {
    var attribute = AttributeFacts(name: name, title: name, kind: kind)
    change(&attribute)
    return attribute
  }

  private func context(_ task: String) -> RuleContext {
    var context = context
    context.task = task
    context.entity = film
    return context
  }

  @Test func `the check finds nothing wrong in them`() throws {
    let check = try RuleCheck(.defaultPageRules())
    #expect(check.findings.filter { $0.severity > .info } == [])
  }

  @Test(arguments: [
    ("list", ["title", "language", "words", "rating", "plot"]),
    (
      "inspect",
      ["film_id", "title", "plot", "rating", "poster", "words", "language", "actors", "rentals"]
    ),
    ("edit", ["title", "plot", "rating", "poster", "language", "actors"]),
    ("new", ["title", "plot", "rating", "poster", "language", "actors"]),
  ])
  func `each task has its properties`(task: String, keys: [String]) throws {
    #expect(try context(task).value(for: \.displayPropertyKeys) == keys)
  }

  @Test(arguments: [
    ("title", "DisplayString", "EditString"), ("plot", "DisplayLargeString", "EditLargeString"),
    ("film_id", "DisplayNumber", "EditNumber"), ("rating", "DisplayString", "EditEnumeration"),
    ("poster", "DisplayImage", "EditFile"), ("words", "DisplayNumber", "EditFixed"),
  ])
  func `a column has a component by its kind`(name: String, display: String, edit: String) throws {
    let attribute = film.attributes.first { $0.name == name }
    var list = context("list")
    list.attribute = attribute
    #expect(try list.value(for: \.component) == display)
    var form = context("edit")
    form.attribute = attribute
    #expect(try form.value(for: \.component) == edit)
    if name == "title" || name == "rating" {
      form.attribute?.role = .email
      #expect(try form.value(for: \.component) == (name == "title" ? "EditEmail" : edit))
      form.attribute?.role = .link
      #expect(try form.value(for: \.component) == edit)
    }
    form.attribute?.role = .password
    #expect(try form.value(for: \.component) == "DisplayPassword")
    #expect(try !form.value(for: \.isPropertyEditable))
  }

  @Test func `every template that they name exists`() throws {
    let names = try Templates().names
    let text = String(decoding: PackageResources.default_lua, as: UTF8.self)
    let found = text.matches(of: /"((?:Page|Row|Display|Edit|Layout|Debug)[A-Za-z]*)"/).map {
      String($0.1)
    }
    #expect(found.count > 20)
    #expect(Set(found).subtracting(names) == [])
  }

  @Test func `nothing may be changed where a rule says so, or where the table cannot be written`()
    throws
  {
    var list = context("list")
    #expect(try list.value(for: \.isObjectEditable) && list.value(for: \.isObjectDeletable))
    list.entity?.isReadOnly = true
    #expect(try !list.value(for: \.isObjectEditable))
    #expect(try !list.value(for: \.isObjectDeletable))
    #expect(try !list.value(for: \.isPropertyEditable))
  }

  @Test func `without an answer of the rules, every right is a no`() throws {
    let nothing = RuleContext(try RuleModel(text: "return {}", schema: .pages))
    #expect(try nothing.value(for: \.isEntityReadOnly))
    #expect(try !nothing.value(for: \.isObjectEditable) && !nothing.value(for: \.isObjectDeletable))
    #expect(
      try !nothing.value(for: \.isPropertyVisible) && !nothing.value(for: \.isPropertyEditable))
    #expect("\(try nothing.value(for: \.visibleRows))" == "nil")
    #expect(try !nothing.value(for: \.mayExplain))
  }

  @Test func `the tables of a database are shown as their schema tells`() async throws {
    let file = try TemporaryDatabase(
      """
      CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
      CREATE TABLE person (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, password TEXT,
        kind TEXT CHECK (kind IN ('a', 'b')), rank INTEGER CHECK (rank BETWEEN 1 AND 9),
        active BOOLEAN, country TEXT NOT NULL REFERENCES country, upper TEXT AS (upper(name)));
      CREATE VIEW names AS SELECT name FROM person;
      """)
    let database = try file.open()
    let model = Model(try await database.read(Schema.init))
    var page = context
    page.database = DatabaseFacts(model, name: "shop")
    #expect(try page.value(for: \.visibleEntityNames) == ["country", "names", "person"])
    #expect(try page.value(for: \.title) == "shop")
    page.entity = EntityFacts(try model.entity(named: "person"), in: model, canWrite: true)
    page.task = "edit"
    let country = try #require(page.entity?.toOne.first)
    #expect(country.destination == "country" && country.isRequired)
    #expect(
      try page.value(for: \.displayPropertyKeys)
        == ["name", "email", "password", "kind", "rank", "active", country.name])
    var components: [String: String] = [:]
    for attribute in try #require(page.entity).attributes {
      page.attribute = attribute
      components[attribute.name] = try page.value(for: \.component)
      if attribute.name == "rank" {
        #expect(try page.value(for: \.minimum) == 1 && page.value(for: \.maximum) == 9)
      }
    }
    #expect(components["kind"] == "EditEnumeration" && components["active"] == "EditBool")
    #expect(components["password"] == "DisplayPassword" && components["upper"] == "EditFixed")
    page.attribute = nil
    page.relationship = country
    #expect(try page.value(for: \.component) == "EditToOne" && page.value(for: \.isRequired))
    page.entity = EntityFacts(try model.entity(named: "names"), in: model, canWrite: true)
    #expect(try !page.value(for: \.isObjectEditable))
  }
}
