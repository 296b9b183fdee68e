/// How values of a type become Lua values, decided once for the type.
///
/// Finding that out for each value takes several casts to protocols.
public enum RepresentationForm {
  /// Returns a reader of values that stand so far behind the place it is given.
  ///
  /// What most members are is read without generic code.
  public static func reader<Value>(
    of type: Value.Type, at offset: Int
  ) -> @Sendable (ValuePlace) -> LuaRepresentation {
    if let scalar = scalarReader(of: type, at: offset) {
      return { place in
        scalar(place).map { .value($0) } ?? LuaRepresentation(of: place.load(type, at: offset))
      }
    }
    return { LuaRepresentation(of: $0.load(type, at: offset)) }
  }

  /// Returns a reader of scalars that stand so far behind the place it is given.
  ///
  /// - Returns: `nil` for a type that is not known to be a scalar; the reader
  ///   gives `nil` for a value whose form is not known.
  public static func scalarReader<Value>(
    of type: Value.Type, at offset: Int
  ) -> (@Sendable (ValuePlace) -> LuaValue?)? {
    if type == String.self { return { .string($0.load(String.self, at: offset)) } }
    if type == Bool.self { return { .boolean($0.load(Bool.self, at: offset)) } }
    if type == Int.self { return { .integer(Int64($0.load(Int.self, at: offset))) } }
    if type == Double.self { return { .number($0.load(Double.self, at: offset)) } }
    if let forms = CaseForms(of: type) {
      return { forms[$0.load(UInt8.self, at: offset)] }
    }
    return nil
  }
}

/// Where a value stands in memory.
///
/// INVARIANT: used only while whoever made it keeps the value there.
@safe public struct ValuePlace {
  fileprivate let address: UnsafeRawPointer

  @inline(__always) func load<Value>(_ type: Value.Type, at offset: Int) -> Value {
    unsafe address.load(fromByteOffset: offset, as: type)
  }

  /// Returns the value that stands here.
  @inline(__always) public func value<Value>(as type: Value.Type) -> Value {
    load(type, at: 0)
  }
}

/// A value with a place of its own, which stays as long as this does.
@safe public final class PlacedValue<Value> {
  private let storage: UnsafeMutablePointer<Value>

  /// Where the value stands.
  public var place: ValuePlace { unsafe ValuePlace(address: UnsafeRawPointer(storage)) }

  /// The value.
  public var value: Value { unsafe storage.pointee }

  /// Puts a value into a place.
  public init(_ value: Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }
}

/// The forms of the cases of an enum that has no associated values.
private struct CaseForms: Sendable {
  /// By the byte that a case is.
  private let forms: [LuaValue?]

  /// Creates the list; `nil` for any other type.
  init?<Value>(of type: Value.Type) {
    guard MemoryLayout<Value>.size == 1, TypeMetadata.isPlainEnumeration(type),
      !(type is any LuaConvertible.Type), let cases = EnumCases.all(of: type)
    else { return nil }
    var forms = [LuaValue?](repeating: nil, count: 256)
    for value in cases {
      guard case .value(let form) = LuaRepresentation(of: value) else { return nil }
      forms[Self.byte(of: value)] = form
    }
    self.forms = forms
  }

  /// The form of the case that is this byte; `nil` for none that is known.
  subscript(byte: UInt8) -> LuaValue? { forms[Int(byte)] }

  private static func byte<Value>(of value: Value) -> Int {
    // The size is 1: an enum without associated values is its number.
    unsafe withUnsafeBytes(of: value) { unsafe Int($0[0]) }
  }
}
