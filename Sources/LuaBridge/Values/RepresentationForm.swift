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
    if let scalar = StoredScalar(of: type, at: offset) {
      return { place in
        scalar.read(at: place).map { .value($0) }
          ?? LuaRepresentation(of: place.load(type, at: offset))
      }
    }
    return { LuaRepresentation(of: $0.load(type, at: offset)) }
  }
}

/// A scalar that is stored in a struct: where it stands, and what it is.
public struct StoredScalar: Sendable {
  private enum Kind: Sendable { case nothing, string, boolean, integer, number, enumeration }

  private let kind: Kind
  private let offset: Int
  private let forms: CaseForms?

  /// A member that is none.
  public static let none = StoredScalar()

  private init() {
    kind = .nothing
    offset = 0
    forms = nil
  }

  /// Creates a description; `nil` for a type that is not known to be a scalar.
  public init?<Value>(of type: Value.Type, at offset: Int) {
    self.offset = offset
    forms = CaseForms(of: type)
    if forms != nil {
      kind = .enumeration
    } else if type == String.self {
      kind = .string
    } else if type == Bool.self {
      kind = .boolean
    } else if type == Int.self {
      kind = .integer
    } else if type == Double.self {
      kind = .number
    } else {
      return nil
    }
  }

  /// Returns the scalar of the struct at a place; `nil` for one whose form is not known.
  @inline(__always)
  func read(at place: ValuePlace) -> LuaValue? {
    switch kind {
    case .nothing: nil
    case .string: .string(place.load(String.self, at: offset))
    case .boolean: .boolean(place.load(Bool.self, at: offset))
    case .integer: .integer(Int64(place.load(Int.self, at: offset)))
    case .number: .number(place.load(Double.self, at: offset))
    case .enumeration: forms?[place.load(UInt8.self, at: offset)]
    }
  }
}

/// The stored scalars of a value, by position.
///
/// INVARIANT: whoever makes one keeps the value at its place.
open class StoredScalars {
  private let place: ValuePlace?
  private let readers: FixedValue<[StoredScalar]>
  /// What ``LuaView/family`` says.
  public let family: UInt32

  /// Creates a reader of the value at a place.
  public init(of place: ValuePlace?, _ readers: FixedValue<[StoredScalar]>, family: UInt32) {
    self.place = place
    self.readers = readers
    self.family = family
  }

  /// Returns the scalar at a position, counted from 1; `nil` where there is none.
  public final func storedScalar(at position: UInt32) -> LuaValue? {
    let index = Int(position) - 1
    guard let place, index >= 0, index < readers.value.count else { return nil }
    return readers.value[index].read(at: place)
  }

  /// Returns the position of a member that may be shown; 0 for none.
  open func openPosition(of name: String) -> UInt32 { 0 }
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
