/// How saving a form ended.
public enum SaveResult: Sendable {
  /// It is done; no change when nothing was changed.
  case saved([RowChange])
  /// The form, with what was typed and what is wrong with it.
  case invalid(Form)
  /// Others changed the same fields; the page to choose.
  case conflict(ConflictForm)
  /// The row is not there any more, or may not be seen; what was typed, for copying.
  case gone([ConflictForm.Line])
  /// The user may not do that.
  case refused(AccessNotice)
  /// What was shown is missing, was changed on the way, or belongs to another row, user or secret.
  case wrongSeal
}

/// The page for fields that somebody else changed, too.
public struct ConflictForm: Sendable {
  /// A field and what was typed.
  public struct Line: Hashable, Sendable {
    /// The label.
    public let label: String
    /// What people read.
    public let text: String
  }

  /// A field that both changed.
  public struct Field: Hashable, Sendable {
    /// The name in HTML.
    public let token: String
    /// The label.
    public let label: String
    /// What was shown.
    public let original: String
    /// What is stored now.
    public let theirs: String
    /// What the user wants, for people.
    public let yours: String
    /// What the user wants, as the browser sent it.
    public let yoursValue: String
    /// The columns, with what is stored in them now.
    let theirValues: [ColumnValue]
  }

  /// The table.
  public let entity: Entity
  /// The row.
  public let key: RowKey
  /// The fields that both changed.
  public let fields: [Field]
  /// All other fields, as they were sent: names and values.
  public let keptFields: [(name: String, value: String)]
  /// What is stored now, sealed: the hidden field `original`.
  public let original: String
}
