#if Signing
  import Crypto
  import Foundation
  public import LuaRules

  /// The public half of a key that signs rules.
  public struct VerifyingKey: Sendable, Hashable {
    /// The name under which signatures refer to the key.
    public let id: String
    /// The 32 bytes of an Ed25519 public key.
    public let bytes: [UInt8]

    /// Creates a key from its text.
    ///
    /// - Parameters:
    ///   - id: Up to 64 letters, digits, `.`, `_` and `-`.
    ///   - base64: The 32 bytes of an Ed25519 public key, as `luarules new-key`
    ///     prints them.
    /// - Throws: `RuleError` with the code `untrusted`.
    public init(id: String, base64: String) throws(RuleError) {
      try self.init(id: id, bytes: KeyText.bytes(ofBase64: base64, for: id))
    }

    init(id: String, bytes: [UInt8]) throws(RuleError) {
      try KeyText.checkID(id)
      guard (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil else {
        throw RuleError(.untrusted, "the public key `\(id)` is no key of Ed25519")
      }
      self.id = id
      self.bytes = bytes
    }

    /// The key as text, for the source code or the configuration of a host.
    public var base64: String { Data(bytes).base64EncodedString() }

    /// Whether the private half has signed exactly these bytes with this signature.
    func hasSigned(_ bytes: [UInt8], with signature: [UInt8]) -> Bool {
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes)
      return key?.isValidSignature(signature, for: bytes) ?? false
    }
  }

  /// The text forms of keys and their ids.
  enum KeyText {
    /// The size of an Ed25519 key, in bytes, for both halves.
    static let keySize = 32

    static func bytes(ofBase64 text: String, for id: String) throws(RuleError) -> [UInt8] {
      guard let data = Data(base64Encoded: text), data.count == keySize else {
        throw RuleError(.untrusted, "the text of the key `\(id)` is not \(keySize) bytes in base64")
      }
      return Array(data)
    }

    static func checkID(_ id: String) throws(RuleError) {
      guard !isID(id) else { return }
      throw RuleError(
        .untrusted, "`\(id)` is not the id of a key",
        hint: "ids are up to 64 letters, digits, `.`, `_` and `-`")
    }

    /// Whether the text is a valid id of a key, or a valid name of a set.
    static func isID(_ text: String) -> Bool { RuleBundle.isSetName(text) }
  }
#endif
