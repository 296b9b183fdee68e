import LuaBridge

/// The arguments of one call of a host function or of a method, read one after
/// the other.
struct HostArguments {
  /// The function or method that is called.
  enum Callee {
    case function(UnretainedReference<HostFunction>)
    case member(UnretainedReference<BoundMember>)

    /// The name that errors use.
    var title: String {
      switch self {
      case .function(let function): function.with(\.title)
      case .member(let member): member.with(\.name)
      }
    }
  }

  let callee: Callee
  let values: [LuaValue]
  /// Keeps the errors that accessors of the context meet; `nil` if errors are
  /// reported as usual.
  var probe: AccessorProbe?
  /// Returns the context of the evaluation.
  private let asked: () -> RuleContext
  private let converter: LuaConverter
  private var position = 0

  /// - Parameters:
  ///   - values: The arguments from Lua.
  ///   - callee: The function or method that is called.
  ///   - converter: Resolves the handles of the objects from Lua.
  ///   - asked: Returns the context of the evaluation.
  init(
    _ values: [LuaValue], for callee: Callee, _ converter: LuaConverter,
    asked: @escaping () -> RuleContext
  ) {
    self.callee = callee
    self.values = values
    self.converter = converter
    self.asked = asked
  }

  /// The context of the evaluation.
  var context: RuleContext {
    var context = asked()
    context.probe = probe
    return context
  }

  /// Converts the next argument; a missing argument is `nil`.
  mutating func next<Value>(_ type: Value.Type) throws(RuleError) -> Value {
    let value = position < values.count ? values[position] : .nil
    position += 1
    do {
      if case .object(.context) = value { return try context(as: type) }
      return try converter.convert(value, to: type)
    } catch {
      let place = error.path.isEmpty ? "" : " in `\(error.path.joined(separator: "."))`"
      throw RuleError(
        error.kind == .wrongType ? .wrongType : .wrongValue,
        "argument \(position) of `\(callee.title)` is \(error.given)\(place); "
          + "expected \(error.expected)", hint: error.spellingHint)
    }
  }

  private func context<Value>(as type: Value.Type) throws(ConversionError) -> Value {
    if type == RuleContext.self { return SameType.known(context, as: type) }
    if let context = context as? Value { return context }
    return try converter.convert(.object(.context), to: type)
  }
}

extension ObjectHandle {
  /// The handle of the context itself.
  static let context = ObjectHandle(index: 0)
}
