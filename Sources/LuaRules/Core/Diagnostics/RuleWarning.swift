/// What loading found in rules that are not wrong, but look so; see ``RuleModel/warnings``.
public struct RuleWarning: Sendable, Hashable {
  /// The kind, as that of an error about the same thing.
  public var code: RuleError.Code
  /// What looks wrong, in one line.
  public var message: String
  /// Where it is.
  public var location: SourceLocation?
  /// How to correct it.
  public var hint: String?

  /// Creates a warning.
  public init(
    _ code: RuleError.Code, _ message: String, at location: SourceLocation? = nil,
    hint: String? = nil
  ) {
    self.code = code
    self.message = PrintableText.of(message)
    self.location = location
    self.hint = hint.map(PrintableText.of)
  }
}

extension RuleError {
  /// The error as a warning about something that is allowed.
  package func warning(at place: SourceLocation? = nil) -> RuleWarning {
    RuleWarning(code, message, at: place ?? location, hint: hint)
  }
}

extension RuleWarning: CustomStringConvertible {
  /// The warning as rule authors read it, in one or two lines.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    let hint = hint.map { "\n  hint: \($0)" } ?? ""
    return "\(place)warning: \(message) [\(code.rawValue)]\(hint)"
  }
}
