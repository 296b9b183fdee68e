import Foundation

/// A `CHECK` constraint, and what it says in words that a form understands.
public struct CheckConstraint: Hashable, Sendable {
  /// What a constraint demands of one column, whatever the others hold.
  ///
  /// `NULL` satisfies all of these.
  public enum Demand: Hashable, Sendable {
    /// The value is one of these.
    case oneOf([Value])
    /// The number is at least this one, or greater.
    case minimum(Value, isExclusive: Bool)
    /// The number is at most this one, or less.
    case maximum(Value, isExclusive: Bool)
    /// The text has at least so many characters (code points).
    case minimumLength(Int)
    /// The text has at most so many characters (code points).
    case maximumLength(Int)
  }

  /// A demand and the column that it is about.
  public struct ColumnDemand: Hashable, Sendable {
    /// The column.
    public var column: Identifier
    /// What is demanded.
    public var demand: Demand
  }

  /// The name that the statement gives it.
  public let name: String?
  /// The expression, as written.
  public let expression: String
  /// The columns that the expression names.
  public let columns: [Identifier]
  /// What is understood of it; each of them must hold.
  public let demands: [ColumnDemand]

  /// Whether it says that a column holds JSON, or `NULL`.
  func demandsJSON(of column: Identifier) -> Bool { json.contains(column) }

  /// The tokens of the expression.
  let tokens: [Token]
  /// The columns that it asks for JSON.
  private let json: Set<Identifier>

  /// What SQLite's error message says after `CHECK constraint failed: `.
  ///
  /// SQLite takes an expression that begins with a quote for a quoted name, and shows that alone.
  var messageText: String {
    if let name { return name }
    guard let first = expression.utf8.first, "\"'`[".utf8.contains(first),
      let token = Tokenizer.tokens(of: expression).first?.token
    else { return expression }
    return token.name ?? token.textValue ?? expression
  }

  init(name: String?, source: String, tokens: [Token], table: Schema.Table) {
    self.name = name
    expression = source.trimmingCharacters(in: .whitespacesAndNewlines)
    self.tokens = tokens
    var seen: Set<Identifier> = []
    columns = tokens.compactMap { $0.name.flatMap(table.column)?.name }
      .filter { seen.insert($0).inserted }
    demands = CheckReader(table: table).demands(of: tokens[...])
    // Only the whole condition, or one part of it: not one that a NOT or CASE turns around.
    let isPlain = !tokens.contains { $0.isWord("NOT") || $0.isWord("CASE") }
    json = Set(
      tokens.indices.compactMap { index in
        guard isPlain, tokens[index].isWord("json_valid"), index + 3 < tokens.count,
          tokens[index + 1] == .symbol("("), tokens[index + 3] == .symbol(")")
        else { return nil }
        return tokens[index + 2].name.flatMap(table.column)?.name
      })
  }
}
