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
  /// Bytes.
  case blob
  /// Anything: no type is declared.
  case any

  /// Whether it is text that a search looks into.
  public var isText: Bool { self == .text || self == .longText }

  /// Finds the kind of a declared type.
  ///
  /// SQLite takes any words for a type. Words that it gives no meaning to, such as `BOOLEAN`, have the
  /// meaning that other databases give them.
  init(declaredType: String, affinity: Affinity) {
    let type = declaredType.uppercased()
    func has(_ words: String...) -> Bool { words.contains(where: type.contains) }
    if type.isEmpty || type == "ANY" {
      self = .any
    } else if has("BOOL") {
      self = .boolean
    } else if has("TIMESTAMP", "DATETIME") {
      self = .timestamp
    } else if has("DATE") {
      self = .date
    } else if has("TIME") {
      self = .time
    } else if has("CLOB", "LONGTEXT", "MEDIUMTEXT") {
      self = .longText
    } else if has("DECIMAL", "NUMERIC", "MONEY", "CURRENCY") {
      self = .decimal
    } else {
      self =
        switch affinity {
        case .integer: .integer
        case .real: .number
        case .text: (Self.length(of: type) ?? 0) > 255 ? .longText : .text
        case .blob: .blob
        case .numeric: .decimal
        }
    }
  }

  /// Returns the number in `VARCHAR(80)`.
  static func length(of type: String) -> Int? {
    guard let open = type.firstIndex(of: "("), let close = type.firstIndex(of: ")"), open < close
    else { return nil }
    return Int(type[type.index(after: open)..<close].filter { !$0.isWhitespace })
  }
}
