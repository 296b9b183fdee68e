import LuaRules

// What kinds of values types have, for comparisons.

extension ValueType {
  /// The strings that the type lists.
  var listedTexts: [String] {
    (listedValues ?? []).compactMap { value in
      if case .string(let text) = value.value { text } else { nil as String? }
    }
  }

  /// The kind of the type's values for equality; `nil` if it is unknown.
  var equality: Equality? {
    switch withoutNullForEquality {
    case .boolean: .boolean
    case .integer, .number, .date, .duration: .number
    case .string, .uuid, .url, .data: .text
    case .list, .dictionary, .object: .view
    case .enumeration where listedTexts.count == listedValues?.count: .text
    default: nil
    }
  }

  /// The only kind of values that a key of the type accepts; `nil` if there are
  /// several kinds.
  var onlyKind: Equality? {
    switch self {
    case .boolean, .integer, .number, .string, .uuid, .url, .data, .enumeration: equality
    default: nil
    }
  }

  enum Equality {
    case boolean, number, text, view
  }

  /// The type for comparisons: two optional values may be equal because both
  /// are missing.
  private var withoutNullForEquality: ValueType {
    if case .optional = self { .any } else { self }
  }
}
