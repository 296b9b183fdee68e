import Foundation
import Testing

@testable import DirectToWeb

/// Rows of a many-to-many relationship that are more than a form can list.
@Suite struct SelectManyTests {
  private static let films = """
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film_actor (
      film_id INTEGER NOT NULL REFERENCES film, actor_id INTEGER NOT NULL REFERENCES actor,
      PRIMARY KEY (film_id, actor_id));
    INSERT INTO film VALUES (1, 'Amber');
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 300)
    INSERT INTO actor SELECT x, 'Actor ' || printf('%03d', x) FROM n;
    INSERT INTO film_actor VALUES (1, 2), (1, 290);
    """

  private func actors(_ database: TemporaryDatabase) throws -> [String] {
    try database.texts("SELECT actor_id FROM film_actor ORDER BY actor_id")
  }

  @Test func `rows are found by a search, page by page, and none that was chosen is lost`()
    async throws
  {
    let database = try TemporaryDatabase(Self.films)
    let fixture = try await SiteFixture(database.path)
    let edit = try await fixture.get("/table/film/row/1/edit")
    var form = try #require(PageForm(edit, with: #"class="edit""#))
    form.set("f1", to: "Typed")
    let address = try #require(edit.main.firstMatch(of: /formaction="([^"]*\/select\/[^"]*)"/)).1
    let first = try await fixture.post(String(address), form.fields + [("q", "280")])
    #expect(first.main.contains(#"<input type="checkbox" name="f2[]" value="280"> Actor 280"#))
    var choice = try #require(PageForm(first, with: "?typed=1"))
    choice.fields.append(("f2[]", "280"))
    choice.set("q", to: "290")
    let second = try await fixture.post(String(address), choice.fields)
    #expect(second.main.contains(#"name="f2[]" value="290" checked> Actor 290"#))
    choice = try #require(PageForm(second, with: "?typed=1"))
    choice.fields.removeAll { $0 == ("f2[]", "290") }
    let back = try await fixture.post("/table/film/row/1/edit?typed=1", choice.fields)
    let filled = try #require(PageForm(back, with: #"class="edit""#))
    #expect(filled.value("f1") == "Typed")
    #expect(back.main.contains(#"value="280" checked> Actor 280"#))
    #expect(try await fixture.post("/table/film/row/1/edit", filled.fields).status == 303)
    #expect(try actors(database) == ["2", "280"])
    #expect(try database.texts("SELECT title FROM film") == ["Typed"])
  }
}
