import LuaBridge

/// A JSON parser (RFC 8259) over bytes.
///
/// INVARIANT: `position` is at most `bytes.count`.
struct JSONReader {
  let bytes: [UInt8]
  let largeIntegers: JSON.LargeIntegers
  /// Whether messages must not show contents of the text.
  let isPrivate: Bool
  var position = 0

  init(_ bytes: [UInt8], largeIntegers: JSON.LargeIntegers, isPrivate: Bool = false) {
    self.bytes = bytes
    self.largeIntegers = largeIntegers
    self.isPrivate = isPrivate
  }

  /// Reads the single value of the text.
  mutating func readDocument() throws(JSONReadingError) -> LuaValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try readValue(depth: 0)
    guard nextByte() == nil else {
      throw failure("expected the end of the text after the value, got \(found())")
    }
    return value
  }

  /// Skips white space and returns the next byte without consuming it.
  mutating func nextByte() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return byte
      }
    }
    return nil
  }

  private mutating func readValue(depth: Int) throws(JSONReadingError) -> LuaValue {
    guard let byte = nextByte() else { throw failure("expected a value, got \(found())") }
    switch byte {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "{"): return .table(try readObject(depth: depth + 1))
    case UInt8(ascii: "["): return .table(try readList(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: throw failure("expected a value, got \(found())")
    }
  }

  private mutating func readWord(
    _ word: StaticString, _ value: LuaValue
  ) throws(JSONReadingError) -> LuaValue {
    let text = word.description.utf8
    guard bytes[position...].starts(with: text) else {
      throw failure("expected a value, got \(found())")
    }
    position += text.count
    return value
  }

  private mutating func readList(depth: Int) throws(JSONReadingError) -> LuaTable {
    try enter(depth: depth)
    var elements: [LuaValue] = []
    if nextByte() == UInt8(ascii: "]") {
      position += 1
      return LuaTable()
    }
    while true {
      elements.append(try readValue(depth: depth))
      guard try readSeparator(closing: UInt8(ascii: "]")) else { break }
    }
    return LuaTable(elements: elements)
  }

  private mutating func readObject(depth: Int) throws(JSONReadingError) -> LuaTable {
    let start = position
    try enter(depth: depth)
    var fields: [(name: String, value: LuaValue)] = []
    if nextByte() == UInt8(ascii: "}") {
      position += 1
      return .emptyObject
    }
    while true {
      guard nextByte() == UInt8(ascii: "\"") else {
        throw failure("expected a name in double quotes, got \(found())")
      }
      let name = try readString()
      guard nextByte() == UInt8(ascii: ":") else {
        throw failure("expected `:` after the name\(shown(name)), got \(found())")
      }
      position += 1
      fields.append((name, try readMember(name, depth: depth)))
      guard try readSeparator(closing: UInt8(ascii: "}")) else { break }
    }
    if let name = sortByName(&fields) {
      throw failure(
        "the object that begins here has \(isPrivate ? "a" : "the") name\(shown(name)) twice",
        at: start)
    }
    return LuaTable(fields: fields)
  }

  private mutating func readMember(
    _ name: String, depth: Int
  ) throws(JSONReadingError) -> LuaValue {
    do {
      return try readValue(depth: depth)
    } catch {
      var error = error
      error.path.insert(name, at: 0)
      throw error
    }
  }

  private mutating func enter(depth: Int) throws(JSONReadingError) {
    guard depth <= JSON.maximumDepth else {
      throw failure("lists and objects nest deeper than \(JSON.maximumDepth) levels")
    }
    position += 1
  }

  /// Reads a comma and returns `true`, or the closing bracket and returns
  /// `false`.
  private mutating func readSeparator(closing: UInt8) throws(JSONReadingError) -> Bool {
    let bracket = Character(Unicode.Scalar(closing))
    switch nextByte() {
    case closing:
      position += 1
      return false
    case UInt8(ascii: ","):
      let comma = position
      position += 1
      guard nextByte() != closing else {
        throw failure("there is a comma before `\(bracket)`", at: comma)
      }
      return true
    default:
      throw failure("expected `,` or `\(bracket)`, got \(found())")
    }
  }
}

/// Sorts fields by the bytes of their names; returns a name that occurs twice.
private func sortByName(_ fields: inout [(name: String, value: LuaValue)]) -> String? {
  var isSorted = true
  for index in fields.indices.dropFirst()
  where !fields[index - 1].name.utf8.lexicographicallyPrecedes(fields[index].name.utf8) {
    isSorted = false
    break
  }
  guard !isSorted else { return nil }
  fields.sort { $0.name.precedesInBytes($1.name) }
  for index in fields.indices.dropFirst()
  where fields[index - 1].name.utf8.elementsEqual(fields[index].name.utf8) {
    return fields[index].name
  }
  return nil
}

// MARK: - Errors

extension JSONReader {
  /// Makes an error with the line and column of a position.
  func failure(_ message: String, at place: Int? = nil) -> JSONReadingError {
    let end = min(place ?? position, bytes.count)
    var line = 1
    var column = 1
    for byte in bytes[..<end] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return JSONReadingError(message: message, line: line, column: column)
  }

  /// The name as a message shows it; empty if messages are private.
  private func shown(_ name: String) -> String { isPrivate ? "" : " `\(name)`" }

  /// The text at the position, for a message.
  func found() -> String {
    guard position < bytes.count else { return "the end of the text" }
    let isSign = [0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D].contains(bytes[position])
    if isPrivate, !isSign { return "something else" }
    let isWordByte = { (byte: UInt8) in
      byte >= 0x80 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
        || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
    }
    let word = bytes[position...].prefix(20).prefix(while: isWordByte)
    if !word.isEmpty { return "`\(String(decoding: word, as: UTF8.self))`" }
    let byte = bytes[position]
    return byte < 0x20 || byte == 0x7F
      ? "the control character \(byte)" : "`\(Character(Unicode.Scalar(byte)))`"
  }
}
