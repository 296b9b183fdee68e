import LuaBridge

/// One member of a ``RuleObject`` that rules may read.
public struct RuleMember<Root>: Sendable {
  /// The name in rules.
  public let name: String

  /// The Swift type of the values; for a method, the type of the function.
  package let valueType: Any.Type

  /// Whether the values must not be printed.
  public let isSecret: Bool

  /// The property that the member shows; `nil` if only a closure computes it.
  let property: (any AnyKeyPath & Sendable)?

  /// What the member means, for rule authors.
  public let description: String?

  /// The method; `nil` if the member is a value.
  let function: MemberFunction<Root>?

  private let read: @Sendable (Root) -> Any
  /// Reads the member in the form that Lua gets.
  private let represent: @Sendable (Root) -> LuaRepresentation
  /// The offset in bytes, if the member is stored in a structure.
  private let offset: Int?

  /// Creates a member that a closure computes on each read.
  ///
  /// Rules read a secret member like any other; printed output shows `•••`.
  public init<Value>(
    _ name: String, isSecret: Bool = false, description: String? = nil,
    _ value: @escaping @Sendable (Root) -> Value
  ) {
    self.init(name, property: nil, isSecret: isSecret, description: description, value)
  }

  /// Creates a member that shows a property, and is read by an equivalent
  /// closure.
  ///
  /// The closure is faster than the key path if the property is computed or
  /// belongs to a class. Rules in Swift find the member by the key path.
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
    represent = Self.representing(value)
    offset = nil
  }

  /// Creates a member that shows a property.
  ///
  /// Rules read a secret member like any other; printed output shows `•••`.
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
    represent = Self.representing { $0[keyPath: property] }
    // Only a property that is stored in a structure has an offset.
    offset = MemoryLayout<Root>.offset(of: property)
  }

  /// Returns whether a value of the member's type is aligned at an offset; in a
  /// packed C structure it may not be.
  private func isAligned(_ offset: Int) -> Bool {
    func fits<Value>(_ type: Value.Type) -> Bool { offset % MemoryLayout<Value>.alignment == 0 }
    return _openExistential(valueType, do: fits)
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
    read = { BoundMember(name, function, of: $0) }
    represent = { .opaque(BoundMember(name, function, of: $0)) }
    offset = nil
  }

  /// Returns the closure that converts the member for Lua; the most frequent
  /// types need no protocol lookup.
  private static func representing<Value>(
    _ value: @escaping @Sendable (Root) -> Value
  ) -> @Sendable (Root) -> LuaRepresentation {
    if let value = value as? @Sendable (Root) -> String { return { .value(.string(value($0))) } }
    if let value = value as? @Sendable (Root) -> Bool { return { .value(.boolean(value($0))) } }
    if let value = value as? @Sendable (Root) -> Double { return { .value(.number(value($0))) } }
    if let value = value as? @Sendable (Root) -> Int {
      return { .value(.integer(Int64(value($0)))) }
    }
    return { LuaRepresentation(layingOut: value($0)) }
  }

  /// The member, as the layout of its type lists it.
  var layoutMember: LayoutMember {
    // The object as a member of itself (`\.self`) is not stored in its own layout.
    if let offset, valueType != Root.self, isAligned(offset) {
      return LayoutMember(name, valueType, storedAt: offset, isSecret: isSecret)
    }
    let (read, represent) = (read, represent)
    return LayoutMember(
      name, valueType, isSecret: isSecret, isFunction: function != nil,
      value: { read($0.value(as: Root.self)) },
      representation: { represent($0.value(as: Root.self)) })
  }

  /// The type of the member, as far as rule files and JSON can express it.
  var type: ValueType { function.map { .function($0.type()) } ?? ValueType(describing: valueType) }

  /// Returns the value of the member in an object; for a method, a value that
  /// only rules can call.
  public func value(in root: Root) -> Any { read(root) }
}
