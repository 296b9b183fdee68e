import Foundation

/// Rows as JSON: a list of objects, `[{"column": value}]`, in UTF-8.
///
/// Whole numbers have all their digits; reals read back as the same number, and have a point or an
/// exponent; infinity is `9e999`, which readers take for infinity. A blob is `{"$base64": …}`, a text that
/// is not UTF-8 is `{"$malformed": …}`, in base64 both.
public struct RowJSON: Hashable, Sendable {
  /// The names of the columns, in the order of the values; no two are the same.
  public let columns: [String]

  /// Makes a form; of columns with the same name all but the first get a number: `name 2`.
  public init(columns: [String]) {
    var names: [String] = []
    var seen: Set<[UInt8]> = []
    for column in columns {
      var name = column
      var number = 1
      while !seen.insert(Array(name.utf8)).inserted {
        number += 1
        name = "\(column) \(number)"
      }
      names.append(name)
    }
    self.columns = names
  }

  /// The type of the content, for HTTP.
  public static let contentType = "application/json"

  /// What comes before all rows.
  public static let head = Array("[".utf8)
  /// What comes after all rows.
  public static let tail = Array("\n]\n".utf8)

  /// Writes rows, one a line.
  ///
  /// - Parameters:
  ///   - rows: Values in the order of ``columns``.
  ///   - isFirst: Whether no row was written before, so that none needs a comma between.
  /// - Returns: The text, without head and tail.
  public func bytes(_ rows: some Sequence<[Value]>, isFirst: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var isFirst = isFirst
    for row in rows {
      bytes += (isFirst ? "\n{" : ",\n{").utf8
      isFirst = false
      for (index, (name, value)) in zip(columns, row).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(text: name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number) where number.isInfinite: bytes += (number < 0 ? "-9e999" : "9e999").utf8
    case .real(let number): bytes += "\(number)".utf8
    case .text(let text): append(text: text, to: &bytes)
    case .blob(let blob): bytes += "{\"$base64\":\"\(Data(blob).base64EncodedString())\"}".utf8
    case .malformedText(let text):
      bytes += "{\"$malformed\":\"\(Data(text).base64EncodedString())\"}".utf8
    }
  }

  private static func append(text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
