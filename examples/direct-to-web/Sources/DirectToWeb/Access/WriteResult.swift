/// How a write ended.
///
/// Everything but ``written(_:)`` leaves the database as it was.
public enum WriteResult: Hashable, Sendable {
  /// It is done; without a change nothing was written.
  case written([RowChange])
  /// There are no such rows, or they may not be seen.
  case notFound([RowKey])
  /// The rules, or the database, do not let the user change this.
  case refused(AccessNotice)
  /// Others have changed the same fields since they were shown.
  case conflict([RowConflict])
  /// The row cannot be as it was wanted.
  case invalid([RowProblem])
}

/// A field that somebody else has changed meanwhile.
public struct RowConflict: Hashable, Sendable {
  /// The row.
  public let key: RowKey
  /// The column, or the to-one relationship.
  public let property: Property
  /// What was shown, for each column of the property.
  public let original: [Value]
  /// What is stored now.
  public let theirs: [Value]
  /// What is wanted; nil where the row is to be deleted.
  public let yours: [Value]?
}

/// Why a row cannot be written as it was wanted.
public struct RowProblem: Hashable, Sendable, Error {
  /// What kind of problem.
  public enum Kind: String, Sendable {
    /// Another row has the same values.
    case unique
    /// A value is missing.
    case missing
    /// A `CHECK` does not hold.
    case check
    /// The row that it leads to does not exist, or may not be seen.
    case noSuchRow
    /// The column takes no value of this type.
    case type
    /// A trigger refuses; the message is its own.
    case trigger
    /// The row filter would hide the row.
    case outsideFilter
    /// Other rows refer to it.
    case referred
    /// Two fields want different values of one column.
    case contradiction
    /// A rule of `validate` objects; the message is its own.
    case rule
    /// A rule failed.
    case failedRule
    /// A text is no value of the field, or too long, too small or too great.
    case value
    /// Something else.
    case other
  }

  /// The kind.
  public let kind: Kind
  /// The columns and relationships that it is about; none: the row as a whole.
  public let properties: [Property]
  /// A sentence for the user, which tells nothing of rows that may not be seen.
  public let message: String

  /// Creates a problem.
  public init(_ kind: Kind, _ properties: [Property] = [], _ message: String) {
    self.kind = kind
    self.properties = properties
    self.message = message
  }
}

/// Ends a transaction without a change.
struct Rejected: Error {
  let result: WriteResult

  init(_ result: WriteResult) { self.result = result }

  init(_ problems: [RowProblem]) { result = .invalid(problems) }
}
