/// Reads rows of text in columns, as ``DelimitedText`` and spreadsheets write them.
///
/// The first line tells what stands between cells: a comma, a semicolon or a tab.
struct DelimitedReader: Sendable {
  /// Why a text cannot be read.
  struct Problem: Error, Hashable {
    /// The line, from 1.
    let line: Int
    /// The name of the text that says what is wrong.
    let text: String
  }

  /// A row.
  struct Row: Hashable, Sendable {
    /// The line in which it begins, from 1.
    let line: Int
    /// The cells; nil for one without anything between its separators, which is no value.
    let cells: [String?]
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place: Int
  private var line = 1

  private init(_ text: String) {
    bytes = Array(text.utf8)
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = bytes[place...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let counts = DelimitedText.Separator.allCases.map { separator in
      (separator, head.count { $0 == separator.rawValue.utf8.first })
    }
    let best = counts.max { $0.1 < $1.1 }
    separator = (best?.1 ?? 0) > 0 ? best?.0.rawValue.utf8.first ?? 44 : 44
  }

  /// Reads all rows; empty lines are left out.
  ///
  /// - Complexity: O(*n*) bytes.
  static func rows(_ text: String) throws(Problem) -> [Row] {
    var reader = DelimitedReader(text)
    var rows: [Row] = []
    while reader.place < reader.bytes.count {
      let row = try reader.row()
      if row.cells != [nil] { rows.append(row) }
    }
    return rows
  }

  private mutating func row() throws(Problem) -> Row {
    let start = line
    var cells: [String?] = []
    while true {
      cells.append(try cell())
      guard place < bytes.count, bytes[place] == separator else { break }
      place += 1
    }
    if place < bytes.count {
      if bytes[place] == UInt8(ascii: "\r") { place += 1 }
      if place < bytes.count, bytes[place] == UInt8(ascii: "\n") { place += 1 }
      line += 1
    }
    return Row(line: start, cells: cells)
  }

  private mutating func cell() throws(Problem) -> String? {
    if place < bytes.count, bytes[place] == UInt8(ascii: "\"") { return try quoted() }
    let start = place
    while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
    return place == start ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func quoted() throws(Problem) -> String {
    let start = line
    var cell: [UInt8] = []
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        cell.append(byte)
        continue
      }
      if place < bytes.count, bytes[place] == byte {
        cell.append(byte)
        place += 1
        continue
      }
      guard place == bytes.count || isEnd(bytes[place]) else {
        throw Problem(line: start, text: "textBehindQuote")
      }
      return String(decoding: cell, as: UTF8.self)
    }
    throw Problem(line: start, text: "openQuote")
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
