import LuaRules

@testable import DirectToWeb

/// A database and rules, and the access of users to it.
struct AccessFixture {
  let database: TemporaryDatabase
  let file: DatabaseFile
  let facts: ModelFacts
  let rules: RuleModel

  var model: Model { facts.model }

  /// Makes a database; `rules` are entries of a rule file, with the default rules behind them.
  init(
    _ sql: String, rules: String, host: HostFunctions = [:], withDefaults: Bool = true
  ) async throws {
    try await self.init(
      try TemporaryDatabase(sql), rules: rules, host: host, withDefaults: withDefaults)
  }

  /// Opens a database.
  init(
    _ database: TemporaryDatabase, rules: String, host: HostFunctions = [:],
    withDefaults: Bool = true
  ) async throws {
    self.database = database
    file = try database.open()
    facts = ModelFacts(Model(try await file.read(Schema.init)), canWrite: true)
    let own = try RuleModel(text: "return { \(rules) }", schema: .pages, host: host)
    self.rules = withDefaults ? own.fallback(try .defaultPageRules()) : own
  }

  private static let columns = RecordLayout(members: [
    ("name", String.self), ("team", Int.self), ("states", [String].self),
  ])

  func access(_ name: String = "ann", team: Int = 1, rules: RuleModel? = nil) throws -> Access {
    var context = RuleContext(rules ?? self.rules)
    context.database = DatabaseFacts(model, name: "test")
    context.task = "list"
    context.user = try RuleRecord(Self.columns, values: [name, team, ["open", "done"]])
    return Access(context, to: facts)
  }

  func entity(_ name: String) throws -> Entity { try model.entity(named: name) }

  func path(_ name: String, _ entity: String) throws -> AttributePath {
    try model.path(name, from: try self.entity(entity))
  }

  /// All paths of a table along up to some to-one steps, with and without rights.
  func paths(_ entity: Entity, steps: Int = 2) throws -> [AttributePath] {
    var paths = entity.attributes.map(AttributePath.init)
    guard steps > 0 else { return paths }
    for step in entity.relationships where step.kind == .toOne {
      guard let destination = model.destination(of: step) else { continue }
      paths += try self.paths(destination, steps: steps - 1).map { try $0.lifted(along: [step]) }
    }
    return paths
  }

  /// The keys of the rows that are listed.
  func keys(
    _ entity: String, where qualifier: Qualifier = .everything, search: String = "",
    in searched: [String] = [], sort: [String] = [], from start: RowList.Start? = nil,
    _ access: Access
  ) async throws -> [String?] {
    let list = try RowList(
      try self.entity(entity), where: qualifier, search: search,
      in: try searched.map { try path($0, entity) },
      sort: try sort.map { SortTerm(try path($0, entity)) }, from: start, through: access)
    return try await file.read { try list.page(size: 1000, on: $0).rows.map(\.key?.token) }
  }
}

extension AccessFixture {
  /// Makes teams with persons and tasks; persons see their team, the tasks of its members, and public
  /// tasks.
  ///
  /// `secret` is a text in each row that only one `team` may see, in tags and notes for nobody else, and
  /// in each salary. `extra` are further statements.
  static func teams(
    secret: String, of team: Int = 2, extra: String = "", rules: String = teamRules
  ) async throws -> AccessFixture {
    try await AccessFixture(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE person (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, team_id INTEGER REFERENCES team,
        salary TEXT);
      CREATE TABLE task (
        id INTEGER PRIMARY KEY, title TEXT, state TEXT, is_public BOOLEAN,
        person_id INTEGER REFERENCES person, picture BLOB);
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      CREATE TABLE task_tag (
        task_id INTEGER NOT NULL REFERENCES task, tag_id INTEGER NOT NULL REFERENCES tag,
        PRIMARY KEY (task_id, tag_id));
      CREATE TABLE note (
        id INTEGER PRIMARY KEY, title TEXT, team_id INTEGER REFERENCES team,
        person_id INTEGER REFERENCES person);
      CREATE TABLE login (login_name TEXT PRIMARY KEY, n INT) WITHOUT ROWID;
      CREATE VIEW person_names AS SELECT id, name FROM person;
      INSERT INTO team VALUES (\(3 - team), 'red'), (\(team), '\(secret) team');
      INSERT INTO person VALUES
        (1, 'Ann', \(3 - team), '\(secret) 1'), (2, 'bob', \(3 - team), '\(secret) 2'),
        (3, '\(secret) person', \(team), '\(secret) 3');
      INSERT INTO task VALUES
        (1, 'paint', 'open', 0, 1, x'01'), (2, 'wash', 'done', 0, 2, NULL), (3, NULL, NULL, 1, NULL, NULL),
        (4, 'party', 'open', 1, 3, x'02'), (5, '\(secret) task', '\(secret) state', 0, 3, NULL);
      INSERT INTO tag VALUES (1, 'big'), (2, '\(secret) tag');
      INSERT INTO task_tag VALUES (1, 1), (5, 1), (5, 2), (1, 2);
      INSERT INTO note VALUES (1, 'hello', \(3 - team), 1), (2, '\(secret) note', \(3 - team), 3);
      INSERT INTO login VALUES ('\(secret) a', 1), ('\(secret) b', 2), ('\(secret) c', 3);
      \(extra)
      """, rules: rules)
  }

  static let teamRules = """
    { key = "visibleRows", rules = {
      { when = { entity = { name = "team" } }, value = function(c) return { id = c.user.team } end },
      { when = { entity = { name = "person" } }, value = function(c) return { team_id = c.user.team } end },
      { when = { entity = { name = "note" } },
        value = function(c) return { ["person.team_id"] = c.user.team } end },
      { when = { entity = { name = "task" } }, value = function(c)
        return { any = { { person = { team_id = c.user.team } }, { is_public = true } } }
      end },
      { when = { entity = { name = "tag" } }, value = { name = { isNot = { "SECRET tag", "other tag" } } } },
      { when = { entity = { name = "person_names" } }, value = null },
    } },
    { key = "isPropertyVisible", when = { propertyKey = { "salary", "person_id", "login_name" } }, value = false },
    """
}

extension RowCount {
  var number: Int? {
    if case .exactly(let count) = self { count } else { nil }
  }
}
