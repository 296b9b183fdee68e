import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which types have values that stay what they are, however often they are read.
///
/// Known from the types alone: values all the way through, without an object, a closure
/// or anything else behind which something may change.
public enum Immutability {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Returns whether a value of the type is known to stay what it is.
  ///
  /// `false` for what is not understood: enums with associated values, for one.
  ///
  /// - Complexity: Looks through the type once in the life of the process.
  public static func isKnown(of type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let answer = known.withLock({ $0[id] }) { return answer }
    var seen: Set<ObjectIdentifier> = []
    let answer = isImmutable(type, &seen)
    known.withLock { $0[id] = answer }
    return answer
  }

  /// Returns whether a value of the type may be kept once it was converted from Lua, and given again.
  ///
  /// These are numbers, strings, types without references, and optionals and containers of numbers,
  /// strings and cases of enumerations. Where the host converts a type without references itself, it is
  /// taken to give the same for the same Lua value.
  public static func isKeptOnceConverted(_ type: Any.Type) -> Bool {
    func isTrivial<Value>(_ type: Value.Type) -> Bool { SameType.isTrivial(type) }
    return _openExistential(type, do: isTrivial) || isScalarOrContainer(type)
  }

  private static func isScalarOrContainer(_ type: Any.Type) -> Bool {
    if type is any ImmutableScalar.Type { return true }
    if let container = type as? any ImmutableContainer.Type {
      return container.contentTypes.allSatisfy { isScalarOrContainer($0) }
    }
    return TypeMetadata.isPlainEnumeration(type) && !(type is any LuaConvertible.Type)
  }

  /// Looks through a type; one that is made of itself is what the rest of it is.
  private static func isImmutable(_ type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    if type is any ImmutableScalar.Type { return true }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return true }
    if let container = type as? any ImmutableContainer.Type {
      return container.contentTypes.allSatisfy { isImmutable($0, &seen) }
    }
    if TypeMetadata.isPlainEnumeration(type) { return true }
    guard let properties = StoredProperties.all(of: type) else { return false }
    return properties.allSatisfy { isImmutable($0.type, &seen) }
  }
}

private protocol ImmutableScalar {}

extension Bool: ImmutableScalar {}
extension Int: ImmutableScalar {}
extension Int8: ImmutableScalar {}
extension Int16: ImmutableScalar {}
extension Int32: ImmutableScalar {}
extension Int64: ImmutableScalar {}
extension UInt: ImmutableScalar {}
extension UInt8: ImmutableScalar {}
extension UInt16: ImmutableScalar {}
extension UInt32: ImmutableScalar {}
extension UInt64: ImmutableScalar {}
extension Float: ImmutableScalar {}
extension Double: ImmutableScalar {}
extension String: ImmutableScalar {}
extension Substring: ImmutableScalar {}
extension Character: ImmutableScalar {}
extension Duration: ImmutableScalar {}
extension Data: ImmutableScalar {}
extension Date: ImmutableScalar {}
extension Decimal: ImmutableScalar {}
extension URL: ImmutableScalar {}
extension UUID: ImmutableScalar {}
extension LuaValue: ImmutableScalar {}
extension LuaTable: ImmutableScalar {}

/// Keeps values in storage that only it can change.
private protocol ImmutableContainer {
  static var contentTypes: [Any.Type] { get }
}

extension Optional: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Wrapped.self] }
}
extension Array: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Element.self] }
}
extension ContiguousArray: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Element.self] }
}
extension ArraySlice: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Element.self] }
}
extension Set: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Element.self] }
}
extension Dictionary: ImmutableContainer {
  fileprivate static var contentTypes: [Any.Type] { [Key.self, Value.self] }
}
