import LuaRules

/// Something that the type analysis has proved of one instruction.
struct TypeFault: Hashable {
  let code: RuleFinding.Code
  let severity: RuleFinding.Severity
  let message: String
  let fix: String?
  /// The word in the line.
  let subject: String?
  /// The replacement for the word.
  let replacement: String?
  /// The position of the instruction in its function.
  var position = 0
  var line = 0
  /// Whether an evaluation that reaches the instruction certainly fails there.
  let isFatal: Bool
  /// Where a called function fails.
  var inner: SourceLocation?

  init(
    _ code: RuleFinding.Code, _ severity: RuleFinding.Severity, _ message: String,
    fix: String? = nil, subject: String? = nil, replacement: String? = nil,
    isFatal: Bool = true
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.fix = fix
    self.subject = subject
    self.replacement = replacement
    self.isFatal = isFatal
  }

  /// Creates a fault that is an error.
  init(
    _ code: RuleFinding.Code, _ message: String, fix: String? = nil, subject: String? = nil,
    replacement: String? = nil, isFatal: Bool = true
  ) {
    self.init(
      code, .error, message, fix: fix, subject: subject, replacement: replacement, isFatal: isFatal)
  }
}
