import Foundation

extension DirectToWebError.Code {
  /// The file of the history is another database, or cannot be read or written.
  public static let historyUnusable = Self(rawValue: "historyUnusable")
}

/// "LRDH" in ASCII: what SQLite keeps as the application of a file, to tell histories from other databases.
private let historyApplication: Int64 = 0x4C52_4448

extension Connection {
  var isHistory: Bool {
    get throws { try rows("PRAGMA application_id") == [[.integer(historyApplication)]] }
  }

  var isEmpty: Bool {
    get throws {
      try rows("SELECT count(*) FROM sqlite_master") == [[0]]
        && rows("PRAGMA application_id") == [[0]]
    }
  }

  func createHistory() throws {
    try execute("PRAGMA application_id = 0x4C524448")
    try execute(
      """
      CREATE TABLE IF NOT EXISTS change (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed')),
        milliseconds INTEGER NOT NULL,
        user TEXT,
        entity TEXT NOT NULL,
        row TEXT NOT NULL,
        kind TEXT NOT NULL,
        columns TEXT NOT NULL)
      """)
    let columns = try rows("SELECT name FROM pragma_table_info('change')").flatMap(\.self)
    if !columns.contains("operation") {
      try execute("ALTER TABLE change ADD COLUMN operation INTEGER")
      try execute("ALTER TABLE change ADD COLUMN consequence INTEGER NOT NULL DEFAULT 0")
    }
    try execute("CREATE INDEX IF NOT EXISTS change_of_operation ON change (operation, number)")
    try execute("CREATE INDEX IF NOT EXISTS change_of_row ON change (entity, row, number)")
    try execute("CREATE INDEX IF NOT EXISTS change_of_entity ON change (entity, number)")
    try execute(
      "CREATE INDEX IF NOT EXISTS change_pending ON change (number) WHERE state = 'pending'")
  }

  /// Appends an entry.
  func append(
    _ change: HistoryChange, state: String, _ milliseconds: Int64, operation: Int64? = nil
  ) throws {
    let columns = String(decoding: try JSONEncoder().encode(change.recordedColumns), as: UTF8.self)
    try execute(
      """
      INSERT INTO change
        (state, milliseconds, user, entity, row, kind, columns, operation, consequence)
      VALUES (
        \(bound: .text(state)), \(bound: .integer(milliseconds)),
        \(bound: change.user.map(Value.text) ?? .null), \(bound: .text(change.entity)),
        \(bound: .text(change.row)), \(bound: .text(change.kind.rawValue)), \(bound: .text(columns)),
        \(bound: operation.map(Value.integer) ?? .null), \(bound: change.isConsequence ? 1 : 0))
      """)
  }

  /// Deletes an entry that is pending.
  func discard(_ number: Int64) throws {
    try execute(
      "DELETE FROM change WHERE number = \(bound: .integer(number)) AND state = 'pending'")
  }

  /// Reads the entries for which a condition holds, with what follows the condition.
  func entries(_ condition: SQL) throws -> [HistoryEntry] {
    try rows(
      """
      SELECT number, state, milliseconds, user, entity, row, kind, columns, operation, consequence
      FROM change WHERE \(condition)
      """
    ).map { try HistoryEntry(row: $0) }
  }
}

extension HistoryEntry {
  fileprivate init(row values: [Value]) throws {
    guard case .integer(let number) = values[0], case .text(let state) = values[1],
      case .integer(let milliseconds) = values[2], case .text(let entity) = values[4],
      case .text(let row) = values[5], case .text(let kindName) = values[6],
      let kind = HistoryChangeKind(rawValue: kindName), case .text(let columns) = values[7]
    else { throw DirectToWebError(.historyUnusable, "an entry of the history is broken") }
    let user: String? = if case .text(let user) = values[3] { user } else { nil }
    do {
      self.init(
        number: number, milliseconds: milliseconds, isConfirmed: state == "confirmed", user: user,
        entity: entity, row: row, kind: kind,
        columns: try JSONDecoder().decode([ColumnChange].self, from: Data(columns.utf8)),
        operation: { if case .integer(let operation) = $0 { operation } else { nil } }(values[8]),
        isConsequence: values[9] == 1)
    } catch {
      throw DirectToWebError(.historyUnusable, "entry \(number) of the history is broken: \(error)")
    }
  }
}
