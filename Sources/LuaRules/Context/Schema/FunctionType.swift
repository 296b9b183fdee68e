/// The type of a method or of a host function that rules may call.
public struct FunctionType: Sendable, Hashable {
  /// The types of the parameters, in order.
  public var parameters: [ValueType]
  /// The type of the result.
  public var result: ValueType

  /// Creates the type of a function.
  public init(parameters: [ValueType], result: ValueType) {
    self.parameters = parameters
    self.result = result
  }

  /// Creates the type of a function in Swift.
  ///
  /// A function without a result gives `nil`.
  init<each Parameter, Result>(
    _ parameters: repeat (each Parameter).Type, giving result: Result.Type
  ) {
    var types: [ValueType] = []
    for type in repeat each parameters {
      types.append(
        type == RuleContext.self
          ? .context : type == RuleContext?.self ? .any : ValueType(describing: type))
    }
    self.parameters = types
    self.result =
      result == Void.self
      ? .optional(.enumeration([] as [ValueType.Scalar])) : ValueType(describing: result)
  }
}

extension ValueType {
  /// The type of a parameter that takes the context.
  package static let context = ValueType.opaque("RuleContext")
}
