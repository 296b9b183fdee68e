#if Signing
  import Crypto

  /// The SHA-256 of some bytes, in hexadecimal digits.
  struct ContentHash: Hashable, Sendable {
    private static let prefix = "sha256:"

    let digits: String

    init(of bytes: [UInt8]) {
      digits = SHA256.hash(data: bytes).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
    }

    /// Parses `sha256:` with 64 lowercase digits; `nil` for any other text.
    init?(_ text: String) {
      guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
      self.init(digits: String(text.dropFirst(Self.prefix.count)))
    }

    /// Parses 64 lowercase digits; `nil` for any other text.
    init?(digits: String) {
      let isDigit = { (byte: UInt8) in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
      guard digits.utf8.count == 2 * SHA256.byteCount, digits.utf8.allSatisfy(isDigit) else {
        return nil
      }
      self.digits = digits
    }

    /// The text for a manifest.
    var text: String { Self.prefix + digits }

    /// A prefix that is long enough for a message.
    var short: String { digits.prefix(12) + "…" }
  }
#endif
