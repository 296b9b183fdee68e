import Crypto
import Foundation

/// Locks texts that travel through a browser, so that nobody reads or changes them on the way.
///
/// What was shown may hold more than a page does, such as the foreign key to a row that may not be seen, so
/// texts are encrypted and not only signed: ChaCha20-Poly1305.
public struct Seal: Sendable {
  private let key: SymmetricKey

  /// Creates a seal with a secret.
  ///
  /// - Parameter key: 32 bytes; another seal with the same bytes opens what this one closed.
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` for another number of bytes.
  public init(key: [UInt8]) throws {
    guard key.count == 32 else {
      throw DirectToWebError(.invalidQuery, "a seal needs 32 bytes, but got \(key.count)")
    }
    self.key = SymmetricKey(data: key)
  }

  /// Creates a seal with a random secret, which ends with the program.
  public init() { key = SymmetricKey(size: .bits256) }

  /// Locks texts for a purpose, with letters, digits, `-` and `_`; differently each time.
  ///
  /// ``open(_:for:)`` needs the same purpose.
  public func close(_ texts: [String], for purpose: String) throws -> String {
    let box = try ChaChaPoly.seal(
      try JSONEncoder().encode(texts), using: key, authenticating: Data(purpose.utf8))
    return box.combined.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Unlocks what ``close(_:for:)`` made; returns nil for everything else.
  public func open(_ sealed: String, for purpose: String) -> [String]? {
    let padding = String(repeating: "=", count: (4 - sealed.utf8.count % 4) % 4)
    let text = sealed.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: text), let box = try? ChaChaPoly.SealedBox(combined: data),
      let opened = try? ChaChaPoly.open(box, using: key, authenticating: Data(purpose.utf8))
    else { return nil }
    return try? JSONDecoder().decode([String].self, from: opened)
  }
}
