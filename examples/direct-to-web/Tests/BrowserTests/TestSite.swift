import DirectToWeb
import Foundation
import GRDB
import Logging
import LuaRules

/// A site of its own, with a small library as its database, on a port of this process.
actor TestSite {
  private static let schema = """
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE book (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL CHECK (length(title) <= 80),
      pages INTEGER,
      price DECIMAL(10, 2) CHECK (price >= 0),
      bought DATE,
      opened TIMESTAMP,
      is_lent BOOLEAN NOT NULL DEFAULT 0 CHECK (is_lent IN (0, 1)),
      state TEXT CHECK (state IN ('new', 'good', 'worn')),
      shelf_id INTEGER REFERENCES shelf,
      notes CLOB,
      cover BLOB,
      sequel_id INTEGER REFERENCES book);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE book_tag (
      book_id INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
      tag_id INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (book_id, tag_id));
    INSERT INTO shelf VALUES (1, 'Hall'), (2, 'Attic');
    INSERT INTO tag VALUES (1, 'fast'), (2, 'sad'), (3, 'long');
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 120)
    INSERT INTO book SELECT n, 'Book ' || n, 80 + n * 7 % 400, n * 1.25, date('2024-01-01', n || ' days'),
      datetime('2024-05-01 10:30:00', n || ' hours'), n % 3 = 0,
      CASE n % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'good' WHEN 2 THEN 'worn' END,
      CASE n % 5 WHEN 0 THEN NULL ELSE 1 + n % 2 END,
      CASE WHEN n % 2 = 0 THEN 'A longer text about book ' || n || ', which somebody wrote down.' END,
      CASE WHEN n = 1 THEN x'89504E47' END, NULL FROM number;
    INSERT INTO book_tag VALUES (1, 1), (1, 3), (2, 2);
    """

  /// Opens the page for everything that makers of rules use.
  static let debug = #"return { { key = "debug", value = true } }"#

  /// Ends without a slash.
  nonisolated let address: String
  nonisolated let rules: URL
  private let server: SiteServer
  private var running: Task<Void, any Error>

  private init(
    address: String, rules: URL, server: SiteServer, running: Task<Void, any Error>
  ) {
    self.address = address
    self.rules = rules
    self.server = server
    self.running = running
  }

  /// Serves a site as long as the body runs.
  ///
  /// `rules` is the text of `a.lua` in the folder of rules, `password` that of the user `ann`; where it is
  /// nil nobody signs in.
  static func run(
    rules text: String = debug, password: String? = nil,
    _ body: (TestSite) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("direct-to-web-\(UUID().uuidString)")
    let rules = folder.appendingPathComponent("rules")
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("library.db").path
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: schema) }
    try queue.close()
    try Data(text.utf8).write(to: rules.appendingPathComponent("a.lua"))

    var options = Site.Options()
    options.rulesFolder = rules
    options.history = try await History(path: folder.appendingPathComponent("history.db").path)
    if let password {
      let users = UserFile(path: folder.appendingPathComponent("users.json").path)
      let hasher = PasswordHasher(
        cost: ScryptCost(logRounds: 4, blockSize: 8, parallelism: 1) ?? .standard)
      try users.add(try User(name: "ann", password: try await hasher.hash(password)))
      options.signIn = SignIn(users: users, hasher: hasher)
    }
    let live = try LiveRuleModel(contentsOf: rules, schema: .pages)
    var server = SiteServer(
      try await Site(try DatabaseFile(path: path), rules: live, options: options))
    server.port = 0
    server.logger.logLevel = .critical
    let (address, running) = try await start(server)
    server.port = URL(string: address)?.port ?? 0
    let site = TestSite(address: address, rules: rules, server: server, running: running)
    let result: Result<Void, any Error>
    do { result = .success(try await body(site)) } catch { result = .failure(error) }
    await site.stop()
    try result.get()
  }

  private static func start(_ server: SiteServer) async throws -> (String, Task<Void, any Error>) {
    let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
    let running = Task {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0) }
    }
    for await address in addresses { return (String(address.dropLast()), running) }
    try await running.value
    throw WebDriver.Failure(description: "the server did not start")
  }

  /// Ends the server.
  func stop() async {
    running.cancel()
    _ = try? await running.value
  }

  /// Serves again, on the same port.
  func restart() async throws { running = try await Self.start(server).1 }

  /// Saves a file of rules, as an editor would.
  nonisolated func save(_ text: String, in name: String = "a.lua") throws {
    try Data(text.utf8).write(to: rules.appendingPathComponent(name), options: .atomic)
  }
}
