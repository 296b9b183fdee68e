/// Rows as text in columns: CSV by RFC 4180, in UTF-8.
public struct DelimitedText: Hashable, Sendable {
  /// What stands between cells.
  public enum Separator: String, Hashable, Sendable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
  }

  /// What stands between cells.
  public var separator = Separator.comma
  /// Whether a `'` is put in front of cells that programs for spreadsheets would take for formulas: those
  /// that begin with `=`, `+`, `-`, `@`, TAB or CR and are no numbers.
  ///
  /// Other programs that read the file see the `'` too.
  public var guardsFormulas = true

  /// Makes CSV with commas and guarded formulas.
  public init() {}

  /// The type of the content, for HTTP.
  public static let contentType = "text/csv; charset=utf-8"

  /// Writes rows, each with CR LF behind it.
  ///
  /// A cell that is nil is empty, and one with an empty text is `""`. The titles of columns are a row too.
  public func bytes(_ rows: some Sequence<[String?]>) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index > 0 { bytes += separator.rawValue.utf8 }
        append(cell, to: &bytes, isAlone: row.count == 1)
      }
      bytes += "\r\n".utf8
    }
    return bytes
  }

  private func append(_ cell: String?, to bytes: inout [UInt8], isAlone: Bool) {
    guard let cell else {
      // A row with nothing in it would be no row for many readers.
      if isAlone { bytes += "\"\"".utf8 }
      return
    }
    let text = guardsFormulas && Self.isFormula(cell) ? "'" + cell : cell
    let special = Array("\"\r\n".utf8) + Array(separator.rawValue.utf8)
    guard text.isEmpty || text.utf8.contains(where: special.contains) else {
      bytes += text.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return cell.wholeMatch(of: /[+-](?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/) == nil
  }
}
