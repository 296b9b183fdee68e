#if Signing
  import Foundation
  import LuaRules

  /// The signature of a manifest, in a file of one line: the id of a key, a
  /// space, and 64 bytes in base64.
  struct ManifestSignature {
    /// The name of the file.
    static let fileName = "rules.manifest.sig"
    /// The size limit of the file; larger than the longest line.
    static let greatestSize = 256

    var keyID: String
    var bytes: [UInt8]

    init(keyID: String, bytes: [UInt8]) {
      self.keyID = keyID
      self.bytes = bytes
    }

    /// Parses the content of a file; `nil` when it is no signature.
    init?(_ content: [UInt8]) {
      // SOURCE: RFC 8032, 5.1.6: a signature of Ed25519 has 64 bytes.
      let line = content.last == UInt8(ascii: "\n") ? content.dropLast() : content[...]
      let parts = String(decoding: line, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, KeyText.isID(String(parts[0])),
        let bytes = Data(base64Encoded: String(parts[1])), bytes.count == 64
      else { return nil }
      self.init(keyID: String(parts[0]), bytes: Array(bytes))
    }

    /// The content of the file.
    var content: [UInt8] { Array("\(line)\n".utf8) }

    /// The only line, without its line break.
    var line: String { "\(keyID) \(Data(bytes).base64EncodedString())" }
  }
#endif
