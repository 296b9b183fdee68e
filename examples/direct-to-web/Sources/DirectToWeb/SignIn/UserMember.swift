/// What a user has besides name and password, such as `role` or `store_id`.
public enum UserMember: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A floating-point number.
  case real(Double)
  /// Yes or no.
  case boolean(Bool)
  /// A list of texts.
  case texts([String])
  /// A list of whole numbers.
  case integers([Int])

  /// The value for rules, with its type.
  var lua: (type: any Sendable.Type, value: any Sendable) {
    switch self {
    case .text(let value): (String.self, value)
    case .integer(let value): (Int.self, value)
    case .real(let value): (Double.self, value)
    case .boolean(let value): (Bool.self, value)
    case .texts(let value): ([String].self, value)
    case .integers(let value): ([Int].self, value)
    }
  }
}

extension UserMember: Codable {
  /// Reads a JSON text, number, truth value, or list of texts or of whole numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Int].self), !value.isEmpty {
      self = .integers(value)
    } else if let value = try? container.decode([String].self) {
      self = .texts(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "a member is a text, a number, true, false, or a list of texts or whole numbers")
    }
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .texts(let value): try container.encode(value)
    case .integers(let value): try container.encode(value)
    }
  }
}
