import LuaRules
import Testing

@testable import DirectToWeb

/// Two databases differ only in what a user may not see: everything that the user can ask gives the same.
@Suite struct SecretTests {
  /// More hidden rows, with links to and from rows that may be seen.
  private static let more = """
    INSERT INTO person VALUES (4, 'SECRET aa', TEAM, ''), (5, 'SECRET zz', TEAM, 'x');
    INSERT INTO note SELECT id + 2, 'SECRET', 3 - TEAM, 4 FROM team;
    INSERT INTO task VALUES (6, 'SECRET', 'open', 0, 4, NULL);
    UPDATE task SET person_id = 5 WHERE id = 4;
    """

  private static let worlds = [
    ("SECRET", ""), ("other", ""), ("SECRET", more),
  ]

  @Test(arguments: [("ann", 1), ("eve", 2)])
  func `nobody learns of hidden rows and columns, whatever is asked`(name: String, team: Int)
    async throws
  {
    var answers: [[String]] = []
    for (secret, extra) in Self.worlds {
      let fixture = try await AccessFixture.teams(
        secret: secret, of: 3 - team, extra: extra.replacing("TEAM", with: "\(3 - team)"))
      answers.append(try await Self.answers(fixture, try fixture.access(name, team: team)))
    }
    #expect(answers[0].count > 2000)
    for other in answers.dropFirst() {
      #expect(other.count == answers[0].count)
      for (left, right) in zip(answers[0], other) where left != right {
        Issue.record("\(left) is \(right)")
      }
    }
    // What was asked holds the word; what was answered does not.
    for answer in answers.joined() {
      let given = answer.components(separatedBy: " => ").dropFirst().joined()
      #expect(!given.contains("SECRET") && !given.contains("other"), "\(answer)")
    }
  }

  @Test func `who may see the rows finds the text`() async throws {
    let fixture = try await AccessFixture.teams(secret: "SECRET", rules: "")
    let answers = try await Self.answers(fixture, try fixture.access())
    let given = answers.filter {
      $0.components(separatedBy: " => ").dropFirst().joined().contains("SECRET")
    }
    #expect(given.count > 100)
  }

  @Test func `what a user sees is there`() async throws {
    let fixture = try await AccessFixture.teams(secret: "SECRET")
    let (ann, eve) = try (fixture.access(), fixture.access("eve", team: 2))
    #expect(try await fixture.keys("task", ann) == ["1", "2", "3", "4"])
    #expect(try await fixture.keys("task", eve) == ["3", "4", "5"])
    #expect(try await fixture.keys("person", ann) == ["1", "2"])
    #expect(try await fixture.keys("person", eve) == ["3"])
    #expect(try await fixture.keys("person_names", ann) == [])
    // The party is public, its person is not.
    let order = ["person.name"]
    #expect(try await fixture.keys("task", sort: order, ann) == ["1", "2", "3", "4"])
    let person = try fixture.path("person.name", "task")
    #expect(try await fixture.keys("task", where: .isNull(person), ann) == ["3", "4"])
    #expect(try await fixture.keys("task", search: "SECRET", in: order, ann) == [])
    #expect(try await fixture.keys("task", search: "SECRET", in: order, eve) == ["4", "5"])
    #expect(try await fixture.keys("task", search: "BOB", in: order, ann) == ["2"])
    #expect(ann.notices == [])
  }

  // MARK: - Asking everything

  private static let texts = ["SECRET", "SECRET 1", "other", "s", "Ann", "", "open"]

