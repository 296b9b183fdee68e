#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID: LuaConvertible {
  /// The string in uppercase, as Swift prints it.
  public var luaRepresentation: LuaRepresentation { .value(.string(uuidString)) }

  /// Creates the value from its string, in upper or lower case.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let string) = luaValue else { throw .wrongType(luaValue, for: UUID.self) }
    guard let uuid = UUID(uuidString: string) else { throw .wrongValue(luaValue, for: UUID.self) }
    self = uuid
  }
}

extension URL: LuaConvertible {
  /// The absolute string.
  public var luaRepresentation: LuaRepresentation { .value(.string(absoluteString)) }

  /// Creates the value from its string.
  public init(luaValue: LuaValue) throws(ConversionError) {
    guard case .string(let string) = luaValue else { throw .wrongType(luaValue, for: URL.self) }
    guard let url = URL(string: string) else { throw .wrongValue(luaValue, for: URL.self) }
    self = url
  }
}

extension Data: LuaConvertible {
  /// A string of the bytes.
  public var luaRepresentation: LuaRepresentation {
    // INVARIANT: valid UTF-8 is always a `string`, never `bytes`.
    if let string = String(validating: self, as: UTF8.self) { return .value(.string(string)) }
    return .value(.bytes([UInt8](self)))
  }

  /// Creates the value from the bytes of a string.
  public init(luaValue: LuaValue) throws(ConversionError) {
    switch luaValue {
    case .string(let string): self = Data(string.utf8)
    case .bytes(let bytes): self = Data(bytes)
    default: throw .wrongType(luaValue, for: Data.self)
    }
  }
}

extension Decimal: LuaConvertible {
  /// An integer if it is one of 64 bits, else the nearest float.
  ///
  /// The number is rounded to 15 significant digits if they identify it, as they do after
  /// arithmetic in floating point; otherwise it has no form in Lua.
  public var luaRepresentation: LuaRepresentation {
    guard let digits = DecimalDigits(self) else {
      return .unrepresentable("a decimal number that is not a number")
    }
    guard let number = luaNumber else {
      return .unrepresentable(DecimalDigits.tooManyDigits(digits.count))
    }
    return .value(number)
  }

  /// The number in Lua; `nil` if it has no exact form there.
  var luaNumber: LuaValue? {
    guard let digits = DecimalDigits(self) else { return nil }
    return (digits.identified ?? literal(digits))?.luaNumber
  }

  /// The number whose floating-point literal makes this number; `nil` if there is none.
  private func literal(_ digits: DecimalDigits) -> DecimalDigits? {
    guard let rounded = digits.rounded, case .number(let number)? = rounded.luaNumber,
      Decimal(number) == self
    else { return nil }
    return rounded
  }

  /// Creates the value from an integer, a float or a decimal string.
  ///
  /// A float is rounded to 15 significant digits: 0.1 + 0.2 is three tenths. A string may have 38
  /// digits.
  public init(luaValue: LuaValue) throws(ConversionError) {
    let digits: DecimalDigits?
    switch luaValue {
    case .integer, .number: digits = DecimalDigits(luaValue)
    case .string(let string): digits = DecimalDigits(string)
    case .bytes: digits = nil
    default: throw .wrongType(luaValue, for: Decimal.self)
    }
    guard let digits, let decimal = digits.decimal else {
      throw .wrongValue(luaValue, for: Decimal.self)
    }
    self = decimal
  }
}

extension VacantPlace {
  /// Puts a number of Lua here, if the type is `Decimal`, or an optional of it.
  @usableFromInline package func put(decimal number: LuaValue) {
    guard type == Decimal.self || type == Decimal?.self,
      let decimal = DecimalDigits(number)?.decimal
    else { return }
    type == Decimal.self ? put(decimal) : put(Decimal?.some(decimal))
  }
}

extension DecimalDigits {
  /// The digits of a decimal number; `nil` for one that is not finite.
  package init?(_ decimal: Decimal) {
    guard decimal.isFinite else { return nil }
    guard let parts = DecimalForm.parts(of: decimal) else {
      self.init(decimal.description)
      return
    }
    self = parts
  }

