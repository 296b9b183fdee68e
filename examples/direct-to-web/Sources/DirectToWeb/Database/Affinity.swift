/// What a column makes of the values that it is given.
public enum Affinity: String, Sendable {
  /// Keeps everything as it is.
  case blob
  /// Makes text of numbers.
  case text
  /// Makes numbers of texts that look like numbers.
  case numeric
  /// Like `numeric`.
  case integer
  /// Like `numeric`, with floating-point numbers only.
  case real

  /// Whether the column makes numbers of texts.
  public var isNumeric: Bool { self == .numeric || self == .integer || self == .real }

  /// Finds the affinity of a declared type.
  ///
  /// - SOURCE: sqlite.org/datatype3.html, 3.1. In a `STRICT` table `ANY` keeps everything.
  init(declaredType: String, isStrict: Bool) {
    let type = declaredType.uppercased()
    if isStrict && type == "ANY" {
      self = .blob
    } else if type.contains("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
      self = .real
    } else {
      self = .numeric
    }
  }
}

extension Schema.Table {
  /// Returns the affinity of a column of the table.
  public func affinity(of column: Schema.Column) -> Affinity {
    Affinity(declaredType: column.declaredType, isStrict: isStrict)
  }
}
