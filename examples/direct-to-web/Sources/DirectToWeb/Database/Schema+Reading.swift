import GRDB

extension Schema {
  /// Reads the schema `main`.
  ///
  /// Names are bound to SQLite's table-valued functions, so they may hold any character. A table that
  /// cannot be read is listed in ``unreadable`` and hides no other.
  public init(_ connection: Connection) throws {
    let heads = try connection.rows(
      """
      SELECT l.name, l.type, l.wr, l.strict, m.sql
      FROM pragma_table_list l LEFT JOIN main.sqlite_master m ON m.name = l.name AND m.type IN ('table', 'view')
      WHERE l.schema = 'main' ORDER BY l.name
      """, read: TableHead.init)
    for head in heads where !head.text.utf8.starts(with: "sqlite_".utf8) {
      guard let name = head.name, let kind = head.kind else {
        unreadable[head.text] = "the name is not UTF-8"
        continue
      }
      do {
        var table = try Table(name, kind, head, connection)
        if kind == .view { table.insteadOf = try Self.insteadOf(name, connection) }
        tables.append(table)
      } catch let error as DatabaseError {
        unreadable[head.text] = error.message ?? "SQLite gives no reason"
      } catch is MalformedName {
        unreadable[head.text] = "the name of a column is not UTF-8"
      }
    }
    tables.sort { $0.name < $1.name }
  }

  /// The changes for which a view has triggers.
  private static func insteadOf(
    _ view: Identifier, _ connection: Connection
  ) throws -> Set<Table.Change> {
    let triggers = try connection.rows(
      """
      SELECT sql FROM main.sqlite_master
      WHERE type = 'trigger' AND tbl_name = \(bound: .text(view.name)) COLLATE NOCASE
      """
    ) { row in row[0] as String? ?? "" }
    let changes = triggers.flatMap { sql in
      let tokens = Tokenizer.tokens(of: sql).map(\.token)
      return Table.Change.allCases.filter { change in
        tokens.indices.dropLast(2).contains { index in
          tokens[index].isWord("INSTEAD") && tokens[index + 1].isWord("OF")
            && tokens[index + 2].isWord(change.rawValue)
        }
      }
    }
    return Set(changes)
  }
}

private struct MalformedName: Error {}

/// A row of `pragma_table_list`.
private struct TableHead {
  var name: Identifier?
  var text: String
  var kind: Schema.Table.Kind?
  var isWithoutRowID: Bool
  var isStrict: Bool
  var sql: String

  init(_ row: Row) throws {
    name = try Identifier(column: 0, of: row)
    text = row[0]
    kind = Schema.Table.Kind(rawValue: row[1])
    isWithoutRowID = row[2]
    isStrict = row[3]
    sql = row[4] ?? ""
  }
}

extension Identifier {
  fileprivate static func required(_ index: Int, _ row: Row) throws -> Identifier {
    guard let name = try Identifier(column: index, of: row) else { throw MalformedName() }
    return name
  }
}

extension Schema.Table {
  fileprivate init(
    _ name: Identifier, _ kind: Kind, _ head: TableHead, _ connection: Connection
  ) throws {
    let bound: SQL = "\(bound: .text(name.name)), 'main'"
    self.init(
      name: name, kind: kind, isWithoutRowID: head.isWithoutRowID, isStrict: head.isStrict,
      sql: head.sql,
      columns: try connection.rows(
        """
        SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(\(bound)) ORDER BY cid
        """, read: Schema.Column.init),
      foreignKeys: try Self.foreignKeys(bound, connection),
      indexes: try Self.indexes(bound, connection))
  }

  private static func foreignKeys(_ bound: SQL, _ connection: Connection) throws
    -> [Schema.ForeignKey]
  {
    var keys: [Schema.ForeignKey] = []
    _ = try connection.rows(
      """
      SELECT id, "table", "from", "to", on_update, on_delete
      FROM pragma_foreign_key_list(\(bound)) ORDER BY id, seq
      """
    ) { row in
      if keys.last?.number != row[0] {
        keys.append(
          Schema.ForeignKey(
            number: row[0], table: try .required(1, row), columns: [], otherColumns: [],
            onUpdate: row[4], onDelete: row[5]))
      }
      keys[keys.count - 1].columns.append(try .required(2, row))
      if let other = try Identifier(column: 3, of: row) {
        keys[keys.count - 1].otherColumns.append(other)
      }
    }
    return keys
  }

  private static func indexes(_ bound: SQL, _ connection: Connection) throws -> [Schema.Index] {
    let indexes = try connection.rows(
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(\(bound)) ORDER BY seq"
    ) { row in
      Schema.Index(
        name: try .required(0, row), isUnique: row[1], origin: .init(rawValue: row[2]) ?? .created,
        isPartial: row[3], parts: [])
    }
    return try indexes.map { index in
      var index = index
      index.parts = try connection.rows(
        """
        SELECT name, "desc", coll FROM pragma_index_xinfo(\(bound: .text(index.name.name)), 'main')
        WHERE key ORDER BY seqno
        """
      ) { row in
        Schema.Index.Part(
          column: try Identifier(column: 0, of: row), isDescending: row[1], collation: row[2])
      }
      return index
    }
  }
}

extension Schema.Column {
  fileprivate init(_ row: Row) throws {
    self.init(
      name: try .required(0, row), declaredType: row[1], isNotNull: row[2], defaultSQL: row[3],
      primaryKeyPosition: row[4], visibility: Visibility(rawValue: row[5]) ?? .ordinary)
  }
}
