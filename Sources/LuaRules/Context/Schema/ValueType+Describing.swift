import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueType {
  /// Creates the type that describes the values of a Swift type for rules and
  /// JSON.
  ///
  /// A type that contains itself is described once; inside of itself it is
  /// `any`. A type whose Lua form is not known in advance (`LuaConvertible`)
  /// is `any`, too. Any other structure is described by its stored properties,
  /// which are what rules read. If it is `Decodable`, rules may give it in any
  /// form. A type without visible members is `opaque`.
  public init(describing type: Any.Type) {
    self =
      Self.leaf(type) ?? Self.container(type) ?? Self.provided(type)
      ?? Self.rawRepresentable(type) ?? Self.remaining(type)
  }

  private static func leaf(_ type: Any.Type) -> ValueType? {
    switch type {
    case is Bool.Type: return .boolean
    case is String.Type, is Substring.Type, is Character.Type: return .string
    case is Date.Type: return .date
    case is Duration.Type: return .duration
    case is UUID.Type: return .uuid
    case is URL.Type: return .url
    case is Data.Type: return .data
    case is Decimal.Type: return .decimal
    case is LuaValue.Type, is AnyHashable.Type: return .any
    case let type as any FixedWidthInteger.Type: return integer(type)
    case is any BinaryFloatingPoint.Type: return .number
    default: return type == Any.self || type == (any Sendable).self ? .any : nil
    }
  }

  private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> ValueType {
    let range = Int64(clamping: Integer.min)...Int64(clamping: Integer.max)
    return .integer(range == .min ... .max ? nil : range)
  }

  private static func container(_ type: Any.Type) -> ValueType? {
    switch type {
    case let type as any OptionalDescription.Type:
      ValueType(describing: type.describedWrapped).orNull
    case let type as any ListDescription.Type:
      .list(of: ValueType(describing: type.describedElement))
    case let type as any DictionaryDescription.Type:
      type.describedEntry.map { .dictionary(of: ValueType(describing: $0)) }
    default: nil
    }
  }

  private static func provided(_ type: Any.Type) -> ValueType? {
    guard let provider = type as? any ValueTypeProviding.Type else { return nil }
    return once(type) { provider.valueType } ?? .any
  }

  /// Describes a type, unless an outer call describes it already.
  private static func once(
    _ type: Any.Type, _ describe: () -> ValueType?
  ) -> ValueType? {
    let identifier = ObjectIdentifier(type)
    guard !DescriptionInProgress.types.contains(identifier) else { return nil }
    let types = DescriptionInProgress.types.union([identifier])
    return DescriptionInProgress.$types.withValue(types) { describe() }
  }

  /// Returns the cases of an enumeration, some of which have associated values.
  private static func variant(_ type: Any.Type) -> ValueType? {
    once(type) { isOfSystem(type) ? nil : ValueType(describingCasesOf: type) }
  }

  private static func rawRepresentable(_ type: Any.Type) -> ValueType? {
    if let cases = EnumerationCases.scalars(of: type) { return .enumeration(cases) }
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return describingRawValue(of: type)
  }

  private static func describingRawValue<Raw: RawRepresentable>(of type: Raw.Type) -> ValueType {
    Raw.RawValue.self == type ? .any : ValueType(describing: Raw.RawValue.self)
  }

  private static func remaining(_ type: Any.Type) -> ValueType {
    if DescriptionInProgress.types.contains(ObjectIdentifier(type)) { return .any }
    // What such a type shows to rules is its own affair.
    if type is any LuaConvertible.Type || type is any LuaViewConvertible.Type { return .any }
    if let variant = variant(type) { return variant }
    guard type is any Decodable.Type else {
      return structure(type) ?? .opaque(String(describing: type))
    }
    guard !isOfSystem(type), case .object(var object)? = structure(type) else { return .any }
    object.isDecoded = true
    return .object(object)
  }

  /// Whether the type belongs to the standard library or to Foundation, whose stored properties are
  /// not part of its interface.
  private static func isOfSystem(_ type: Any.Type) -> Bool {
    ["Swift", "Foundation", "FoundationEssentials"].contains(
      String(reflecting: type).prefix { $0 != "." })
  }

  /// Returns a closed object of the stored properties, which are what rules see
  /// of a structure.
  private static func structure(_ type: Any.Type) -> ValueType? {
    guard let properties = StoredProperties.all(of: type), !properties.isEmpty else { return nil }
    return once(type) {
      .object(
        ObjectType(
          name: String(describing: type),
          members: properties.map { .init($0.name, ValueType(describing: $0.type)) }))
    }
  }
}

/// The types whose descriptions are in progress in outer calls.
private enum DescriptionInProgress {
  @TaskLocal static var types: Set<ObjectIdentifier> = []
}

// MARK: - Generic types of the standard library

private protocol OptionalDescription {
  static var describedWrapped: Any.Type { get }
}

extension Optional: OptionalDescription {
  static var describedWrapped: Any.Type { Wrapped.self }
}

private protocol ListDescription {
  static var describedElement: Any.Type { get }
}

extension Array: ListDescription {
  static var describedElement: Any.Type { Element.self }
}

extension ArraySlice: ListDescription {
  static var describedElement: Any.Type { Element.self }
}

extension ContiguousArray: ListDescription {
  static var describedElement: Any.Type { Element.self }
}

extension Set: ListDescription {
  static var describedElement: Any.Type { Element.self }
}

private protocol DictionaryDescription {
  /// The type of the entries; `nil` if the keys are not strings.
  static var describedEntry: Any.Type? { get }
}

extension Dictionary: DictionaryDescription {
  static var describedEntry: Any.Type? { Key.self == String.self ? Value.self : nil }
}