  /// Asks everything that there is to ask, and writes question and answer.
  private static func answers(
    _ fixture: AccessFixture, _ access: Access
  ) async throws -> [String] {
    var lines = ["entities => \(access.visibleEntities.map(\.name))"]
    for entity in fixture.model.entities {
      let paths = try fixture.paths(entity)
      lines.append("\(entity.name) labels => \(access.labelAttributes(of: entity).map(\.name))")
      lines.append("\(entity.name) change => \(access.canChange(entity))")
      for path in paths { lines.append("\(entity.name) \(path.name) => \(access.canSee(path))") }
      for path in paths {
        lines += try await answers(fixture, entity, path, access)
      }
      let all = try RowList(
        entity, columns: paths, relationships: entity.relationships, through: access)
      lines.append("\(entity.name) all => \(try await fixture.text(all, access))")
      for number in 0..<8 as Range<Int64> {
        for key in [[.integer(number)], [.integer(number), 1], ["SECRET"]] as [[Value]] {
          let key = try #require(RowKey(key))
          let row = try await fixture.file.read { try all.row(key, on: $0) }
          lines.append("\(entity.name) \(key) => \(row.map { text($0, access) } ?? "none")")
          for relationship in entity.relationships where relationship.kind != .toOne {
            let destination = try #require(fixture.model.destination(of: relationship))
            let list = try RowList(
              destination, from: RowList.Start(relationship, of: key), through: access)
            lines.append(
              "\(entity.name) \(key) \(relationship.name) => \(try await fixture.text(list, access))"
            )
          }
        }
      }
    }
    return lines + access.notices.map { "notice => \($0)" }
  }

  private static func answers(
    _ fixture: AccessFixture, _ entity: Entity, _ path: AttributePath, _ access: Access
  ) async throws -> [String] {
    var lines: [String] = []
    func ask(
      _ question: String, where qualifier: Qualifier = .everything, search: String = "",
      sort: [SortTerm] = []
    ) async throws {
      let list = try RowList(
        entity, columns: [path], where: qualifier, search: search, in: [path], sort: sort,
        through: access)
      lines.append(
        "\(entity.name) \(path.name) \(question) => \(try await fixture.text(list, access))")
    }
    for isDescending in [false, true] {
      for nullsFirst in [false, true] {
        let term = SortTerm(path, isDescending: isDescending, nullsFirst: nullsFirst)
        try await ask("sort \(isDescending) \(nullsFirst)", sort: [term])
      }
    }
    try await ask("null", where: .isNull(path))
    try await ask("not null", where: .not(.isNull(path)))
    for text in texts {
      try await ask("search \(text)", search: text)
      try await ask("equal \(text)", where: .compare(path, .equal, .text(text)))
      try await ask("not equal \(text)", where: .not(.compare(path, .equal, .text(text))))
      try await ask("less \(text)", where: .any([.compare(path, .less, .text(text)), .nothing]))
      try await ask("among \(text)", where: .isIn(path, [.text(text), 3]))
      try await ask("begins \(text)", where: .text(path, .beginsWith, text))
    }
    return lines
  }

  fileprivate static func text(_ row: RowList.Row, _ access: Access) -> String {
    let members = row.object.layout.names.map { name in
      "\(name)=\(row.object[name].map { "\($0)" } ?? "")"
    }
    return
      "\(row.key?.token ?? "-") \(row.values) \(row.related) \(members) \(access.canEdit(row)) \(access.displayName(of: row) ?? "-")"
  }
}

extension AccessFixture {
  /// All rows by pages of two, forth and back, with cursors and the count.
  fileprivate func text(_ list: RowList, _ access: Access) async throws -> String {
    let (pages, back, count) = try await file.read { connection in
      var pages = [try list.page(size: 2, on: connection)]
      while let next = pages.last?.next, pages.count < 9 {
        pages.append(try list.page(.after(next), size: 2, on: connection))
      }
      return (
        pages, try list.page(.last, size: 2, on: connection),
        try list.count(within: .seconds(600), on: connection)
      )
    }
    let texts = (pages + [back]).map { page in
      page.rows.map { SecretTests.text($0, access) }.joined(separator: "; ")
        + " \(page.previous?.token ?? "-") \(page.next?.token ?? "-")"
    }
    return "\(list.columns.map(\.name)) \(count) \(texts)"
  }
}
