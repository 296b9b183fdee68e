/// What went wrong, as a code for programs and a sentence for people.
public struct DirectToWebError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A reason that programs can tell apart.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the reason.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no file at the path.
    public static let fileNotFound = Code(rawValue: "fileNotFound")
    /// The file is not an SQLite database, or an encrypted one.
    public static let notADatabase = Code(rawValue: "notADatabase")
    /// The file cannot be opened.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// A statement took longer than it may.
    public static let timeLimit = Code(rawValue: "timeLimit")
    /// A name is in no table of the database.
    public static let unknownName = Code(rawValue: "unknownName")
    /// A query cannot be asked: wrong number of values, or a cursor of another list.
    public static let invalidQuery = Code(rawValue: "invalidQuery")
  }

  /// The reason.
  public let code: Code

  /// One sentence, in lower case and without a final stop.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence and the code.
  public var description: String { "\(message) [\(code.rawValue)]" }
}
