/// The type of a method that rules may call.
public struct FunctionType: Sendable, Hashable {
  /// The types of the parameters, in order.
  public var parameters: [ValueType]
  /// The type of the result.
  public var result: ValueType

  /// Creates the type of a method.
  public init(parameters: [ValueType], result: ValueType) {
    self.parameters = parameters
    self.result = result
  }
}
