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
  public var code: Code

  /// What is wrong, in one line.
  public var message: String

  /// Where it is wrong, when that is known.
  public var location: SourceLocation?

  /// What would put it right.
  public var hint: String?

  /// How it came to that: the keys that asked, outermost last.
  public var notes: [Note]

  /// The Lua calls that were under way, innermost first.
  ///
  /// Empty unless the context asked for tracebacks.
  public var traceback: [Note]

  /// Further errors that were found in the same load.
  public var others: [RuleError]

  /// A sentence with a place.
  public struct Note: Sendable, Hashable {
    /// The sentence.
    public var message: String
    /// The place.
    public var location: SourceLocation?

    /// Creates a note.
    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = message
      self.location = location
    }
  }

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, at location: SourceLocation? = nil, hint: String? = nil,
    notes: [Note] = []
  ) {
    self.code = code
    self.message = message
    self.location = location
    self.hint = hint
    self.notes = notes
    self.traceback = []
    self.others = []
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
