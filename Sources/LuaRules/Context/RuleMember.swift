import LuaBridge

/// One member of a ``RuleObject`` that rules may read.
public struct RuleMember<Root>: Sendable {
  /// What rules call it.
  public let name: String

  /// The Swift type of its values; of a method, that of the function.
  public let valueType: Any.Type

  /// Whether its values are not to be printed.
  public let isSecret: Bool

  /// The property that the member shows; `nil` for one that only a closure computes.
  let property: (any AnyKeyPath & Sendable)?

  /// What the member means, for whoever writes rules.
  public let description: String?

  /// The method that the member is; `nil` for a value.
  let function: MemberFunction<Root>?

  private let read: @Sendable (Root) -> Any
  /// The same on the way to Lua, decided when the member is declared.
  let representation: @Sendable (ValuePlace) -> LuaRepresentation
  /// The same for a scalar that is stored in a struct.
  let storedScalar: StoredScalar

  /// Creates a member that a closure computes each time it is read.
  ///
  /// Rules read a secret member as any other; what prints shows `•••`.
  public init<Value>(
    _ name: String, isSecret: Bool = false, description: String? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.init(name, property: nil, isSecret: isSecret, description: description, value)
  }

  /// Creates a member that shows a property, and is read by a closure that gives the same.
  ///
  /// That is faster for a property that is computed, or of a class. The path is what
  /// rules in Swift know the member by.
  public init<Value>(
    _ name: String, _ property: any KeyPath<Root, Value> & Sendable, isSecret: Bool = false,
    description: String? = nil, _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.init(name, property: property, isSecret: isSecret, description: description, value)
  }

  private init<Value>(
    _ name: String, property: (any AnyKeyPath & Sendable)?, isSecret: Bool,
    description: String?, _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.name = name
    self.isSecret = isSecret
    self.description = description
    self.property = property
    function = nil
    valueType = Value.self
    read = { value($0) }
    representation = { LuaRepresentation(of: value($0.value(as: Root.self))) }
    storedScalar = .none
  }

  /// Creates a member that shows a property.
  ///
  /// Rules read a secret member as any other; what prints shows `•••`.
  public init<Value>(
    _ name: String, _ property: any KeyPath<Root, Value> & Sendable, isSecret: Bool = false,
    description: String? = nil
  ) {
    self.name = name
    self.isSecret = isSecret
    self.description = description
    valueType = Value.self
    self.property = property
    function = nil
    read = { $0[keyPath: property] }
    // A property that is stored in a struct has a place; others have none.
    if let offset = MemoryLayout<Root>.offset(of: property) {
      representation = RepresentationForm.reader(of: Value.self, at: offset)
      storedScalar = StoredScalar(of: Value.self, at: offset) ?? .none
    } else {
      storedScalar = .none
      representation = { LuaRepresentation(of: $0.value(as: Root.self)[keyPath: property]) }
    }
  }

  /// Creates a member that is a method.
  init(
    _ name: String, type: Any.Type, isSecret: Bool, description: String?,
    _ function: MemberFunction<Root>
  ) {
    self.name = name
    self.isSecret = isSecret
    self.description = description
    self.function = function
    property = nil
    valueType = type
    let bound: @Sendable (Root) -> BoundMember = { BoundMember(name, function, of: $0) }
    read = bound
    representation = { .opaque(bound($0.value(as: Root.self))) }
    storedScalar = .none
  }

  /// What the member holds, as far as rule files and JSON can tell.
  var type: ValueType { function.map { .function($0.type()) } ?? ValueType(describing: valueType) }

  /// Returns what the member is in an object; for a method, something that only rules can call.
  public func value(in root: Root) -> Any { read(root) }
}
