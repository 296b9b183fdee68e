import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds types whose values never change, however often they are read.
///
/// The answer comes from the type alone: it consists of values only, without objects, closures
/// or anything else that may change.
@usableFromInline package enum Immutability {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Returns whether the values of a type are known never to change.
  ///
  /// `false` for types that are not understood, such as enums with associated values.
  ///
  /// - Complexity: Each type is examined once in a process.
  @usableFromInline package static func isKnown(of type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let answer = known.withLock({ $0[id] }) { return answer }
    var seen: Set<ObjectIdentifier> = []
    let answer = isImmutable(type, &seen)
    known.withLock { $0[id] = answer }
    return answer
  }

  /// Returns whether a value of the type may be cached after conversion from Lua.
  ///
  /// This holds for numbers, strings, types without references, and optionals and containers of
  /// numbers, strings and cases of enumerations. A host's own conversion of a type without
  /// references is assumed to give the same result for the same Lua value.
  @usableFromInline package static func isKeptOnceConverted(_ type: Any.Type) -> Bool {
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

  /// Examines a type; an occurrence of a type inside itself does not change the result.
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

/// A container whose storage only the container itself can change.
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
