import GRDB

/// Which rule of a table a write broke, and the columns that it is about.
public struct ConstraintViolation: Error, Hashable, Sendable {
  /// What kind of rule.
  public enum Kind: String, Sendable {
    /// Another row has the same values in these columns.
    case unique
    /// A value is missing.
    case notNull
    /// A `CHECK` does not hold.
    case check
    /// A row points to nothing, or would. SQLite does not tell which key; see
    /// ``Connection/brokenForeignKeys(of:values:in:)``.
    case foreignKey
    /// A `STRICT` table, or a row identifier, does not take the type of the value.
    case type
    /// A trigger refuses; the message is its own.
    case trigger
    /// Something else.
    case other
  }

  /// The kind.
  public let kind: Kind
  /// The table whose rule it is; another than the one written to when a trigger writes there.
  public let table: Identifier?
  /// The columns; empty when SQLite does not tell.
  public let columns: [Identifier]
  /// The name of a `CHECK`, if it has one.
  public let name: String?
  /// The `CHECK` that does not hold; nil for other rules.
  public let check: CheckConstraint?
  /// What SQLite says.
  public let message: String

  /// Reads an error of a write; returns nil for an error that is no broken rule.
  ///
  /// It compares the message with those that the tables could cause, so names may hold dots and commas.
  public init?(_ error: any Error, writing written: Identifier, in schema: Schema) {
    guard let error = error as? DatabaseError,
      error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_MISMATCH
    else { return nil }
    let text = error.message ?? ""
    let kind = Kind(error.extendedResultCode)
    let tables =
      schema.tables.filter { $0.name == written } + schema.tables.filter { $0.name != written }
    let found = tables.lazy.flatMap { $0.violations(of: kind) }.first {
      $0.message == text || (kind == .type && text.hasSuffix($0.message))
    }
    message = text
    self.kind = kind
    self.table = found?.table ?? (kind == .trigger || kind == .foreignKey ? nil : written)
    columns = found?.columns ?? []
    name = found?.check?.name
    check = found?.check
  }
}

extension ConstraintViolation.Kind {
  fileprivate init(_ code: ResultCode) {
    switch code {
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
      self = .unique
    case .SQLITE_CONSTRAINT_NOTNULL: self = .notNull
    case .SQLITE_CONSTRAINT_CHECK: self = .check
    case .SQLITE_CONSTRAINT_FOREIGNKEY: self = .foreignKey
    case .SQLITE_CONSTRAINT_TRIGGER: self = .trigger
    // SOURCE: SQLITE_CONSTRAINT_DATATYPE, which GRDB does not name.
    case ResultCode(rawValue: 3091), .SQLITE_MISMATCH: self = .type
    default: self = .other
    }
  }
}

private struct PossibleViolation {
  var message: String
  var table: Identifier
  var columns: [Identifier]
  var check: CheckConstraint?
}

extension Schema.Table {
  /// What SQLite would say for each rule of a kind.
  fileprivate func violations(of kind: ConstraintViolation.Kind) -> [PossibleViolation] {
    switch kind {
    case .unique:
      indexes.filter(\.isUnique).map(violation)
        + [rowIDColumn].compactMap { $0 }.map {
          violation("UNIQUE constraint failed: \(name).\($0.name)", [$0.name])
        }
    case .notNull:
      columns.map { violation("NOT NULL constraint failed: \(name).\($0.name)", [$0.name]) }
    case .type:
      columns.map {
        violation("value in \($0.declaredType.uppercased()) column \(name).\($0.name)", [$0.name])
      } + [rowIDColumn].compactMap { $0 }.map { violation("datatype mismatch", [$0.name]) }
    case .check:
      TableDefinition(self).checks.map {
        violation("CHECK constraint failed: \($0.messageText)", $0.columns, $0)
      }
    default: []
    }
  }

  private func violation(
    _ message: String, _ columns: [Identifier], _ check: CheckConstraint? = nil
  ) -> PossibleViolation {
    PossibleViolation(message: message, table: self.name, columns: columns, check: check)
  }

  private func violation(of index: Schema.Index) -> PossibleViolation {
    let columns = index.parts.compactMap(\.column)
    guard columns.count == index.parts.count else {
      let name = index.name.name.doubling("'")
      return violation("UNIQUE constraint failed: index '\(name)'", columns)
    }
    let list = columns.map { "\(name).\($0)" }.joined(separator: ", ")
    return violation("UNIQUE constraint failed: \(list)", columns)
  }
}
