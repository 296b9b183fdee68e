/// What bytes are, as their beginning tells; what a name or a browser claims does not count.
public struct FileType: Hashable, Sendable {
  /// The type of the content, such as `image/png`.
  public let name: String
  /// How names of such files end.
  public let ending: String

  /// Whether browsers show it as an image that runs nothing.
  ///
  /// SVG is none of these: it may hold scripts.
  public var isShownImage: Bool { Self.images.contains { $0.type == self } }

  /// Finds out what bytes are.
  public init(of bytes: [UInt8]) {
    let found = (Self.images + Self.others).first { $0.matches(bytes) }
    if let found {
      self = found.type
    } else if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil {
      self.init("text/plain", "txt")
    } else {
      self.init("application/octet-stream", "bin")
    }
  }

  private init(_ name: String, _ ending: String) {
    self.name = name
    self.ending = ending
  }

  /// Whether it is one of some types, such as `image/png` or `image/*`.
  public func isOne(of names: [String]) -> Bool {
    names.contains { other in
      let other = other.lowercased()
      return other == name || other == "*/*"
        || (other.hasSuffix("/*") && name.hasPrefix(other.dropLast()))
    }
  }

  /// Bytes at places, by which a type is known.
  private struct Signature: Sendable {
    let type: FileType
    let parts: [(place: Int, bytes: [UInt8])]

    init(_ name: String, _ ending: String, _ parts: (Int, [UInt8])...) {
      type = FileType(name, ending)
      self.parts = parts.map { ($0.0, $0.1) }
    }

    func matches(_ bytes: [UInt8]) -> Bool {
      parts.allSatisfy { bytes.dropFirst($0.place).starts(with: $0.bytes) }
    }
  }

  // SOURCE: mimesniff.spec.whatwg.org, 6.1 and 6.4.
  private static let images = [
    Signature("image/png", "png", (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
    Signature("image/jpeg", "jpg", (0, [0xFF, 0xD8, 0xFF])),
    Signature("image/gif", "gif", (0, Array("GIF87a".utf8))),
    Signature("image/gif", "gif", (0, Array("GIF89a".utf8))),
    Signature("image/webp", "webp", (0, Array("RIFF".utf8)), (8, Array("WEBPVP".utf8))),
    Signature("image/bmp", "bmp", (0, Array("BM".utf8)), (6, [0, 0, 0, 0])),
  ]
  private static let others = [
    Signature("application/pdf", "pdf", (0, Array("%PDF-".utf8))),
    Signature("application/zip", "zip", (0, [0x50, 0x4B, 0x03, 0x04])),
    Signature("application/gzip", "gz", (0, [0x1F, 0x8B, 0x08])),
  ]
}
