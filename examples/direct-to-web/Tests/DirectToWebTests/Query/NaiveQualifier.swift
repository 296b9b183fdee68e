import Foundation

@testable import DirectToWeb

/// A row as plain Swift values, with the row that it points to.
struct NaiveRow {
  var values: [String: Value]
  var next: [String: [String: Value]] = [:]

  func value(_ path: AttributePath) -> Value {
    guard let step = path.steps.first else { return values[path.attribute.name] ?? .null }
    return next[step.name]?[path.attribute.name] ?? .null
  }
}

extension Qualifier {
  /// Judges a row without SQL, by the rules of SQLite's documentation.
  func holds(for row: NaiveRow) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(for: row) }
    case .any(let parts): parts.contains { $0.holds(for: row) }
    case .not(let part): !part.holds(for: row)
    case .isNull(let path): row.value(path).isNull
    case .isIn(let path, let values):
      values.contains { Qualifier.compare(path, .equal, $0).holds(for: row) }
    case .compare(let path, let comparison, let value):
      path.attribute.order(row.value(path), value).map(comparison.accepts) ?? false
    case .text(let path, let match, let text):
      row.value(path).asText.map { match.matches($0, text) } ?? false
    case .linked: false
    }
  }
}

extension Qualifier.Comparison {
  fileprivate func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

extension Qualifier.TextMatch {
  fileprivate func matches(_ text: String, _ wanted: String) -> Bool {
    if self == .resembles || self == .matches {
      let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
      let text = text.folding(options: options, locale: nil)
      let wanted = wanted.folding(options: options, locale: nil)
      return wanted.isEmpty || text.contains(wanted)
    }
    let text = text.unicodeScalars.map(\.folded)
    let wanted = wanted.unicodeScalars.map(\.folded)
    switch self {
    case .beginsWith: return text.starts(with: wanted)
    case .contains:
      return wanted.isEmpty || text.indices.contains { text[$0...].starts(with: wanted) }
    case .like: return Self.isLike(text[...], wanted[...])
    case .resembles, .matches: return false
    }
  }

  private static func isLike(
    _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
  )
    -> Bool
  {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return (text.startIndex...text.endIndex).contains { isLike(text[$0...], rest) }
    }
    guard let letter = text.first else { return false }
    return (first == "?" || first == letter) && isLike(text.dropFirst(), rest)
  }
}

extension Unicode.Scalar {
  fileprivate var folded: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
  }
}

extension Attribute {
  /// Orders a stored value and a given one: -1, 0 or 1; nil with `NULL`.
  fileprivate func order(_ stored: Value, _ given: Value) -> Int? {
    var given = given
    if affinity.isNumeric, case .text(let text) = given {
      if let whole = Int64(text) {
        given = .integer(whole)
      } else if let real = Double(text) {
        given = .real(real)
      }
    }
    if affinity == .text, given.number != nil { given = .text(given.asText ?? "") }
    if stored.isNull || given.isNull { return nil }
    if stored.rank != given.rank { return stored.rank < given.rank ? -1 : 1 }
    if let left = stored.number, let right = given.number {
      return left < right ? -1 : left > right ? 1 : 0
    }
    let isFolded = collation == "NOCASE" && stored.rank == 1
    let left = isFolded ? stored.bytes.map(\.asciiLowercased) : stored.bytes
    let right = isFolded ? given.bytes.map(\.asciiLowercased) : given.bytes
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// Numbers, then texts, then bytes.
  fileprivate var rank: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text, .malformedText: 1
    case .blob: 2
    }
  }

  fileprivate var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .malformedText(let bytes), .blob(let bytes): bytes
    default: []
    }
  }

  fileprivate var asText: String? {
    switch self {
    case .null: nil
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .blob: nil
    default: String(decoding: bytes, as: UTF8.self)
    }
  }
}
