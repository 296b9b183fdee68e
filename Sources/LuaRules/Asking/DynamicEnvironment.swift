/// A property that reads a key when it is read itself.
///
/// ```swift
/// struct Row {
///   @DynamicEnvironment(\.fancyColor) var color: Color
/// }
/// ```
///
/// In a ``RuleEnvironment`` it reads that environment; anywhere else it reads
/// ``RuleContext/current``.
@propertyWrapper
public struct DynamicEnvironment<Value>: Sendable {
  private let path: any KeyPath<RuleContext, Value> & Sendable

  /// Creates a property that reads the key behind an accessor.
  public init(_ path: any KeyPath<RuleContext, Value> & Sendable) {
    self.path = path
  }

  /// The value in the current context; never throws and never traps.
  public var wrappedValue: Value {
    RuleContext.current[keyPath: path]
  }

  /// The value in the environment that has the property, or in the current context.
  public static subscript<Instance: AnyObject>(
    _enclosingInstance instance: Instance,
    wrapped wrappedPath: KeyPath<Instance, Value>,
    storage storagePath: KeyPath<Instance, Self>
  ) -> Value {
    let context = (instance as? RuleEnvironment)?.context ?? RuleContext.current
    return context[keyPath: instance[keyPath: storagePath].path]
  }
}
