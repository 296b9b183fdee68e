import LuaBridge

/// A value on its way through an evaluation, in its Lua or its Swift form.
package enum RawAnswer {
  /// A value that a rule gave.
  case lua(LuaValue)
  /// A default, or the result of a host function.
  case swift(Any)
  /// A value that is set on the context.
  case set(SetValue)

  /// The value in its Swift form; `nil` for a Lua value.
  var swiftValue: Any? {
    switch self {
    case .lua: nil
    case .swift(let value): value
    case .set(let set): set.erased
    }
  }

  /// Whether every read gives the same value: neither code nor an object of the
  /// host is behind it.
  var isConstant: Bool {
    switch self {
    case .lua: true
    case .swift(let value): value is LuaValue
    case .set(let set):
      switch set.kind {
      case .scalar, .table: true
      case .members: false
      case .list, .dictionary: false
      case .foreign: set.erased is LuaValue
      }
    }
  }

  /// Whether it is Lua's `nil`, with which a value function declines.
  var isDeclined: Bool {
    if case .lua(.nil) = self { true } else { false }
  }
}

extension RawAnswer {
  /// Converts the value to the requested type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - converter: Converts a value that is not of this type yet.
  /// - Returns: The value as that type.
  /// - Throws: ``ConversionError`` for a value that does not fit.
  @inline(never)
  func converted<Value>(
    to type: Value.Type, by converter: () -> LuaConverter
  ) throws(ConversionError) -> Value {
    if let value = swiftValue {
      if let same = value as? Value { return same }
      if let boxed = LuaConverter.boxed(value, as: type) { return boxed }
    }
    return try converter().convert(try LuaValue(copying: self), to: type)
  }
}

/// The answer for a key inside an evaluation.
struct Answer {
  var rawAnswer: RawAnswer
  var origin: Origin

  /// Where an answer came from.
  enum Origin {
    case set
    /// A rule, with the position of its model in the chain of fallbacks; 0 is
    /// the first model.
    case rule(Rule, modelIndex: Int)
    /// Several rules together, in their order, by the hit policy of the key.
    case rules([(rule: Rule, modelIndex: Int)], HitPolicy)
    /// The default that the schema declares.
    case declared
    /// Nothing answered, but the key is known.
    case nothing

    /// The rules that gave the value, in their order.
    var rules: [(rule: Rule, modelIndex: Int)] {
      switch self {
      case .rule(let rule, let modelIndex): [(rule, modelIndex)]
      case .rules(let rules, _): rules
      case .set, .declared, .nothing: []
      }
    }

    /// The error for a value that its key cannot hold; `nil` if no rule gave it.
    func refusal(_ error: ConversionError) -> RuleError? {
      switch self {
      case .rule(let rule, _): return RuleError(error, givenBy: rule)
      case .rules(let rules, let policy):
        // The positions of a collected list are those of its rules; Swift types write them in brackets.
        if case .collect = policy, let step = error.path.first,
          let position = Int(step.filter { $0 != "[" && $0 != "]" }),
          rules.indices.contains(position - 1)
        {
          var error = error
          error.path.removeFirst()
          return RuleError(error, givenBy: rules[position - 1].rule)
        }
        guard let first = rules.first?.rule else { return nil }
        var refusal = RuleError(error, givenBy: first)
        if rules.count > 1 {
          refusal.message =
            "`\(first.key)`, the \(policy.rawValue) of \(rules.count) rules, is \(error.given);"
            + " expected \(error.expected)"
          refusal.notes = rules.dropFirst().prefix(4).map {
            .init("another rule", at: $0.rule.location)
          }
        }
        return refusal
      case .set, .declared, .nothing: return nil
      }
    }
  }
}
