import Crypto
import Foundation

/// Bytes that nobody can guess.
enum RandomBytes {
  /// Draws bytes from the system's generator.
  static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Draws 32 bytes, as base64 in letters that cookies and URLs may hold: 43 characters.
  static func token() -> String {
    Data(make(32)).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}

/// The SHA-256 digest under which a secret text is kept, so that memory holds no usable secret.
///
/// Digests are compared in a time that does not depend on where they differ.
struct SecretDigest: Hashable, Sendable {
  private let digest: SHA256Digest

  init(_ text: String) { digest = SHA256.hash(data: Array(text.utf8)) }
}
