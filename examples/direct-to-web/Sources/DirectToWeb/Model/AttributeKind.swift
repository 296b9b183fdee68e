/// What a column holds, as far as its declaration tells.
///
/// The values may be others.
public enum AttributeKind: String, CaseIterable, Sendable {
  /// A line of text.
  case text
  /// Text of many lines.
  case longText
  /// A whole number.
  case integer
  /// A floating-point number.
  case number
  /// A number with decimals that count, such as money.
  case decimal
  /// Yes or no.
  case boolean
  /// A day.
  case date
  /// A time of day.
  case time
  /// A day with a time.
  case timestamp
  /// Text in JSON.
  case json
  /// Bytes.
  case blob
  /// Anything: no type is declared.
  case any

  /// Whether it is text that a search looks into.
  public var isText: Bool { self == .text || self == .longText }

  /// Finds the kind of a declared type.
  ///
  /// SQLite takes any words for a type. Words that it gives no meaning to, such as `BOOLEAN` or `UUID`, have
  /// the meaning that other databases give them. Only words for numbers make a number: SQLite's own rule
  /// takes `STRING`, `JSON` and `POINT` for numbers, too.
  init(declaredType: String, affinity: Affinity) {
    let type = declaredType.uppercased()
    let words = Set(type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    func has(_ parts: String...) -> Bool { parts.contains(where: type.contains) }
    if type.isEmpty || type == "ANY" {
      self = .any
    } else if has("BOOL") || words.contains("BIT") {
      self = .boolean
    } else if has("TIMESTAMP", "DATETIME") {
      self = .timestamp
    } else if has("DATE") {
      self = .date
    } else if words.contains(where: { $0.hasPrefix("TIME") || $0.hasSuffix("TIME") }) {
      self = .time
    } else if has("JSON") {
      self = .json
    } else if has("CLOB", "LONGTEXT", "MEDIUMTEXT") {
      self = .longText
    } else {
      self = Self.plain(type, words, affinity)
    }
  }

  /// The kind of a number, of text or of bytes.
  private static func plain(
    _ type: String, _ words: Set<String>, _ affinity: Affinity
  ) -> AttributeKind {
    switch affinity {
    case .text: return (length(of: type) ?? 0) > 255 ? .longText : .text
    case .blob: return .blob
    case .real: return words.contains(where: isWordForReal) ? .number : .any
    case .integer where words.contains(where: isWordForWhole): return .integer
    case .integer where words.contains(where: isWordForReal): return .number
    case .numeric where !words.isDisjoint(with: decimals): return .decimal
    case .numeric where !words.isDisjoint(with: wholes): return .integer
    // What has bytes in other databases may have anything.
    case .integer: return .any
    case .numeric: return words.isDisjoint(with: bytes) ? .text : .any
    }
  }

  private static let decimals: Set = [
    "DECIMAL", "NUMERIC", "NUMBER", "DEC", "FIXED", "MONEY", "SMALLMONEY", "CURRENCY",
  ]
  private static let wholes: Set = [
    "SERIAL", "BIGSERIAL", "SMALLSERIAL", "COUNTER", "LONG", "YEAR",
  ]

  private static let bytes: Set = ["BINARY", "VARBINARY", "BYTEA", "IMAGE"]

  /// Whether it is a word such as `FLOAT`, `DOUBLE` or `REAL`.
  private static func isWordForReal(_ word: String) -> Bool {
    ["REAL", "FLOA", "DOUB"].contains(where: word.hasPrefix)
  }

  /// Whether it is a word such as `INT`, `BIGINT`, `INTEGER` or `INT8`.
  private static func isWordForWhole(_ word: String) -> Bool {
    let stem = String(word.reversed().drop { $0.isNumber }.reversed())
    return stem.hasSuffix("INTEGER")
      || ["INT", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "UINT", "UNSIGNEDINT"].contains(stem)
  }

  /// Returns the number in `VARCHAR(80)`.
  static func length(of type: String) -> Int? {
    guard let open = type.firstIndex(of: "("), let close = type.firstIndex(of: ")"), open < close
    else { return nil }
    return Int(type[type.index(after: open)..<close].filter { !$0.isWhitespace })
  }
}
