import LuaBridge

/// One member of a ``RuleObject`` that rules may read.
public struct RuleMember<Root>: Sendable {
  /// What rules call it.
  public let name: String

  /// The Swift type of its values.
  public let valueType: Any.Type

  private let read: @Sendable (Root) -> Any
  /// The same on the way to Lua, decided when the member is declared.
  let representation: @Sendable (Root) -> LuaRepresentation

  /// Creates a member that a closure computes each time it is read.
  public init<Value>(_ name: String, _ value: @escaping @Sendable (Root) -> Value) {
    self.name = name
    valueType = Value.self
    read = { value($0) }
    let form = RepresentationForm<Value>()
    representation = { form(value($0)) }
  }

  /// Creates a member that shows a property.
  public init<Value>(_ name: String, _ property: any KeyPath<Root, Value> & Sendable) {
    self.name = name
    valueType = Value.self
    read = { $0[keyPath: property] }
    let form = RepresentationForm<Value>()
    if let place = StoredPropertyPlace(property) {
      representation = { form(place.read($0)) }
    } else {
      representation = { form($0[keyPath: property]) }
    }
  }

  /// Returns what the member is in an object.
  public func value(in root: Root) -> Any { read(root) }
}
