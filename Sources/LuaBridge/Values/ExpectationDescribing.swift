#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type with its own description of what it accepts from Lua.
protocol ExpectationDescribing {
  /// What the type accepts.
  static var expectation: Expectation { get }
}

extension Bool: ExpectationDescribing {
  static var expectation: Expectation { Expectation("true or false", "booleans") }
}

extension String: ExpectationDescribing {
  static var expectation: Expectation { Expectation("a string", "strings") }
}

extension Substring: ExpectationDescribing {
  static var expectation: Expectation { String.expectation }
}

extension Character: ExpectationDescribing {
  static var expectation: Expectation {
    Expectation("a string of one character", "strings of one character")
  }
}

extension LuaValue: ExpectationDescribing {
  static var expectation: Expectation { Expectation("any value", "any values") }
}

extension Date: ExpectationDescribing {
  static var expectation: Expectation {
    Expectation(
      "a date (seconds since 1970 or ISO 8601)", "dates (seconds since 1970 or ISO 8601)")
  }
}

extension Duration: ExpectationDescribing {
  static var expectation: Expectation {
    Expectation("a number of seconds", "numbers of seconds")
  }
}

extension UUID: ExpectationDescribing {
  static var expectation: Expectation { Expectation("a UUID", "UUIDs") }
}

extension URL: ExpectationDescribing {
  static var expectation: Expectation { Expectation("a URL", "URLs") }
}

extension Data: ExpectationDescribing {
  static var expectation: Expectation {
    Expectation("a string of bytes", "strings of bytes")
  }
}

extension Decimal: ExpectationDescribing {
  static var expectation: Expectation {
    Expectation(
      "a decimal number of at most 38 digits (a number or a string)",
      "decimal numbers of at most 38 digits (numbers or strings)")
  }
}

// MARK: - Containers

extension Optional: ExpectationDescribing {
  static var expectation: Expectation {
    var expectation = Expectation(of: Wrapped.self)
    // Nested optionals have only one `nil`.
    if !(Wrapped.self is any OptionalConvertible.Type) { expectation.one += " or nil" }
    return expectation
  }
}

extension Array: ExpectationDescribing {
  static var expectation: Expectation { .list(of: Element.self) }
}

extension ArraySlice: ExpectationDescribing {
  static var expectation: Expectation { .list(of: Element.self) }
}

extension ContiguousArray: ExpectationDescribing {
  static var expectation: Expectation { .list(of: Element.self) }
}

extension Set: ExpectationDescribing {
  static var expectation: Expectation { .list(of: Element.self) }
}

extension Dictionary: ExpectationDescribing {
  static var expectation: Expectation {
    if Key.self is any FixedWidthInteger.Type { return .list(of: Value.self) }
    return Expectation("a table with string keys", "tables with string keys")
  }
}

extension Expectation {
  fileprivate static func list(of type: Any.Type) -> Expectation {
    if type == Any.self || type == AnyHashable.self || type == LuaValue.self {
      return Expectation("a list", "lists")
    }
    let elements = Expectation(of: type).many
    return Expectation("a list of \(elements)", "lists of \(elements)")
  }
}
