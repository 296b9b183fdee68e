/// What is wrong with rules, a context or an answer: a place and a sentence.
///
/// The only error type of the library. Its description is what a rule author
/// reads:
///
/// ```
/// todo.lua:3: error: rule for `fancyColor` gives "grey"; expected one of gray, red, black [wrong-value]
///   hint: did you mean "gray"?
/// ```
public struct RuleError: Error, Sendable, Hashable {
  /// What kind of error it is, stable from release to release.
  public var code: Code {
    get { fields.code }
    set { change { $0.code = newValue } }
  }

  /// What is wrong, in one line.
  public var message: String {
    get { fields.message }
    set { change { $0.message = newValue } }
  }

  /// Where it is wrong, when that is known.
  public var location: SourceLocation? {
    get { fields.location }
    set { change { $0.location = newValue } }
  }

  /// What would put it right.
  public var hint: String? {
    get { fields.hint }
    set { change { $0.hint = newValue } }
  }

  /// How it came to that: the keys that asked, outermost last.
  public var notes: [Note] {
    get { fields.notes }
    set { change { $0.notes = newValue } }
  }

  /// The Lua calls that were under way, innermost first.
  ///
  /// Empty unless the context asked for tracebacks.
  public var traceback: [Note] {
    get { fields.traceback }
    set { change { $0.traceback = newValue } }
  }

  /// Further errors that were found in the same load.
  public var others: [RuleError] {
    get { fields.others }
    set { change { $0.others = newValue } }
  }

  /// Whether the message was written without the secret that it is about; what
  /// else it says is no secret, though a secret may look like it.
  var isMasked: Bool {
    get { fields.isMasked }
    set { change { $0.isMasked = newValue } }
  }

  /// A sentence with a place.
  public struct Note: Sendable, Hashable {
    /// The sentence.
    public var message: String
    /// The place.
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

  /// Errors are rare, but every function that may throw one has room for it in
  /// its frame; so an error is one reference.
  private var box: Box

  private struct Fields: Hashable, Sendable {
    var code: Code
    var message: String
    var location: SourceLocation?
    var hint: String?
    var notes: [Note]
    var traceback: [Note] = []
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
  /// Returns whether two errors say the same.
  public static func == (left: RuleError, right: RuleError) -> Bool {
    left.fields == right.fields
  }

  /// Hashes all that the error says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields)
  }
}

extension RuleError: CustomStringConvertible {
  /// The error as a rule author reads it; several lines, without a final line break.
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
  /// The sentence after its place.
  public var description: String {
    location.map { "\($0): \(message)" } ?? message
  }
}
