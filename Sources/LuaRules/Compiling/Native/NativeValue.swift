import LuaBridge
import LuaBytecode

/// A value in native evaluation: a scalar, or a mark for any other value.
///
/// INVARIANT: a string that is valid UTF-8 is always a `string`.
package enum NativeValue: Sendable {
  case `nil`
  /// The global `null` of rule files; a read never returns it.
  case null
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(String)
  case bytes([UInt8])
  /// A value with members, or an opaque object: it is true, and not equal to
  /// any scalar.
  case view
  /// A value that only Lua can determine: Lua evaluates the candidate.
  case undecided
}

/// The result of a test, which may be left to Lua.
enum NativeVerdict: Equatable, Sendable {
  case yes
  case no
  /// Lua must run the whole function.
  case undecided

  @inline(__always)
  init(_ isTrue: Bool) { self = isTrue ? .yes : .no }
}

extension NativeVerdict {
  /// The result as a Boolean; `nil` if it is left to Lua.
  var isKnown: Bool? {
    switch self {
    case .yes: true
    case .no: false
    case .undecided: nil
    }
  }
}

// MARK: - Lua's operators

extension NativeValue {
  /// Whether the value is true in a test of Lua.
  @inline(__always)
  var truth: NativeVerdict {
    switch self {
    case .nil, .boolean(false): .no
    case .undecided: .undecided
    default: .yes
    }
  }

  /// Whether the value, as the result of a predicate, means that it holds;
  /// `null` does not.
  @inline(__always)
  var holds: NativeVerdict {
    switch self {
    case .nil, .null, .boolean(false): .no
    case .undecided: .undecided
    default: .yes
    }
  }

  /// Whether the value is an integer or a float.
  var isNumber: Bool {
    switch self {
    case .integer, .float: true
    default: false
    }
  }

  /// Whether the value is left to Lua.
  @inline(__always)
  var isUndecided: Bool { if case .undecided = self { true } else { false } }

  /// Returns the result of Lua's `==`.
  ///
  /// Numbers are compared by their mathematical value, strings by their bytes.
  /// Two views are undecided: only Lua knows their identity.
  @inline(__always)
  static func isEqual(_ left: NativeValue, _ right: NativeValue) -> NativeVerdict {
    switch (left, right) {
    case (.string(let left), .string(let right)): NativeVerdict(haveSameBytes(left, right))
    case (.integer(let left), .integer(let right)): NativeVerdict(left == right)
    case (.undecided, _), (_, .undecided), (.view, .view): .undecided
    case (.nil, .nil), (.null, .null): .yes
    case (.boolean(let left), .boolean(let right)): NativeVerdict(left == right)
    case (.float(let left), .float(let right)): NativeVerdict(left == right)
    case (.integer(let left), .float(let right)): NativeVerdict(Int64(exactly: right) == left)
    case (.float(let left), .integer(let right)): NativeVerdict(Int64(exactly: left) == right)
    case (.bytes(let left), .bytes(let right)): NativeVerdict(left == right)
    default: .no
    }
  }

  /// Returns whether two strings have the same bytes; Swift's `==` uses
  /// canonical equivalence.
  @inline(__always)
  static func haveSameBytes(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.hasSameBytes(as: right)
  }

  /// Returns whether a string has the same bytes as an ASCII string.
  ///
  /// A different string that is canonically equivalent to ASCII, such as the
  /// kelvin sign to K, has more bytes. For a long string that is not ASCII, the
  /// check for equivalence in Swift is slow.
  @inline(__always)
  static func isSame(_ text: String, asPlain plain: String) -> Bool {
    let count = plain.utf8.count
    guard text.utf8.count == count else { return false }
    return count <= NativeCost.shortText ? text == plain : text.hasSameBytes(as: plain)
  }

  /// Returns the result of Lua's `<`.
  static func isLess(_ left: NativeValue, _ right: NativeValue) -> NativeVerdict {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): NativeVerdict(left < right)
    case (.float(let left), .float(let right)): NativeVerdict(left < right)
    case (.integer(let left), .float(let right)): NativeVerdict(isLess(left, right))
    case (.float(let left), .integer(let right)): NativeVerdict(isLess(left, right))
    case (.string(let left), .string(let right)): precedes(left, right)
    default: .undecided
    }
  }

  /// Returns the result of Lua's `<=`; with NaN it is not the opposite of `>`.
  static func isLessOrEqual(_ left: NativeValue, _ right: NativeValue) -> NativeVerdict {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return NativeVerdict(left <= right)
    case (.float(let left), .float(let right)): return NativeVerdict(left <= right)
    case (.integer(let left), .float(let right)):
      return NativeVerdict(!right.isNaN && !isLess(right, left))
    case (.float(let left), .integer(let right)):
      return NativeVerdict(!left.isNaN && !isLess(right, left))
    case (.string(let left), .string(let right)):
      return switch precedes(right, left) {
      case .yes: .no
      case .no: .yes
      case .undecided: .undecided
      }
    default: return .undecided
    }
  }

  private static func isLess(_ left: Int64, _ right: Double) -> Bool {
    if right >= 0x1p63 { return true }
    // This is also false for NaN.
    guard right > -0x1p63 else { return false }
    return left < Int64(right.rounded(.up))
  }

  private static func isLess(_ left: Double, _ right: Int64) -> Bool {
    if left < -0x1p63 { return true }
    guard left < 0x1p63 else { return false }
    return Int64(left.rounded(.down)) < right
  }

  /// Returns the order of strings; it depends on the collation of the process,
  /// and only bytewise order is known here.
  private static func precedes(_ left: String, _ right: String) -> NativeVerdict {
    guard LuaCollation.isBytewise else { return .undecided }
    return NativeVerdict(left.precedesInLongBytes(right))
  }
}

extension NativeValue {
  /// Creates the native form of a value; tables, objects and functions are
  /// undecided.
  init(_ value: LuaValue) {
    switch value {
    case .nil: self = .nil
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .float(value)
    case .string(let value): self = .string(value)
    case .bytes(let value): self = .bytes(value)
    case .table, .object, .function: self = .undecided
    }
  }

  /// Creates the native form of a constant.
  init(_ constant: CompiledFunction.Constant) {
    switch constant {
    case .nil: self = .nil
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .float(let value): self = .float(value)
    case .string(let bytes):
      self = String(luaText: bytes).map { .string($0) } ?? .bytes(bytes)
    }
  }
}
