/// That something was refused, and why, for whoever looks at the page.
///
/// It holds names and the text of an error, and no value of a row that was refused.
public struct AccessNotice: Hashable, Sendable, CustomStringConvertible {
  /// The key of the right, such as `visibleRows`.
  public var key: String
  /// What was refused: a table, or a table and a property, such as `order.customer`.
  public var subject: String
  /// One sentence, in lower case and without a final stop; that of the error when a rule failed.
  public var message: String

  /// Creates a notice.
  public init(key: String, subject: String, message: String) {
    self.key = key
    self.subject = subject
    self.message = message
  }

  /// All three, as in `order: visibleRows: a rule failed`.
  public var description: String { "\(subject): \(key): \(message)" }
}
