import LuaRules

/// Something that the type analysis has proved of one instruction.
struct TypeFault: Hashable {
  let code: RuleFinding.Code
  private(set) var severity: RuleFinding.Severity
  private(set) var message: String
  var fix: String?
  /// The word in the line.
  private(set) var subject: String?
  /// The replacement for the word.
  let replacement: String?
  /// The position of the instruction in its function.
  var position = 0
  var line = 0
  /// Whether an evaluation that reaches the instruction certainly fails there.
  let isFatal: Bool
  /// The names of a value that may be missing, from the context on.
  var path: [String]?
  /// Whether the function that fails stands inside another one.
  var isInside = false
  /// The value that may be missing; 0 for another fault.
  var place: TypePlaces.ID = 0
  /// The value that does not fit; 0 if that is none in particular.
  private(set) var blamed: TypePlaces.ID = 0
  /// Whether it is one of the file, whatever the function is given: an entry of a table that does not fit, or
  /// a variable that nothing has set.
  var isOfFile = false
  /// Whether it is one of what a function gives that the function is given.
  var isOfCallback = false
  /// Whether it is one only where a rule takes the function for a condition.
  var isOfCondition = false
  /// Which argument of the function does not fit; `nil` for a fault of the function itself.
  var argument: Int?
  /// The file of the called function that has the fault; `nil` for the function itself.
  var file: String?
  /// The call by which it comes to a fault in a called function.
  var call: SourceLocation?
  /// Whether nothing fails where the value is missing, but a loop ends.
  var endsLoop = false
  /// Whether it is about an element of the list at the path, which may be too short.
  var isOfElement = false
  /// The value that is compared, in words of the source.
  var compared: String?
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

  /// Returns the fault as one of a value.
  func of(_ value: TypeState.Value) -> TypeFault {
    var fault = self
    fault.blamed = value.place
    return fault
  }

  /// Returns the fault as one of a called function.
  func called(in file: String, by call: SourceLocation) -> TypeFault {
    guard self.call == nil else { return self }
    var fault = self
    fault.argument = nil
    fault.file = file
    fault.call = call
    // There, the value has another name.
    if fault.place != 0 { fault.fix = "test it first" }
    return fault
  }

  /// Returns the fault with another name of the value that does not fit.
  func replacing(_ words: String, with name: String) -> TypeFault {
    var fault = self
    // A member may have the same name.
    fault.message = message.replacing("`\(words)`", with: "`\(name)`", maxReplacements: 1)
    fault.fix = fix?.replacing("`\(words)`", with: "`\(name)`", maxReplacements: 1)
    if subject == words.lastName { fault.subject = name.lastName }
    return fault
  }

  /// Returns the fault with another name for a value and for what is read from it.
  func renaming(_ words: String, to name: String) -> TypeFault {
    var fault = replacing(words, with: name)
    fault.message = fault.message.replacing("`\(words).", with: "`\(name).")
    if let compared, compared.hasPrefix("\(words).") {
      fault.compared = name + compared.dropFirst(words.count)
    }
    return fault
  }

  /// Returns the fault as a warning that says what it rests on.
  func resting(on facts: DeclaredFacts) -> TypeFault {
    var fault = self
    fault.severity = .warning
    fault.message += facts.text
    return fault
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
