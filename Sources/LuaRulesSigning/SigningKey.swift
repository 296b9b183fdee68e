#if Signing
  import Crypto
  import Foundation
  public import LuaRules

  /// The private half of a key that signs rules; only the publisher of rules has it.
  public struct SigningKey: Sendable {
    /// The name under which signatures refer to the key.
    public let id: String
    private let key: Curve25519.Signing.PrivateKey

    /// Makes a new key.
    ///
    /// - Throws: `RuleError` when the id is invalid.
    public init(id: String) throws(RuleError) {
      try KeyText.checkID(id)
      self.id = id
      key = Curve25519.Signing.PrivateKey()
    }

    /// Creates a key from its text.
    ///
    /// - Throws: `RuleError` when the text is no key, or the id is invalid.
    public init(id: String, base64: String) throws(RuleError) {
      try KeyText.checkID(id)
      let bytes = try KeyText.bytes(ofBase64: base64, for: id)
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
        throw RuleError(.untrusted, "the private key `\(id)` is no key of Ed25519")
      }
      self.id = id
      self.key = key
    }

    /// The key as text; it must be kept secret.
    public var base64: String { key.rawRepresentation.base64EncodedString() }

    /// The public half of the key, for hosts.
    public var verifyingKey: VerifyingKey {
      get throws(RuleError) {
        try VerifyingKey(id: id, bytes: Array(key.publicKey.rawRepresentation))
      }
    }

    /// Returns the signature of bytes.
    func signature(of bytes: [UInt8]) throws(RuleError) -> ManifestSignature {
      do {
        return ManifestSignature(keyID: id, bytes: Array(try key.signature(for: bytes)))
      } catch {
        throw RuleError(.unwritable, "the key `\(id)` cannot sign: \(error)")
      }
    }
  }
#endif
