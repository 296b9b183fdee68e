/// The type of a method that rules call.
public struct FunctionType: Sendable, Hashable {
  /// The types of what rules give, in their order.
  public var parameters: [ValueType]
  /// The type of what they get.
  public var result: ValueType

  /// Creates the type of a method.
  public init(parameters: [ValueType], result: ValueType) {
    self.parameters = parameters
    self.result = result
  }
}
