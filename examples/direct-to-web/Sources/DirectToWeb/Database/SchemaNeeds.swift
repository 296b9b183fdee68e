import GRDB

/// What the schema of a file needs of a connection, beyond what every connection has.
struct SchemaNeeds: Hashable, Sendable {
  /// Whether double quotes around a word that is no name mean a text: an old view or trigger needs that.
  var acceptsDoubleQuotedStrings = false
  /// Whether the schema may use functions and virtual tables that SQLite does not mark as innocuous.
  ///
  /// `trusted_schema` is on for such a file.
  var trustsSchema = false

  /// Whether a trusted schema can call nothing that has side effects.
  ///
  /// Some versions of SQLite do not mark their JSON functions and full-text tables as innocuous, so that a
  /// schema that uses them does not even load. Each function and module of this SQLite that is not marked
  /// has to be known. Those marked "direct only", such as `load_extension`, are never open to a schema.
  static let isTrustHarmless = findUnknown().isEmpty

  /// The names that are not known to be harmless.
  static func findUnknown() -> [String] {
    // SOURCE: the flags SQLITE_INNOCUOUS and SQLITE_DIRECTONLY of sqlite3.h.
    let sql = """
      SELECT lower(name) FROM pragma_function_list WHERE NOT flags & 0x280000 AND name NOT LIKE 'swift%'
      UNION SELECT lower(name) FROM pragma_module_list WHERE name NOT LIKE 'pragma\\_%' ESCAPE '\\'
      """
    do {
      let names = try DatabaseQueue().read { try String.fetchAll($0, sql: sql) }
      return names.filter { !harmless.contains($0) }
    } catch {
      return ["\(error)"]
    }
  }

  /// Functions and modules of SQLite that read their arguments and tables of the same file only.
  private static let harmless: Set = [
    "->", "->>", "json", "json_array", "json_array_length", "json_error_position", "json_extract",
    "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch",
    "json_pretty", "json_quote", "json_remove", "json_replace", "json_set", "json_type",
    "json_valid", "json_each", "json_tree",
    "bm25", "fts3", "fts3tokenize", "fts4", "fts4aux", "fts5", "fts5_source_id", "fts5vocab",
    "highlight", "match", "matchinfo", "offsets", "optimize", "snippet",
    "rtree", "rtree_i32", "rtreecheck", "rtreedepth", "rtreenode", "dbstat", "sqlite_stmt",
  ]
}
