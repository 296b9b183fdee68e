import Foundation

@testable import DirectToWeb

/// The same facts about a schema, each as a list of texts, from two sources.
enum SchemaFacts {
  /// Asks Python's `sqlite3`.
  static func dumped(_ path: String) throws -> [[String]] {
    let data = try Python.output(of: [try TemporaryDatabase.resource("dump.py").path, path])
    return try JSONDecoder().decode([[String]].self, from: data)
  }

  /// Writes what we read in the same form.
  static func read(_ schema: Schema) -> [[String]] {
    var lines = schema.unreadable.keys.map { ["unreadable", $0] }
    for table in schema.tables {
      let name = table.name.name
      lines.append(
        ["table", name, table.kind.rawValue, table.isWithoutRowID.digit, table.isStrict.digit])
      for column in table.columns {
        lines.append([
          "column", name, column.name.name, column.declaredType, column.isNotNull.digit,
          column.defaultSQL ?? "", "\(column.primaryKeyPosition)", "\(column.visibility.rawValue)",
        ])
      }
      for key in table.foreignKeys {
        for (place, column) in key.columns.enumerated() {
          let other = key.otherColumns.isEmpty ? "" : key.otherColumns[place].name
          lines.append([
            "key", name, "\(key.number)", "\(place)", key.table.name, column.name, other,
            key.onUpdate, key.onDelete,
          ])
        }
      }
      for index in table.indexes {
        lines.append([
          "index", name, index.name.name, index.isUnique.digit, index.origin.rawValue,
          index.isPartial.digit,
        ])
        for (place, part) in index.parts.enumerated() {
          lines.append([
            "part", name, index.name.name, "\(place)", part.column?.name ?? "",
            part.isDescending.digit, part.collation,
          ])
        }
      }
    }
    return lines.sorted { left, right in
      left.lexicographicallyPrecedes(right) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }
}

extension Bool {
  fileprivate var digit: String { self ? "1" : "0" }
}
