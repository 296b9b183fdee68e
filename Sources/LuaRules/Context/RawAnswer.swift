import LuaBridge

/// A value on its way through an evaluation: as Lua gave it, or as Swift has it.
enum RawAnswer {
  /// What a rule gave.
  case lua(LuaValue)
  /// A default, or what a host function gave.
  case swift(Any)
  /// What is set on the context.
  case set(SetValue)

  /// The value as Swift has it; `nil` for what Lua gave.
  var swiftValue: Any? {
    switch self {
    case .lua: nil
    case .swift(let value): value
    case .set(let set): set.erased
    }
  }

  /// Whether it is the same however often it is read: no code of the host's, nor
  /// an object of its, is behind it.
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

  /// Whether it is Lua's `nil`: a value function that declined.
  var isDeclined: Bool {
    if case .lua(.nil) = self { true } else { false }
  }
}

extension RawAnswer {
  /// Converts the value to the type that is asked for.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - converter: Converts what is not of this type already.
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
  var payload: RawAnswer
  var origin: Origin

  /// Where an answer came from.
  enum Origin {
    case set
    /// A rule, and the number of its model in the chain.
    case rule(Rule, link: Int)
    /// The default that the schema declares.
    case declared
    /// Nothing answered; the key is known all the same.
    case nothing
  }
}
