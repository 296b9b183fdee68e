import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A writer of compact JSON that is directed by a type.
package struct JSONWriter {
  private let object: (ObjectHandle) -> String?
  private var output: [UInt8] = []
  private var path: [String] = []

  package init(object: @escaping (ObjectHandle) -> String?) {
    self.object = object
  }

  /// The text that has been written so far.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Appends a value.
  package mutating func write(_ value: LuaValue, as type: ValueType) throws(JSONWritingError) {
    let type = type.withoutNull
    switch value {
    case .nil, .null: append("null")
    case .boolean(let value): append(value ? "true" : "false")
    case .integer(let value): try writeInteger(value, as: type)
    case .number(let value): try writeNumber(value, as: type)
    case .string(let value):
      appendString(type == .data ? Data(value.utf8).base64EncodedString() : value)
    case .bytes(let value):
      guard type == .data else { throw failure("the string is not valid UTF-8") }
      appendString(Data(value).base64EncodedString())
    case .table(let table): try writeTable(table, as: type)
    case .object(let handle):
      guard let text = object(handle) else {
        throw failure("an object of the host has no JSON form")
      }
      appendString(text)
    case .function: throw failure("a function has no JSON form")
    }
  }

  private mutating func writeInteger(
    _ value: Int64, as type: ValueType
  ) throws(JSONWritingError) {
    switch type {
    case .date, .duration: try writeNumber(Double(value), as: type)
    default: append(String(value))
    }
  }

  private mutating func writeNumber(
    _ value: Double, as type: ValueType
  ) throws(JSONWritingError) {
    guard value.isFinite else {
      throw failure("JSON has no \(value.isNaN ? "NaN" : "infinity")")
    }
    switch type {
    case .date:
      guard let text = ISO8601.text(forDate: value) else {
        throw failure("the date \(value) is not in the years 0 to 9999")
      }
      appendString(text)
    case .duration:
      guard let text = ISO8601.text(forDuration: value) else {
        throw failure("the duration \(value) is too long to be written")
      }
      appendString(text)
    case .integer, .decimal:
      append(Int64(exactly: value).map(String.init) ?? "\(value)")
    default: append("\(value)")
    }
  }

  // MARK: - Tables

  private mutating func writeTable(
    _ table: LuaTable, as type: ValueType
  ) throws(JSONWritingError) {
    guard path.count < JSON.maximumDepth else {
      throw failure("tables nest deeper than \(JSON.maximumDepth) levels")
    }
    switch (table.elements.isEmpty, table.fields.isEmpty) {
    case (true, true): append(table.isObject || type.isObject ? "{}" : "[]")
    case (true, false): try writeObject(table.fields, as: type)
    case (false, true): try writeList(table.elements, as: type)
    case (false, false):
      throw failure(
        "a table with both positions and names has no JSON form"
          + " (it has \(table.elements.count) positions and the name `\(table.fields[0].name)`)")
    }
  }

  private mutating func writeList(
    _ elements: [LuaValue], as type: ValueType
  ) throws(JSONWritingError) {
    output.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      path.append(String(index + 1))
      try write(element, as: type.elementType)
      path.removeLast()
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeObject(
    _ fields: [(name: String, value: LuaValue)], as type: ValueType
  ) throws(JSONWritingError) {
    output.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      appendString(field.name)
      output.append(UInt8(ascii: ":"))
      path.append(field.name)
      try write(field.value, as: type.type(ofMember: field.name))
      path.removeLast()
    }
    output.append(UInt8(ascii: "}"))
  }

  private func failure(_ message: String) -> JSONWritingError {
    JSONWritingError(message: message, path: path)
  }

  // MARK: - Text

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func appendString(_ string: String) {
    JSON.append(quoted: string, to: &output)
  }
}

extension JSON {
  /// Returns a string as a JSON string, with its quotes.
  package static func quoted(_ string: String) -> String {
    var output: [UInt8] = []
    append(quoted: string, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a string in quotes; escapes only what JSON requires.
  ///
  /// Escapes are appended byte by byte: an array or a string for each would
  /// cost ten times as much.
  package static func append(quoted string: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(escape: byte, to: &output)
      case 0x08: append(escape: UInt8(ascii: "b"), to: &output)
      case 0x09: append(escape: UInt8(ascii: "t"), to: &output)
      case 0x0A: append(escape: UInt8(ascii: "n"), to: &output)
      case 0x0C: append(escape: UInt8(ascii: "f"), to: &output)
      case 0x0D: append(escape: UInt8(ascii: "r"), to: &output)
      case ..<0x20:
        output.append(contentsOf: "\\u00".utf8)
        output.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
        output.append(byte % 16 + UInt8(ascii: byte % 16 < 10 ? "0" : "W"))
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func append(escape letter: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(letter)
  }

  /// Returns the string that a JSON text contains; `nil` if it is not a string.
  package static func unquoted(_ text: String) -> String? {
    guard case .string(let string)? = try? read(text) else { return nil }
    return string
  }

  /// Returns a value that somebody has typed as JSON: the text itself, or a string of it.
  ///
  /// A text is a string if it is not JSON and does not begin like JSON either: with a brace, a bracket
  /// or a double quote, or is a number as a whole; `01` is a string.
  package static func json(ofTyped text: String) -> String {
    if (try? read(text)) != nil { return text }
    let number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?/
    let begins = text.drop(while: \.isWhitespace).first.map { "{[\"".contains($0) } ?? false
    return begins || text.wholeMatch(of: number) != nil ? text : quoted(text)
  }
}
