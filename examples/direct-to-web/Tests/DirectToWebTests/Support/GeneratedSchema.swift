@testable import DirectToWeb

/// The text of a schema that nobody thought of.
struct GeneratedSchema {
  private var generator: SeededGenerator
  private(set) var tableCount = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "a", "B", "é", "e\u{301}", "\"", "'", "]", "[", "`", " ", ".", ",", "(", ")", "--", "/*", "%",
    "🦊", "\u{200D}", "\u{0301}", "select", "rowid", "\n", "\\", ";", "?", ":x", "\u{FEFF}", "ß",
  ]
  private static let types = [
    "", "INTEGER", "int", "TEXT", "VARCHAR(20)", "REAL", "DOUBLE PRECISION", "BLOB", "NUMERIC",
    "BOOLEAN", "DATE", "DATETIME", "\"odd type\"", "FLOATING POINT",
  ]
  private static let defaults = ["", " DEFAULT 1", " DEFAULT 'x''y'", " DEFAULT (1 + 2)"]

  private mutating func name() throws -> String {
    let length = Int.random(in: 0...4, using: &generator)
    var name = ""
    for _ in 0..<length { name += try Self.pieces.random(&generator) }
    return name
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.doubling("\"") + "\""
  }

  /// Names that SQLite takes for different ones.
  private mutating func names(_ count: Int, prefix: String = "") throws -> [String] {
    var seen: Set<[UInt8]> = []
    var names: [String] = []
    while names.count < count {
      let name = prefix + (try name())
      if seen.insert(name.utf8.map(\.asciiLowercased)).inserted { names.append(name) }
    }
    return names
  }

  mutating func sql() throws -> String {
    tableCount = Int.random(in: 2...7, using: &generator)
    var known: [(table: String, key: [String])] = []
    var statements: [String] = []
    for table in try names(tableCount) {
      let columns = try names(Int.random(in: 1...8, using: &generator))
      let keyCount = Int.random(in: 0...min(3, columns.count), using: &generator)
      let key = Array(columns.shuffled(using: &generator).prefix(keyCount))
      var parts: [String] = []
      for column in columns {
        let notNull = generator.chance(1, in: 3) ? " NOT NULL" : ""
        let unique = generator.chance(1, in: 5) ? " UNIQUE" : ""
        let collation = generator.chance(1, in: 5) ? " COLLATE NOCASE" : ""
        parts.append(
          quoted(column) + " " + (try Self.types.random(&generator)) + notNull + unique + collation
            + (try Self.defaults.random(&generator)))
      }
      if !key.isEmpty {
        parts.append("PRIMARY KEY (\(key.map(quoted).joined(separator: ", ")))")
      }
      for other in known where other.key.count <= columns.count && generator.chance(1, in: 3) {
        let own = columns.shuffled(using: &generator).prefix(other.key.count)
        let list = other.key.map(quoted).joined(separator: ", ")
        parts.append(
          "FOREIGN KEY (\(own.map(quoted).joined(separator: ", "))) REFERENCES "
            + quoted(other.table) + (generator.chance(1, in: 2) ? " (\(list))" : "")
            + (generator.chance(1, in: 3) ? " ON DELETE CASCADE" : ""))
      }
      let options = !key.isEmpty && generator.chance(1, in: 3) ? " WITHOUT ROWID" : ""
      statements.append(
        "CREATE TABLE \(quoted(table)) (\(parts.joined(separator: ",\n  ")))\(options);")
      if !key.isEmpty { known.append((table, key)) }
      if generator.chance(1, in: 2) {
        let index = quoted("i\(statements.count)" + (try name()))
        statements.append(
          "CREATE INDEX \(index) ON \(quoted(table)) (\(quoted(columns[0])) DESC);")
      }
      if generator.chance(1, in: 3) {
        let view = quoted("v\(statements.count)" + (try name()))
        statements.append("CREATE VIEW \(view) AS SELECT * FROM \(quoted(table));")
      }
    }
    return statements.joined(separator: "\n")
  }
}
