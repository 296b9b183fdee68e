import Crypto
import Foundation

/// An entry of a ``UserFile``.
public struct User: Hashable, Sendable {
  /// The name, 1 to 128 bytes of UTF-8 without control characters.
  ///
  /// Names are the same when their bytes are: `é` and `e` with a combining accent are two names.
  public let name: String
  /// What is stored in place of the password.
  public let password: PasswordHash
  /// What rules see besides the name: `user.role`.
  public let members: [String: UserMember]

  /// Makes an entry.
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidUser` for an empty, long or unprintable name, and
  ///   for a member called `name`, `password` or `isLocal`, or with an empty or long name.
  public init(name: String, password: PasswordHash, members: [String: UserMember] = [:]) throws {
    guard Self.isName(name) else {
      throw DirectToWebError(
        .invalidUser, "a user's name has 1 to 128 bytes of UTF-8 and no control characters")
    }
    let names = members.keys
    guard members.count <= 64, names.allSatisfy({ (1...128).contains($0.utf8.count) }) else {
      throw DirectToWebError(
        .invalidUser, "a user has at most 64 members, with names of 1 to 128 bytes of UTF-8")
    }
    if let reserved = names.first(where: Self.reserved.contains) {
      throw DirectToWebError(.invalidUser, "a user cannot have a further member `\(reserved)`")
    }
    self.name = name
    self.password = password
    self.members = members
  }

  /// Whether a user may have a name.
  static func isName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && name.unicodeScalars.allSatisfy(\.isPrintable)
  }

  static let reserved: Set = ["name", "password", "isLocal"]

  /// The bytes of the name, by which users are found.
  var key: [UInt8] { Array(name.utf8) }

  /// A digest of everything that is stored of the user.
  var fingerprint: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return Array(SHA256.hash(data: try encoder.encode(self)))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}

extension User: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  private static let name = Key(stringValue: "name")
  private static let password = Key(stringValue: "password")

  /// Reads `{"name": …, "password": …}` with further members.
  ///
  /// - Throws: `DecodingError`; ``DirectToWebError`` with code `invalidUser`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let text = try container.decode(String.self, forKey: Self.password)
    guard let password = PasswordHash(text: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: Self.password, in: container,
        debugDescription: "not a hash by scrypt that this program makes, or one that costs too much"
      )
    }
    var members: [String: UserMember] = [:]
    for key in container.allKeys where !["name", "password"].contains(key.stringValue) {
      members[key.stringValue] = try container.decode(UserMember.self, forKey: key)
    }
    try self.init(
      name: try container.decode(String.self, forKey: Self.name), password: password,
      members: members)
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: Self.name)
    try container.encode(password.text, forKey: Self.password)
    for (name, member) in members { try container.encode(member, forKey: Key(stringValue: name)) }
  }
}
