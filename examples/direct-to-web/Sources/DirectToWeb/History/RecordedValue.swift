import Crypto
import Foundation

/// What the history keeps of a value.
public enum RecordedValue: Hashable, Sendable {
  /// The value itself.
  case value(Value)
  /// A value above 64 KiB: its SHA-256 digest in hexadecimal, and its length in bytes.
  case digest(String, length: Int)
  /// A value that nobody may read in the history, such as a password.
  case hidden

  /// The most bytes of a text or blob that are kept.
  public static let maximumSize = 64 << 10

  /// The value as the history keeps it.
  var shortened: RecordedValue {
    guard case .value(let value) = self, let bytes = value.bytes, bytes.count > Self.maximumSize
    else {
      return self
    }
    let digest = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return .digest(digest.joined(), length: bytes.count)
  }
}

extension Value {
  /// The bytes of a text or blob.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .text(let text): Array(text.utf8)
    case .blob(let bytes), .malformedText(let bytes): bytes
    case .null, .integer, .real: nil
    }
  }
}

extension RecordedValue: Codable {
  private enum Key: String, CodingKey {
    case integer, real, text, blob, malformedText, digest, length, hidden
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decodeNil() {
      self = .value(.null)
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first(where: { $0 != .length }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "a value without a kind"))
    }
    func bytes() throws -> [UInt8] { [UInt8](try container.decode(Data.self, forKey: key)) }
    switch key {
    case .integer: self = .value(.integer(try container.decode(Int64.self, forKey: key)))
    case .real:
      guard let number = Double(try container.decode(String.self, forKey: key)) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "not a number")
      }
      self = .value(.real(number))
    case .text: self = .value(.text(try container.decode(String.self, forKey: key)))
    case .blob: self = .value(.blob(try bytes()))
    case .malformedText: self = .value(.malformedText(try bytes()))
    case .digest:
      self = .digest(
        try container.decode(String.self, forKey: key),
        length: try container.decode(Int.self, forKey: .length))
    case .hidden, .length: self = .hidden
    }
  }

  /// Writes `null`, `{"integer": 5}`, `{"real": "1.5"}`, `{"text": "a"}`, `{"blob": <base64>}`,
  /// `{"malformedText": <base64>}`, `{"digest": <hexadecimal>, "length": 70000}` or `{"hidden": true}`.
  ///
  /// A real is a text, because JSON has no infinity, and readers may take `1.0` for a whole number.
  public func encode(to encoder: any Encoder) throws {
    if case .value(.null) = self {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
      return
    }
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .value(.null): break
    case .value(.integer(let number)): try container.encode(number, forKey: .integer)
    case .value(.real(let number)): try container.encode("\(number)", forKey: .real)
    case .value(.text(let text)): try container.encode(text, forKey: .text)
    case .value(.blob(let bytes)): try container.encode(Data(bytes), forKey: .blob)
    case .value(.malformedText(let bytes)):
      try container.encode(Data(bytes), forKey: .malformedText)
    case .digest(let digest, let length):
      try container.encode(digest, forKey: .digest)
      try container.encode(length, forKey: .length)
    case .hidden: try container.encode(true, forKey: .hidden)
    }
  }
}
