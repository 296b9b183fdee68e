import LuaBridge

/// What a pattern requires of the value at a path.
///
/// A value that is missing, or of another kind than the condition is about, does not fulfill it.
package enum PatternCondition: Hashable, Sendable {
  /// One of some constants; `null` stands for a missing value.
  case oneOf([PatternConstant])
  /// A value of the kind of one of the constants, but none of them; any value if all are `null`.
  case noneOf([PatternConstant])
  /// A number, or a text, between bounds.
  case range(PatternRange)
  /// A date before, or after, another one.
  case date(PatternDate)
  /// A text of a certain form.
  case text(TextForm, PatternConstant)
  /// A list with an element, or a text with a part.
  case contains(PatternConstant)
  case any([PatternCondition])
  case all([PatternCondition])

  /// The form of a text.
  package enum TextForm: String, Sendable {
    case startsWith = "starts_with"
    case endsWith = "ends_with"
    case matches
  }

  /// The constants, if the condition only lists the values that fulfill it.
  package var listed: [LuaValue]? {
    if case .oneOf(let constants) = self { constants.map(\.value) } else { nil }
  }

  /// The number of tests that it makes.
  package var testCount: Int {
    switch self {
    case .oneOf(let constants), .noneOf(let constants): constants.count
    case .range, .date, .text, .contains: 1
    case .any(let parts), .all(let parts): parts.reduce(0) { $0 + $1.testCount }
    }
  }

  /// Whether it looks at the elements of a list.
  var needsElements: Bool {
    switch self {
    case .contains: true
    case .any(let parts), .all(let parts): parts.contains(where: \.needsElements)
    default: false
    }
  }

  /// The constants that it mentions.
  package var constants: [LuaValue] {
    switch self {
    case .oneOf(let constants), .noneOf(let constants): constants.map(\.value)
    case .range(let range): [range.lower, range.upper].compactMap { $0?.value.value }
    case .date(let date): [.string(date.text)]
    case .text(_, let constant), .contains(let constant): [constant.value]
    case .any(let parts), .all(let parts): parts.flatMap(\.constants)
    }
  }
}

/// A constant of a condition, equal to another one that is exactly the same: 1 is not 1.0.
package struct PatternConstant: Hashable, Sendable {
  package let value: LuaValue

  package init(_ value: LuaValue) { self.value = value }

  package static func == (left: Self, right: Self) -> Bool { left.value.isSame(as: right.value) }

  package func hash(into hasher: inout Hasher) { hasher.combine(value.literal) }

  /// The bytes of a text; `nil` for another value.
  var bytes: [UInt8]? {
    switch value {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: nil
    }
  }
}

/// Numbers, or texts in the order of their bytes, between bounds.
package struct PatternRange: Hashable, Sendable {
  /// An end of the range: a number or a text.
  package struct Bound: Hashable, Sendable {
    package let value: PatternConstant
    package let isInside: Bool

    package init(_ value: LuaValue, isInside: Bool) {
      self.value = PatternConstant(value)
      self.isInside = isInside
    }
  }

  package var lower: Bound?
  package var upper: Bound?

  package init(lower: Bound? = nil, upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }
}

/// Dates on one side of another date: ISO 8601 texts, and dates of Swift, which are numbers in Lua.
///
/// If the date of the condition has no time of day, days are compared, in UTC; else instants.
package struct PatternDate: Hashable, Sendable {
  /// The date of the condition, as ISO 8601.
  package let text: String
  /// The seconds since 1970.
  let seconds: Double
  let isDay: Bool
  package let isBefore: Bool

  /// Creates a condition; `nil` for a text that is no date.
  package init?(_ text: String, isBefore: Bool) {
    guard let seconds = ISO8601.date(text) else { return nil }
    self.text = text
    self.seconds = seconds
    self.isBefore = isBefore
    isDay = text.utf8.count == 10
  }

  /// The instants that fulfill the condition, in seconds since 1970.
  package var range: PatternRange {
    if isBefore { return PatternRange(upper: .init(.number(seconds), isInside: false)) }
    // After a day means from the beginning of the next one on.
    return PatternRange(lower: .init(.number(isDay ? seconds + 86_400 : seconds), isInside: isDay))
  }
}
