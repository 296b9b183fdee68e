/// A value as SQLite stores it.
///
/// Any column of any table may hold any of these, whatever its type says, unless the table is `STRICT`.
/// Texts are equal when their bytes are: `é` and `e` with a combining accent are two values, as they
/// are for SQLite.
public enum Value: Sendable {
  /// `NULL`.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, never NaN: SQLite stores that as `NULL`.
  case real(Double)
  /// Text in well-formed Unicode, which may hold U+0000.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// Text whose bytes are not UTF-8. Other programs leave such text behind.
  case malformedText([UInt8])

  /// Whether the value is `NULL`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension Value: Hashable {
  /// Compares kind and bytes, so `1` and `1.0` are two values.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    case (.malformedText(let left), .malformedText(let right)): left == right
    default: false
    }
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let bytes), .malformedText(let bytes): hasher.combine(bytes)
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }

  /// Makes `NULL`.
  public init(nilLiteral: ()) { self = .null }
}
