import Testing

@testable import DirectToWeb

/// The key `sections`: properties of a row below headings.
@Suite struct SectionTests {
  private static let tables = """
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, name TEXT, phone TEXT, street TEXT, salary INTEGER,
      city_id INTEGER REFERENCES city);
    INSERT INTO city VALUES (1, 'Ghent');
    INSERT INTO person VALUES (1, 'Ada', '12', 'Main', 7, 1);
    """

  /// The sections of a page, as `heading: label label`.
  private func sections(_ path: String, _ rules: String) async throws -> [String] {
    let database = try TemporaryDatabase(Self.tables)
    let answer = try await SiteFixture(database.path, rules: "return { \(rules) }").get(path)
    #expect(answer.status == 200)
    #expect(!answer.main.contains("class=\"notice"))
    return answer.main.split(separator: /<(?:section|fieldset)>/).dropFirst().map { part in
      let heading = part.firstMatch(of: /<(?:h2|legend)>([^<]*)</).map { String($0.1) }
      let labels = part.matches(of: /<(?:dt|label for="[^"]*")>([^<\n]*)/).map { String($0.1) }
      return ([(heading ?? "") + ":"] + labels).joined(separator: " ")
    }
  }

  private static let rule = """
    { key = "sections", when = { entity = { name = "person" } }, value = {
      { keys = { "name" } },
      { title = "Address", keys = { "city", "street" } },
      { title = "Nothing", keys = {} },
      { title = "Hidden", keys = { "salary" } },
    } },
    """

  private static let hidden =
    #"{ key = "isPropertyVisible", when = { propertyKey = "salary" }, value = false },"#

  @Test(arguments: [
    ("/table/person/row/1", [": Name", "Address: City Street", "Hidden: Salary"]),
    ("/table/person/row/1/edit", [": Name", "Address: City Street", "Hidden: Salary"]),
    ("/table/person/new", [": Name", "Address: City Street", "Hidden: Salary"]),
  ])
  func `a rule puts properties below headings`(path: String, expected: [String]) async throws {
    #expect(try await sections(path, Self.rule) == expected)
  }

  @Test func `a section of what may not be seen is not there`() async throws {
    #expect(
      try await sections("/table/person/row/1", Self.rule + Self.hidden)
        == [": Name", "Address: City Street"])
  }

  @Test func `without the rule, names in brackets are the headings`() async throws {
    let rule = """
      { key = "displayPropertyKeys", when = { entity = { name = "person" } },
        value = { "name", "(Empty)", "(Address)", "street", "city" } },
      """
    for path in ["/table/person/row/1", "/table/person/row/1/edit", "/table/person/new"] {
      #expect(try await sections(path, rule) == [": Name", "Address: Street City"])
    }
  }

  @Test func `sections may be made for one task, and by what the row holds`() async throws {
    let rule = """
      { key = "sections", when = { task = "edit" }, value = function(c)
        return { { title = c.object.name, keys = { "phone" } } }
      end },
      """
    #expect(try await sections("/table/person/row/1/edit", rule) == ["Ada: Phone"])
    #expect(
      try await sections("/table/person/row/1", rule)
        == [": ID Name Phone Street Salary City"])
  }
}
