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
  /// The same on the way to Lua.
  private let represent: @Sendable (Root) -> LuaRepresentation
  /// The distance from the beginning of a structure, if the member is stored in one.
  private let offset: Int?

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
    represent = Self.representing(value)
    offset = nil
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
    represent = Self.representing { $0[keyPath: property] }
    // A property that is stored in a structure has an offset; others have none.
    offset = MemoryLayout<Root>.offset(of: property)
  }

  /// Whether a value of the member's type may lie at an offset; in a packed structure of C it may not.
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

  /// Returns what gives a member to Lua; what most members are is read without a look at protocols.
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
    // The object as a member of itself is no part of its layout.
    if let offset, valueType != Root.self, isAligned(offset) {
      return LayoutMember(name, valueType, storedAt: offset, isSecret: isSecret)
    }
    let (read, represent) = (read, represent)
    return LayoutMember(
      name, valueType, isSecret: isSecret, isFunction: function != nil,
      value: { read($0.value(as: Root.self)) },
      representation: { represent($0.value(as: Root.self)) })
  }

  /// What the member holds, as far as rule files and JSON can tell.
  var type: ValueType { function.map { .function($0.type()) } ?? ValueType(describing: valueType) }

  /// Returns what the member is in an object; for a method, something that only rules can call.
  public func value(in root: Root) -> Any { read(root) }
}
