#if Service
  import LuaRules

  /// The error of a request or of a flag, in the terms of the protocol.
  struct FlagFailure: Error, Sendable {
    let code: FailureCode
    /// What is wrong, for people.
    let details: String

    init(_ code: FailureCode, _ details: String) {
      self.code = code
      self.details = details
    }

    /// Translates the error of an evaluation.
    ///
    /// A name that is neither set nor declared is missing in the context.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - context: The context that was asked.
    ///   - hidesSources: Whether the details leave out the files and lines of rules.
    init(_ error: RuleError, in context: RuleContext, hidesSources: Bool = false) {
      code =
        switch error.code {
        case .badContext: .invalidContext
        case .unknownKey
        where !context.isSet("targetingKey") && error.message.contains("`targetingKey`"):
          .targetingKeyMissing
        case .unknownKey: .invalidContext
        default: .general
        }
      guard hidesSources else {
        details = error.description
        return
      }
      // The message of a rule that fails may itself name files, because a rule can write it.
      guard code != .general else {
        details = RuleError(error.code, "the rules failed").description
        return
      }
      var error = error
      (error.location, error.notes, error.traceback, error.others) = (nil, [], [], [])
      details = error.description
    }
  }

  /// The error codes of OpenFeature that the protocol uses.
  enum FailureCode: String, Sendable, CaseIterable {
    /// The body is not a JSON object.
    case parseError = "PARSE_ERROR"
    /// A rule reads the targeting key, and the context has none.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The context is not an object, too large, or has a value of a wrong type, or lacks one.
    case invalidContext = "INVALID_CONTEXT"
    /// No rule assigns the key, and no declaration has a default for it.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// The rules failed.
    case general = "GENERAL"
  }
#endif
