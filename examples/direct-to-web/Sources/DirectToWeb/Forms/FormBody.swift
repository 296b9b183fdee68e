/// The fields of a form, as a browser sends them: `application/x-www-form-urlencoded`, or with files
/// `multipart/form-data`.
public struct FormBody: Sendable {
  /// How much a body may be.
  public struct Limits: Sendable {
    /// The greatest number of bytes.
    public var bytes = 4_000_000
    /// The greatest number of fields.
    public var fields = 5_000

    /// Makes the usual limits.
    public init() {}
  }

  /// Why a body cannot be read.
  public enum Problem: Error, Sendable {
    /// It has more bytes than it may.
    case tooManyBytes
    /// It has more fields than it may.
    case tooManyFields
    /// A `%` is not followed by two digits, or the bytes are no UTF-8.
    case malformed
  }

  /// A file that was chosen.
  public struct File: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The name of the file, as the browser says.
    public let fileName: String
    /// What is in it.
    public let bytes: [UInt8]
  }

  /// Names and values, in the order of the body; a name may occur more than once.
  public let fields: [(name: String, value: String)]
  /// The files.
  public let files: [File]

  /// Creates a body of fields.
  public init(_ fields: [(name: String, value: String)], files: [File] = []) {
    self.fields = fields
    self.files = files
  }

  /// Returns the first file under a name.
  public func file(_ name: String) -> File? { files.first { $0.name.hasSameBytes(as: name) } }

  /// Reads the bytes of a body.
  ///
  /// - Complexity: O(*n*) bytes.
  public init(decoding bytes: [UInt8], limits: Limits = Limits()) throws(Problem) {
    guard bytes.count <= limits.bytes else { throw .tooManyBytes }
    var fields: [(name: String, value: String)] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      guard fields.count < limits.fields else { throw .tooManyFields }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      fields.append(
        (try Self.decoded(pair[..<equals]), try Self.decoded(pair[equals...].dropFirst())))
    }
    self.init(fields)
  }

  /// Returns the first value under a name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.hasSameBytes(as: name) }?.value
  }

  /// Returns all values under a name.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
  }

  /// The fields whose names begin with a text, under the rest of their names.
  func part(_ prefix: String) -> FormBody {
    func rest(_ name: String) -> String? {
      name.utf8.starts(with: prefix.utf8)
        ? String(name.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }
    return FormBody(
      fields.compactMap { field in rest(field.name).map { ($0, field.value) } },
      files: files.compactMap { file in
        rest(file.name).map { File(name: $0, fileName: file.fileName, bytes: file.bytes) }
      })
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
          throw .malformed
        }
        result.append(high << 4 | low)
      default: result.append(byte)
      }
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw .malformed }
    return text
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
