#if Service
  import LuaRules

  /// The answer of a flag, in the terms of OpenFeature.
  struct FlagAnswer: Sendable {
    let key: String
    let reason: AnswerReason
    /// What answered: the rule's name or its place, `context` or `default`.
    let variant: String
    /// The value as JSON; `nil` if the answer is nothing, so that the client uses its own default.
    let value: String?
    /// Where the rule is written; `nil` if no rule answered.
    let location: SourceLocation?
    let generation: Int

    init(_ flag: AnswerableKey, _ answer: RuleAnswer<String>, generation: Int) {
      key = flag.name
      reason = AnswerReason(answer, isFixed: flag.isFixed)
      // Some clients tell `2` from `2.0`.
      let isShortened = flag.isFloatingPoint && answer.value.utf8.allSatisfy(\.isOfInteger)
      value = answer.value == "null" ? nil : isShortened ? answer.value + ".0" : answer.value
      location = answer.location
      self.generation = generation
      variant =
        switch answer.source {
        case .set: "context"
        case .default: "default"
        case .rule, .fallback: answer.rule ?? answer.location.map(\.description) ?? "rule"
        }
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
