#if Service
  import LuaRules

  /// The answer of a flag, in the terms of OpenFeature.
  struct FlagAnswer: Sendable {
    let key: String
    let reason: AnswerReason
    /// What answered: the rule's name or its place, `context`, `default` or `onError`.
    let variant: String
    /// The value as JSON; `nil` if the answer is nothing, so that the client uses its own default.
    let value: String?
    /// Where the rule is written; `nil` if no rule answered, or if that is hidden.
    let location: SourceLocation?
    let generation: Int
    /// Why the value is the one that the key declares for errors; `nil` if the rules answered.
    var failure: FlagFailure?

    init(
      _ flag: AnswerableKey, _ answer: RuleAnswer<String>, generation: Int, hidesSources: Bool
    ) {
      key = flag.name
      reason = AnswerReason(answer, isFixed: flag.isFixed)
      value = Self.text(of: answer.value, for: flag)
      location = hidesSources ? nil : answer.location
      self.generation = generation
      variant =
        switch answer.source {
        case .set: "context"
        case .default: "default"
        case .rule, .fallback: answer.rule ?? location.map(\.description) ?? "rule"
        }
    }

    /// Creates the answer with the value that a key declares for errors.
    ///
    /// Clients use the default of their program if an answer has an error code, so this one has none:
    /// its reason and its metadata show the error.
    init(_ flag: AnswerableKey, onError json: String, _ failure: FlagFailure, generation: Int) {
      key = flag.name
      reason = .error
      value = Self.text(of: json, for: flag)
      location = nil
      self.generation = generation
      variant = "onError"
      self.failure = failure
    }

    /// Returns the value as the client gets it; `nil` for nothing.
    private static func text(of json: String, for flag: AnswerableKey) -> String? {
      // Some clients distinguish `2` from `2.0`.
      let isShortened = flag.isFloatingPoint && json.utf8.allSatisfy(\.isOfInteger)
      return json == "null" ? nil : isShortened ? json + ".0" : json
    }
  }

  extension UInt8 {
    /// Whether the byte can be part of an integer in JSON.
    fileprivate var isOfInteger: Bool {
      self == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
  }

  /// Why a flag has its value: the reasons of OpenFeature that apply to rules.
  enum AnswerReason: String, Sendable, CaseIterable {
    /// The first rule of the key gave it: a constant without a condition.
    case `static` = "STATIC"
    /// A rule with a condition gave it, or one that computes it, or the context itself.
    case targetingMatch = "TARGETING_MATCH"
    /// No rule with a condition applied: a rule without one gave it, or the key's default.
    case `default` = "DEFAULT"
    /// The answer is an error.
    case error = "ERROR"

    init(_ answer: RuleAnswer<String>, isFixed: Bool) {
      self =
        switch answer.source {
        case .set: .targetingMatch
        case .default: .default
        case .rule, .fallback:
          isFixed ? .static : answer.isConditional ? .targetingMatch : .default
        }
    }
  }
#endif
