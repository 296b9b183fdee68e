import LuaBridge

extension RuleError {
  /// The facts that turn a failure of Lua into an error: the files and the
  /// host's functions.
  struct FailureContext {
    /// The names of the chunks, by number from 1.
    var files: [String]
    /// The names of the host functions.
    var hostFunctions: [String]
    /// The limits that applied.
    var budget: Budget
    /// Whether the failure occurred while files were loaded, and not in an
    /// evaluation.
    var isLoading: Bool
    /// The memory limit of all states together.
    var sharedMemory: Int

    func location(chunk: Int, line: Int) -> SourceLocation? {
      guard chunk >= 1, chunk <= files.count else { return nil }
      return SourceLocation(file: files[chunk - 1], line: line > 0 ? line : nil)
    }
  }

  /// Creates the error for a failed call into Lua.
  init(_ failure: LuaFailure, in context: FailureContext) {
    let location = context.location(chunk: failure.chunk, line: failure.line)
    let subject = failure.message
    // A budget that is exhausted in an inner call fails all outer calls; the inner location
    // is kept.
    if let inner = failure.underlying as? RuleError, inner.code == .budget {
      self = inner
      return
    }
    switch failure.kind {
    case .host:
      self = Self.host(failure.underlying, at: location)
    case .runtime:
      let message =
        subject.isEmpty ? "the rule file raised an error without a message" : Self.plain(subject)
      let operand = NilOperand(of: failure)
      self.init(
        .runtime, message + (operand?.addition ?? ""), at: location,
        hint: operand?.hint ?? Self.runtimeHint(subject))
    case .syntax:
      self.init(.syntax, subject, at: location)
    case .frozen:
      self.init(
        .frozen, "a rule function writes to \(subject)", at: location,
        hint: Self.frozenHint(subject))
    case .undefinedGlobal:
      self = Self.undefinedGlobal(subject, at: location, isLoading: context.isLoading)
    case .undefinedField:
      self = .undefinedField(subject)
      self.location = location
    case .unknownHost where context.hostFunctions.contains(subject):
      self = .notGranted(calling: subject)
      self.location = location
    case .unknownHost:
      self.init(
        .unknownHostFunction, "the host has no function `\(subject)`", at: location,
        hint: Spelling.suggestion(for: subject, among: context.hostFunctions)
          .map { "did you mean `host.\($0)`?" })
    case .hostWhileLoading:
      self.init(
        .badRule, "`host.\(subject)` is called while the file is loading", at: location,
        hint: "write `value = host.\(subject)` or "
          + "`value = function(c) return host.\(subject)(c) end`")
    case .unordered:
      self.init(
        .runtime, "`pairs` over a table with a \(subject) as key has no fixed order", at: location)
    case .conversion:
      self.init(.wrongType, subject, at: location)
    case .staleView:
      self.init(.runtime, "a value of the host was kept after its access had ended", at: location)
    case .depth:
      self.init(
        .budget, "too many keys are computed for one another for the stack of this thread",
        at: location)
    case .instructions:
      self.init(
        .budget, "more than \(context.budget.instructions) instructions were used", at: location)
    case .time:
      self.init(.budget, "more than \(context.budget.timeText) were used", at: location)
    case .memory:
      self.init(
        .budget, "more than \(context.budget.memoryText) of memory were used", at: location)
    case .sharedMemory:
      self = .tooMuchSharedMemory(context.sharedMemory)
      self.location = location
    case .valueNodes:
      self = .tooManyNodes(context.budget)
      self.location = location
    case .valueBytes:
      self.init(
        .budget,
        "a value with more than \(Budget.text(bytes: context.budget.valueBytes)) of text "
          + "cannot come out of the rules", at: location)
    case .valueDepth:
      self.init(
        .budget,
        "a value nested deeper than \(context.budget.valueDepth) levels "
          + "cannot come out of the rules", at: location)
    }
    libraryFunction = failure.libraryFunction
    traceback = failure.traceback.map { frame in
      Note(frame.function, at: context.location(chunk: frame.chunk, line: frame.line))
    }
  }

  /// Returns the error for the shared memory limit of all states.
  static func tooMuchSharedMemory(_ limit: Int) -> RuleError {
    RuleError(
      .budget,
      "more than \(Budget.text(bytes: limit)) of memory were used by all models together")
  }

  private static func host(_ error: (any Error)?, at location: SourceLocation?) -> RuleError {
    guard let error else { return RuleError(.runtime, "the host failed", at: location) }
    var result: RuleError =
      switch error {
      case let error as RuleError: error
      case let error as ConversionError: RuleError(.wrongType, error.sentence)
      case let error as LuaFailure: RuleError(.runtime, error.message)
      default: RuleError(.hostFunction, String(describing: error))
      }
    if result.location == nil { result.location = location }
    return result
  }

  private static func frozenHint(_ subject: String) -> String {
    if subject.hasPrefix("the key ") {
      return "a rule gives the value of its own key; it sets no others"
    }
    if subject.hasSuffix("a value of the host") {
      return "what the program sets cannot be changed; make a table inside the function"
    }
    return "what a file makes is frozen once it has been run; use a local inside the function"
  }

  /// Replaces words of Lua's own code in its messages.
  private static func plain(_ message: String) -> String {
    // Arithmetic with strings is a method of strings: "attempt to add a 'string' with a 'nil'".
    let words = message.split(separator: " ")
    if words.count == 8, message.hasPrefix("attempt to "), words[3] == "a", words[5] == "with" {
      let types = [words[4], words[7]].map { $0.filter { $0 != "'" } }
      let culprit = types.first { $0 != "string" && $0 != "number" } ?? "string"
      return "attempt to perform arithmetic on a \(culprit) value"
    }
    let end = " (field 'integer index')"
    return message.hasSuffix(end) ? message.dropLast(end.count) + " (an element)" : message
  }

  private static func runtimeHint(_ message: String) -> String? {
    if message.hasPrefix("attempt to index a nil value (field '") {
      let name = message.split(separator: "'").dropFirst().first ?? ""
      // Lua's words for an element, with a constant number and with another index.
      if name == "integer index" || name == "?" {
        return "nothing is at this index; a list begins at 1 and ends at `#list`"
      }
      return "`\(name)` is nil here; test it first: `\(name) and \(name).member`"
    }
    if message.hasPrefix("attempt to compare"), message.contains("nil") {
      return "one side is nil here; test it first"
    }
    if message.hasPrefix("attempt to add a '"), message.contains("'string'") {
      return "strings are joined with `..`"
    }
    if message.hasPrefix("bad argument #1 to '"),
      message.hasSuffix("(string expected, got no value)")
    {
      let name = message.split(separator: "'").dropFirst().first ?? ""
      return "a method is called with `:`, as in `c.title:\(name)()`"
    }
    return nil
  }
}

extension ConversionError {
  /// What was given, where, and what was expected.
  var sentence: String {
    let place = path.isEmpty ? "" : "`\(path.joined(separator: "."))` is "
    return "\(place)\(given); expected \(expected)"
  }
}

extension RuleError {
  /// Returns the error for a value that is too large to leave Lua.
  static func tooManyNodes(_ budget: Budget) -> RuleError {
    RuleError(
      .budget, "a value with more than \(budget.valueNodes) parts cannot come out of the rules")
  }
}
