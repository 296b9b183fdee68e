import Foundation

/// What is stored in place of a password: `$scrypt$ln=17,r=8,p=1$<salt>$<key>`.
///
/// Salt and key are base64 without padding, as in the PHC string format.
public struct PasswordHash: Hashable, Sendable {
  /// What it costs to check a password.
  public let cost: ScryptCost
  let salt: [UInt8]
  let key: [UInt8]

  static let saltSize = 16
  static let keySize = 32

  init(cost: ScryptCost, salt: [UInt8], key: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.key = key
  }

  /// Reads a stored text; returns nil for another form, for a salt that has not 8 to 64 bytes, a key
  /// that has not 32, and a cost above the limits.
  public init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = ScryptCost(text: parts[2]), let salt = Self.bytes(parts[3]),
      let key = Self.bytes(parts[4]), (8...64).contains(salt.count), key.count == Self.keySize
    else { return nil }
    self.init(cost: cost, salt: salt, key: key)
  }

  /// The text that is stored.
  public var text: String {
    "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
      + "$\(Self.text(salt))$\(Self.text(key))"
  }

  /// Compares with a derived key, in a time that does not depend on where they differ.
  func matches(_ other: [UInt8]) -> Bool {
    guard key.count == other.count else { return false }
    return zip(key, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    guard !text.contains("=") else { return nil }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map { [UInt8]($0) }
  }
}

extension ScryptCost {
  fileprivate init?(text: Substring) {
    let names = ["ln", "r", "p"]
    var numbers: [Int] = []
    for (index, part) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard index < names.count, pair.count == 2, pair[0] == names[index], let number = Int(pair[1])
      else { return nil }
      numbers.append(number)
    }
    guard numbers.count == names.count else { return nil }
    self.init(logRounds: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
  }
}
