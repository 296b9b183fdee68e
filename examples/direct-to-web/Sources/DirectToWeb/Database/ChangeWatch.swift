import GRDB
import Synchronization

/// What changed in a file.
public enum DatabaseChange: Hashable, Sendable {
  /// Some rows.
  case data
  /// Tables, views, indexes or triggers, perhaps rows too.
  case schema
}

extension DatabaseFile {
  /// Tells of all commits, of this program and of others.
  ///
  /// It asks SQLite at each interval on a connection of its own. What happens between two questions
  /// is told once. The stream ends when its task is cancelled or when the file cannot be read any more.
  ///
  /// - Throws: ``DirectToWebError`` when the file cannot be opened.
  public func changes(every interval: Duration = .milliseconds(250)) throws
    -> AsyncStream<DatabaseChange>
  {
    let versions = try VersionReader(ConnectionPlan(path: path, options: options))
    let last = Mutex(try versions.read())
    return AsyncStream {
      while (try? await Task.sleep(for: interval)) != nil {
        guard let now = try? versions.read() else { break }
        let before = last.withLock { last in
          defer { last = now }
          return last
        }
        if now.schema != before.schema { return .schema }
        if now.data != before.data { return .data }
      }
      return nil
    }
  }
}

private struct VersionReader: Sendable {
  struct Versions: Sendable {
    var data: Int
    var schema: Int
  }

  private let queue: DatabaseQueue

  init(_ plan: ConnectionPlan) throws {
    do {
      // It reads two numbers and nothing of the schema, which may come to need trust.
      queue = try plan.connect(
        isReadOnly: true, needs: SchemaNeeds(trustsSchema: SchemaNeeds.isTrustHarmless))
    } catch let error as DatabaseError {
      throw DirectToWebError(opening: plan.path, error)
    }
  }

  /// Reads two numbers that SQLite changes with each commit of another connection.
  func read() throws -> Versions {
    try queue.read {
      Versions(
        data: try Int.fetchOne($0, sql: "PRAGMA main.data_version") ?? 0,
        schema: try Int.fetchOne($0, sql: "PRAGMA main.schema_version") ?? 0)
    }
  }
}
