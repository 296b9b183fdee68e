import LuaBridge
import LuaRules

/// A constant in a comparison of a rule; constants are equal by Lua's `==`.
enum TestedValue: Hashable, Sendable {
  case nothing
  /// The global `null`, which equals no value that is read.
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A number that is no integer.
  case float(Double)
  /// The bytes of a string.
  case text([UInt8])

  /// Creates the value of a scalar; `nil` for tables, objects and functions.
  init?(_ value: LuaValue) {
    switch value {
    case .nil: self = .nothing
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self.init(number)
    case .string(let text): self = .text(Array(text.utf8))
    case .bytes(let bytes): self = .text(bytes)
    case .table, .object, .function: return nil
    }
  }

  init?(_ value: NativeValue) {
    switch value {
    case .nil: self = .nothing
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .float(let number): self.init(number)
    case .string(let text): self = .text(Array(text.utf8))
    case .bytes(let bytes): self = .text(bytes)
    case .view, .undecided: return nil
    }
  }

  private init(_ number: Double) {
    self = Int64(exactly: number).map { .integer($0) } ?? .float(number)
  }

  /// Whether the value is true in a test.
  ///
  /// `null` is true there; as the result of a predicate it means that the predicate does not hold.
  var isTrue: Bool {
    switch self {
    case .nothing, .boolean(false): false
    default: true
    }
  }

  /// The value as a Lua value.
  var value: LuaValue {
    switch self {
    case .nothing: .nil
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .float(let number): .number(number)
    case .text(let bytes):
      String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .bytes(bytes)
    }
  }

  /// The value as written in a rule file.
  var literal: String { self == .nothing ? "nil" : value.literal }
}
