/// A column of a table or view.
public struct Attribute: Hashable, Sendable {
  /// A limit of a number.
  public struct Bound: Hashable, Sendable {
    /// The number.
    public var value: Value
    /// Whether the number itself is beyond the limit.
    public var isExclusive: Bool
  }

  /// The name in the schema.
  public let identifier: Identifier
  /// The table or view.
  public let entity: Identifier
  /// The name for people.
  public let displayName: String
  /// The type as declared, in any case; empty when there is none.
  public let declaredType: String
  /// What the column makes of values.
  public let affinity: Affinity
  /// The collation that is declared; nil: bytes are compared.
  public let collation: String?
  /// What the column holds.
  public let kind: AttributeKind
  /// What the column is for, by its name.
  public let role: AttributeRole
  /// The place in the declared primary key, from 1; nil for other columns.
  public let keyPosition: Int?
  /// Whether the column is another name of the row identifier: SQLite fills it when nobody does.
  public let isRowID: Bool
  /// Whether no row of the table has a missing value there.
  ///
  /// Always false for views.
  public let isNotNull: Bool
  /// Whether no two rows have the same value there, as a key or index of one column says.
  public let isUnique: Bool
  /// The default, as text of SQL.
  public let defaultSQL: String?
  /// Whether the value is computed from others, so that nobody writes it.
  public let isGenerated: Bool
  /// Whether the column belongs to the inside of a virtual table.
  public let isHidden: Bool
  /// The only values that a `CHECK` lets in, in the order of its text; nil: not known.
  public let allowedValues: [Value]?
  /// The least number that a `CHECK` lets in.
  public let minimum: Bound?
  /// The greatest number that a `CHECK` lets in.
  public let maximum: Bound?
  /// The least number of characters that a `CHECK` lets in.
  public let minimumLength: Int?
  /// The greatest number of characters that a constraint lets in.
  ///
  /// `VARCHAR(40)` does not count: SQLite ignores it.
  public let maximumLength: Int?
  /// The module that finds words in the column; nil for columns of other tables.
  public let fullText: FullText?

  /// The name in the schema, as text.
  public var name: String { identifier.name }

  /// Whether somebody has to give a value when a row is made.
  public var isRequired: Bool { isNotNull && defaultSQL == nil && !isGenerated && !isRowID }
}

extension Attribute {
  init(_ column: Schema.Column, of table: Schema.Table, _ definition: TableDefinition) {
    let demands = definition.checks.flatMap(\.demands).filter { $0.column == column.name }
      .map(\.demand)
    let affinity = table.affinity(of: column)
    let declared = AttributeKind(declaredType: column.declaredType, affinity: affinity)
    let allowed = demands.allowedValues
    identifier = column.name
    entity = table.name
    displayName = column.name.name.displayName
    declaredType = column.declaredType
    self.affinity = affinity
    collation = definition.collations[column.name]
    let isJSON = definition.checks.contains { $0.demandsJSON(of: column.name) }
    kind =
      if declared == .integer && allowed.map({ Set($0) == [0, 1] }) == true {
        .boolean
      } else if declared.isText && isJSON {
        .json
      } else {
        declared
      }
    role = AttributeRole(name: column.name.name, kind: kind)
    keyPosition = column.primaryKeyPosition > 0 ? column.primaryKeyPosition : nil
    isRowID = table.rowIDColumn?.name == column.name
    isNotNull =
      table.kind == .table
      && (column.isNotNull || isRowID || (table.isWithoutRowID && keyPosition != nil))
    isUnique = isRowID || table.isUnique([column.name])
    defaultSQL = column.defaultSQL
    isGenerated =
      column.visibility == .virtualGenerated || column.visibility == .storedGenerated
    isHidden = column.visibility == .hidden
    allowedValues = allowed
    minimum = demands.minimum
    maximum = demands.maximum
    minimumLength = demands.compactMap(\.minimumLength).max()
    maximumLength = demands.compactMap(\.maximumLength).min()
    fullText = column.visibility == .hidden ? nil : FullText(table)
  }
}

extension Schema.Table {
  /// Whether no two rows agree in certain columns: a key or a `UNIQUE` index says so.
  ///
  /// The order does not count. `NULL` is never the same as `NULL`.
  func isUnique(_ columns: [Identifier]) -> Bool {
    if columns.count == 1, rowIDColumn?.name == columns[0] { return true }
    return indexes.contains { index in
      index.isUnique && !index.isPartial && Set(index.parts.map(\.column)) == Set(columns)
    }
  }
}

extension [CheckConstraint.Demand] {
  /// The values that all lists have.
  fileprivate var allowedValues: [Value]? {
    let lists = compactMap { if case .oneOf(let values) = $0 { values } else { nil } }
    guard let first = lists.first else { return nil }
    return first.filter { value in lists.allSatisfy { $0.contains(value) } }
  }

  /// The tightest of all lower limits.
  fileprivate var minimum: Attribute.Bound? {
    bounds {
      if case .minimum(let value, let isExclusive) = $0 { (value, isExclusive) } else { nil }
    }
    .max { ($0.value.double, $0.isExclusive ? 1 : 0) < ($1.value.double, $1.isExclusive ? 1 : 0) }
  }

  /// The tightest of all upper limits.
  fileprivate var maximum: Attribute.Bound? {
    bounds {
      if case .maximum(let value, let isExclusive) = $0 { (value, isExclusive) } else { nil }
    }
    .min { ($0.value.double, $0.isExclusive ? 0 : 1) < ($1.value.double, $1.isExclusive ? 0 : 1) }
  }

  private func bounds(_ read: (Element) -> (Value, Bool)?) -> [Attribute.Bound] {
    compactMap(read).map { Attribute.Bound(value: $0.0, isExclusive: $0.1) }
  }
}

extension CheckConstraint.Demand {
  fileprivate var minimumLength: Int? {
    if case .minimumLength(let length) = self { length } else { nil }
  }

  fileprivate var maximumLength: Int? {
    if case .maximumLength(let length) = self { length } else { nil }
  }
}

extension Value {
  fileprivate var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: 0
    }
  }
}
