import LuaBridge

extension ValueType {
  /// The phrase that names a value of the type in a message to a rule author.
  ///
  /// For example `an integer`, `one of gray, red, black` or
  /// `a list of integers`.
  package var expectation: String {
    switch self {
    case .any: "a value"
    case .optional(let wrapped): "\(wrapped.withoutNull.expectation) or null"
    case .boolean: "true or false"
    case .integer(let range): "an integer\(Self.phrase(range))"
    case .number: "a number"
    case .string: "a string"
    case .enumeration(let scalars):
      switch scalars.count {
      case 0: "null"
      case 1: Self.names(scalars)
      default: "one of \(Self.names(scalars))"
      }
    case .list(.any): "a list"
    case .list(let element): "a list of \(element.plural)"
    case .dictionary(.any), .object: "an object"
    case .dictionary(let entry): "an object of \(entry.plural)"
    case .variant(let variant): variant.expectation
    case .date: "a date, in seconds since 1970 or as a string like \"2026-01-31T12:00:00Z\""
    case .duration: "a duration, in seconds or as a string like \"PT90S\""
    case .uuid: "a UUID"
    case .url: "a URL"
    case .data: "a string of bytes"
    case .decimal: "a decimal number, or a string like \"12.50\""
    case .opaque(let name): "an object of the type \(name)"
    case .function: "a function of the program"
    }
  }

  /// The phrase for several values of the type, for lists.
  private var plural: String {
    switch self {
    case .any: "values"
    case .optional(let wrapped): "\(wrapped.withoutNull.plural) or null"
    case .boolean: "booleans"
    case .integer(let range): "integers\(Self.phrase(range))"
    case .number: "numbers"
    case .string: "strings"
    case .enumeration(let scalars): "values out of \(Self.names(scalars))"
    case .list(.any): "lists"
    case .list(let element): "lists of \(element.plural)"
    case .dictionary(.any), .object: "objects"
    case .dictionary(let entry): "objects of \(entry.plural)"
    case .variant(let variant): "values of which each is \(variant.expectation)"
    case .date: "dates"
    case .duration: "durations"
    case .uuid: "UUIDs"
    case .url: "URLs"
    case .data: "strings of bytes"
    case .decimal: "decimal numbers"
    case .opaque(let name): "objects of the type \(name)"
    case .function: "functions of the program"
    }
  }

  private static func phrase(_ range: ClosedRange<Int64>?) -> String {
    guard let range else { return "" }
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): return ""
    case (let lower, .max): return " of at least \(lower)"
    case (.min, let upper): return " of at most \(upper)"
    case (let lower, let upper): return " from \(lower) to \(upper)"
    }
  }

  /// Returns the values by name, at most 20; `allowed` of an error lists all of
  /// them.
  private static func names(_ scalars: [Scalar]) -> String {
    let names = scalars.prefix(20).map { scalar in
      if case .string(let string) = scalar, !string.isEmpty {
        string
      } else {
        scalar.value.literal
      }
    }
    let rest = scalars.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
