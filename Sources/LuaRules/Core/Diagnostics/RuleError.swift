/// The error of rules, of a context or of an evaluation, with a location and a
/// sentence.
///
/// It is the only error type of the library. Rule authors read its description:
///
/// ```
/// todo.lua:3: error: rule for `fancyColor` gives "grey"; expected one of gray, red, black [wrong-value]
///   hint: did you mean "gray"?
/// ```
public struct RuleError: Error, Sendable, Hashable {
  /// The kind of the error, stable from release to release.
  public var code: Code {
    get { fields.code }
    set { change { $0.code = newValue } }
  }

  /// What is wrong, in one line.
  public var message: String {
    get { fields.message }
    set { change { $0.message = newValue } }
  }

  /// Where it is wrong, if that is known.
  public var location: SourceLocation? {
    get { fields.location }
    set { change { $0.location = newValue } }
  }

  /// How to correct it.
  public var hint: String? {
    get { fields.hint }
    set { change { $0.hint = newValue } }
  }

  /// What led to the error: the keys whose evaluations asked for the failed
  /// one, outermost last.
  public var notes: [Note] {
    get { fields.notes }
    set { change { $0.notes = newValue } }
  }

  /// The active Lua calls, innermost first.
  ///
  /// Empty unless the context wants tracebacks.
  public var traceback: [Note] {
    get { fields.traceback }
    set { change { $0.traceback = newValue } }
  }

  /// The name of the library's function that raised the error, such as `error`; `nil` if no library's
  /// function did, or the context wants no tracebacks.
  package var libraryFunction: String? {
    get { fields.libraryFunction }
    set { change { $0.libraryFunction = newValue } }
  }

  /// Further errors that were found in the same load.
  public var others: [RuleError] {
    get { fields.others }
    set { change { $0.others = newValue } }
  }

  /// Whether the message was written without the secret that it is about.
  ///
  /// The rest of such a message is not secret, even if a secret has the same
  /// text.
  var isMasked: Bool {
    get { fields.isMasked }
    set { change { $0.isMasked = newValue } }
  }

  /// A sentence with a location.
  public struct Note: Sendable, Hashable {
    /// The sentence.
    public var message: String
    /// The location.
    public var location: SourceLocation?

    /// Creates a note.
    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = PrintableText.of(message)
      self.location = location
    }
  }

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, at location: SourceLocation? = nil, hint: String? = nil,
    notes: [Note] = []
  ) {
    box = Box(
      Fields(
        code: code, message: PrintableText.of(message), location: location,
        hint: hint.map(PrintableText.of), notes: notes))
  }

  // MARK: Storage

  /// The reference to the fields of the error.
  ///
  /// Errors are rare, but every function that may throw one reserves space for
  /// it in its frame; so an error is one reference.
  private var box: Box

  private struct Fields: Hashable, Sendable {
    var code: Code
    var message: String
    var location: SourceLocation?
    var hint: String?
    var notes: [Note]
    var traceback: [Note] = []
    var libraryFunction: String?
    var others: [RuleError] = []
    var isMasked = false
  }

  private final class Box: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
  }

  private var fields: Fields { box.fields }

  private mutating func change(_ body: (inout Fields) -> Void) {
    var fields = box.fields
    body(&fields)
    box = Box(fields)
  }
}

extension RuleError {
  /// Returns whether all fields of two errors are equal.
  public static func == (left: RuleError, right: RuleError) -> Bool {
    left.fields == right.fields
  }

  /// Hashes all fields of the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields)
  }
}

extension RuleError: CustomStringConvertible {
  /// The error as rule authors read it; several lines, without a final line
  /// break.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    var lines = ["\(place)error: \(message) [\(code.rawValue)]"]
    if let hint { lines.append("  hint: \(hint)") }
    lines += notes.map { "  note: \($0)" }
    if !traceback.isEmpty {
      lines.append("  traceback:")
      lines += traceback.map { "    \($0)" }
    }
    return (lines + others.map(\.description)).joined(separator: "\n")
  }
}

extension RuleError.Note: CustomStringConvertible {
  /// The sentence, after its location if there is one.
  public var description: String {
    location.map { "\($0): \(message)" } ?? message
  }
}
