import CLuaSupport
import Synchronization

/// The conversion of Lua values to one type.
///
/// The conformances of a type are looked up once, because the runtime takes longer for that than
/// most conversions take. The object lives as long as the process.
class TypeConversion<Value> {
  /// Whether a conversion needs the path to the value.
  let wantsPath: Bool
  /// Whether the type is an enum or an optional enum.
  let isEnumeration: Bool

  fileprivate init(wantsPath: Bool) {
    self.wantsPath = wantsPath
    let wrapped = (Value.self as? any OptionalConvertible.Type)?.wrappedType ?? Value.self
    isEnumeration = TypeMetadata.kind(of: wrapped) == .enumeration
  }

  /// Converts a value; host objects never come here.
  func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    preconditionFailure("a subclass does it")
  }
}

// MARK: - By what a type conforms to

private final class ConvertibleConversion<Value: LuaConvertible>: TypeConversion<Value> {
  init() { super.init(wantsPath: false) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try Value(luaValue: value)
  }
}

private final class ContextualConversion<
  Value: ContextuallyConvertible
>: TypeConversion<Value> {
  init() { super.init(wantsPath: true) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try Value.converted(from: value, by: converter, at: site)
  }
}

private final class FloatConversion<Value: BinaryFloatingPoint>: TypeConversion<Value> {
  init() { super.init(wantsPath: false) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try Value.rounded(value)
  }
}

private final class RawConversion<Value: RawRepresentable>: TypeConversion<Value> {
  init() { super.init(wantsPath: !(Value.RawValue.self is any LuaConvertible.Type)) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    try converter.rawValue(value, of: Value.self, at: site)
  }
}

private final class DecodableConversion<Value: Decodable>: TypeConversion<Value> {
  init() { super.init(wantsPath: true) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    isEnumeration
      ? try named(value, by: converter, at: site)
      : try converter.decoded(value, as: Value.self, at: site)
  }

  /// A function of its own, because generic code looks up the types of all paths
  /// of a function at its start.
  @inline(never)
  private func named(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    if let named = try converter.enumCase(value, of: Value.self) { return named }
    return try converter.decoded(value, as: Value.self, at: site)
  }
}

/// Accepts a value if its natural form already has the type.
private final class NaturalConversion<Value>: TypeConversion<Value> {
  init() { super.init(wantsPath: true) }

  override func convert(
    _ value: LuaValue, by converter: LuaConverter, at site: ConversionSite
  ) throws(ConversionError) -> Value {
    if isEnumeration, let named = try converter.enumCase(value, of: Value.self) { return named }
    let natural =
      Value.self == AnyHashable.self
      ? try converter.natural(value, in: AnyHashable.self, at: site)
      : try converter.natural(value, in: Any.self, at: site)
    // In two steps, because a cast of an optional to `Any` would not unwrap it.
    if let natural, let result = natural as? Value { return result }
    throw .wrongType(value, for: Value.self)
  }
}

extension TypeConversion {
  /// Chooses the conversion; the cheapest and most specific first.
  fileprivate static func make() -> AnyObject {
    func convertible<Type: LuaConvertible>(_: Type.Type) -> AnyObject {
      ConvertibleConversion<Type>()
    }
    func contextual<Type: ContextuallyConvertible>(_: Type.Type) -> AnyObject {
      ContextualConversion<Type>()
    }
    func float<Type: BinaryFloatingPoint>(_: Type.Type) -> AnyObject { FloatConversion<Type>() }
    func raw<Type: RawRepresentable>(_: Type.Type) -> AnyObject { RawConversion<Type>() }
    func decodable<Type: Decodable>(_: Type.Type) -> AnyObject { DecodableConversion<Type>() }

    let type = Value.self
    if let type = type as? any LuaConvertible.Type { return convertible(type) }
    if let type = type as? any ContextuallyConvertible.Type { return contextual(type) }
    if let type = type as? any BinaryFloatingPoint.Type { return float(type) }
    if let type = type as? any RawRepresentable.Type { return raw(type) }
    if let type = type as? any Decodable.Type { return decodable(type) }
    return NaturalConversion<Value>()
  }
}

// MARK: - Finding it

extension LuaConverter {
  /// Returns the conversion to a type; takes no lock if it already exists.
  ///
  /// Not a member of the class, because generic code would have to look up the class's type.
  @inline(__always)
  static func conversion<Value>(to type: Value.Type) -> Unmanaged<TypeConversion<Value>> {
    if let found = unsafe lrs_conversionOf(TypeMetadata.address(of: Value.self)) {
      return unsafe .fromOpaque(found)
    }
    return unsafe publishedConversion(to: type)
  }

  @inline(never)
  private static func publishedConversion<Value>(
    to type: Value.Type
  ) -> Unmanaged<TypeConversion<Value>> {
    let made = SameType.downcast(
      TypeConversion<Value>.make(), to: TypeConversion<Value>.self)
    let kept = unsafe Unmanaged.passRetained(made)
    let first = publishing.withLock { _ in
      let type = unsafe TypeMetadata.address(of: Value.self)
      if let first = unsafe lrs_conversionOf(type) { return UInt(bitPattern: first) }
      // If there is no memory for the entry, the conversion is made again the next time.
      _ = unsafe lrs_setConversion(type, kept.toOpaque())
      return 0
    }
    guard let first = unsafe UnsafeRawPointer(bitPattern: first) else { return unsafe kept }
    unsafe kept.release()
    return unsafe .fromOpaque(first)
  }

  /// Serializes publishing.
  private static let publishing = Mutex(())
}
