/// A condition on rows of a table.
///
/// It is true or false for each row, never unknown: a comparison with a missing value is false, and
/// ``not(_:)`` holds for exactly the rows for which its part does not.
public indirect enum Qualifier: Hashable, Sendable {
  /// How a value compares with a column.
  ///
  /// SQLite converts the value as the type of the column demands.
  public enum Comparison: String, CaseIterable, Sendable {
    /// The same.
    case equal = "="
    /// There is a value, and it is another.
    case notEqual = "!="
    /// Before.
    case less = "<"
    /// Before or the same.
    case lessOrEqual = "<="
    /// After.
    case greater = ">"
    /// After or the same.
    case greaterOrEqual = ">="
  }

  /// How a text is looked for.
  ///
  /// Unless a case says otherwise, the case of ASCII letters does not count, and that of others does.
  public enum TextMatch: String, CaseIterable, Sendable {
    /// `*` stands for any text, `?` for one character.
    case like
    /// The text is a part.
    case contains
    /// The text is the beginning.
    case beginsWith
    /// The text is a part; neither case nor accents count.
    case resembles
    /// The text is the beginning of a word, in a column of a full-text table.
    ///
    /// In other columns it is as ``resembles``.
    case matches
  }

  /// All of these hold; with none of them it is always true.
  case all([Qualifier])
  /// One of these holds; with none of them it is never true.
  case any([Qualifier])
  /// The part does not hold.
  case not(Qualifier)
  /// A column compares with a value. With `NULL` it is never true; see ``isNull(_:)``.
  case compare(AttributePath, Comparison, Value)
  /// A column holds one of these values. `NULL` among them does not count.
  case isIn(AttributePath, [Value])
  /// A column holds `NULL`, or a step on the way leads nowhere.
  case isNull(AttributePath)
  /// A column holds a text, or a number written as text.
  case text(AttributePath, TextMatch, String)
  /// The row is at the end of a to-many or many-to-many relationship of the row with these values in
  /// the columns where the relationship begins.
  case linked(Relationship, from: [Value])

  /// True for each row.
  public static let everything = Qualifier.all([])
  /// True for no row.
  public static let nothing = Qualifier.any([])

  /// The tables whose rows it is about: one, unless it is always or never true.
  var roots: Set<Identifier> {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.roots) }
    case .not(let part): part.roots
    case .compare(let path, _, _), .isIn(let path, _), .isNull(let path), .text(let path, _, _):
      [path.root]
    case .linked(let relationship, _): [relationship.destination]
    }
  }
}