  /// The exact number; `nil` if it has more than 38 digits or too large an exponent.
  package var decimal: Decimal? {
    // SOURCE: `Decimal` keeps 128 bits of significand and an 8-bit exponent.
    guard count <= Self.mostDigits, (-128...127).contains(exponent) else { return nil }
    if let decimal = DecimalForm.decimal(self) { return decimal }
    var (rest, power, decimal) = (significand, Decimal(1), Decimal(0))
    while rest > 0 {
      // 18 digits fit into 64 bits.
      decimal += Decimal(UInt64(rest % 1_000_000_000_000_000_000)) * power
      power *= Decimal(1_000_000_000_000_000_000 as UInt64)
      rest /= 1_000_000_000_000_000_000
    }
    decimal = Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: decimal)
    return decimal.isFinite ? decimal : nil
  }
}

/// The memory of decimal numbers, after a successful check.
///
/// Its fields are not public, and its description and its operators are a hundred times as slow.
struct DecimalForm {
  /// An exponent of 8 bits; flags; and eight parts of 16 bits, the lowest one first.
  private struct Memory {
    var exponent: Int8
    var flags: UInt8
    var reserved: UInt16
    var parts: (UInt32, UInt32, UInt32, UInt32)
  }

  /// The position of the number of parts among the flags, which takes 4 bits.
  private let lengthShift: UInt8
  /// The flag of a number with a minus sign.
  private let negative: UInt8
  /// The flag of a significand that does not end with a zero.
  private let compact: UInt8

  /// The form in this process; `nil` if it is none of those that are known.
  static let known: DecimalForm? = {
    let forms = [
      // SOURCE: Swift's own Foundation, and the structure of Apple's.
      DecimalForm(lengthShift: 4, negative: 0x08, compact: 0x04),
      DecimalForm(lengthShift: 0, negative: 0x10, compact: 0x20),
    ]
    guard TypeMetadata.isUnderstood, MemoryLayout<Decimal>.size == MemoryLayout<Memory>.size else {
      return nil
    }
    return forms.first { $0.isRight }
  }()

  private var isRight: Bool {
    [
      "0", "1", "-1", "24.68", "-0.001", "1e127", "65536", "-4294967296.5", "1e-128",
      "340282366920938463463374607431768211455", "99999999999999999999999999999999999999e-3",
    ].allSatisfy { text in
      guard let decimal = Decimal(string: text), let digits = DecimalDigits(decimal.description),
        read(decimal) == digits
      else { return false }
      let copy = written(digits)
      return copy == decimal && copy.description == decimal.description
    }
  }

  /// Returns the digits of a finite number; `nil` if its memory is not understood.
  static func parts(of decimal: Decimal) -> DecimalDigits? { known?.read(decimal) }

  /// Returns a number; `nil` if its memory is not understood.
  static func decimal(_ digits: DecimalDigits) -> Decimal? { known?.written(digits) }

  private func read(_ decimal: Decimal) -> DecimalDigits? {
    // SAFETY: both types have the same size, and no references.
    let memory = unsafe unsafeBitCast(decimal, to: Memory.self)
    let length = Int(memory.flags >> lengthShift & 0xF)
    guard length <= 8 else { return nil }
    let (a, b, c, d) = memory.parts
    let high = UInt128(d) << 32 | UInt128(c)
    let all = high << 64 | UInt128(b) << 32 | UInt128(a)
    let used = length == 8 ? all : all & (UInt128(1) << UInt128(16 * length) - 1)
    return DecimalDigits(
      isNegative: memory.flags & negative != 0, used, exponent: Int(memory.exponent))
  }

  private func written(_ digits: DecimalDigits) -> Decimal {
    let bits = digits.significand
    let length = UInt8((128 - bits.leadingZeroBitCount + 15) / 16)
    // The number zero has no sign; with one it would be no number.
    let sign = digits.isNegative && length > 0 ? negative : 0
    let memory = Memory(
      exponent: Int8(digits.exponent), flags: length << lengthShift | sign | compact, reserved: 0,
      parts: (
        UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32),
        UInt32(truncatingIfNeeded: bits >> 64), UInt32(truncatingIfNeeded: bits >> 96)
      ))
    // SAFETY: as above.
    return unsafe unsafeBitCast(memory, to: Decimal.self)
  }
}
