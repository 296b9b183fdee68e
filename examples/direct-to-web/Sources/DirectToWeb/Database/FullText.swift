/// A module of SQLite that finds words in texts.
public enum FullText: Hashable, Sendable {
  /// FTS3 and FTS4.
  case fts4
  /// FTS5.
  case fts5

  /// Finds the module of a virtual table; nil for tables of other modules.
  init?(_ table: Schema.Table) {
    guard table.kind == .virtual else { return nil }
    let tokens = Tokenizer.tokens(of: table.sql).map(\.token)
    guard let using = tokens.firstIndex(where: { $0.isWord("USING") }), using + 1 < tokens.count
    else { return nil }
    switch tokens[using + 1].name?.lowercased() {
    case "fts3", "fts4": self = .fts4
    case "fts5": self = .fts5
    default: return nil
    }
  }

  /// The query for words that begin like a text.
  ///
  /// - SOURCE: sqlite.org/fts5.html, 3.3; sqlite.org/fts3.html, 3. In quotes, operators are words.
  func query(beginningWith text: String) -> String {
    switch self {
    case .fts4: "\"" + text.unicodeScalars.map { $0 == "\"" ? " " : String($0) }.joined() + "*\""
    case .fts5: "\"" + text.doubling("\"") + "\"*"
    }
  }
}
