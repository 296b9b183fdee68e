/// A column to sort by.
public struct SortTerm: Hashable, Sendable {
  /// The column.
  public var path: AttributePath
  /// Whether great values come first.
  public var isDescending: Bool
  /// Whether rows without a value come first; else they come last, in both directions.
  public var nullsFirst: Bool

  /// Makes a term.
  public init(_ path: AttributePath, isDescending: Bool = false, nullsFirst: Bool = false) {
    self.path = path
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}

/// A term of ORDER BY.
struct OrderTerm {
  var expression: SQL
  var isNullable: Bool
  var isDescending: Bool
  var nullsFirst: Bool

  /// The same term, read from the other end.
  var reversed: OrderTerm {
    OrderTerm(
      expression: expression, isNullable: isNullable, isDescending: !isDescending,
      nullsFirst: !nullsFirst)
  }

  var sql: SQL {
    let direction: SQL = isDescending ? " DESC" : " ASC"
    let nulls: SQL = !isNullable ? "" : nullsFirst ? " NULLS FIRST" : " NULLS LAST"
    return "\(expression)\(direction)\(nulls)"
  }
}

extension Entity {
  /// The terms of a sort, and at the end what no two rows have in common.
  ///
  /// Without such an end (``totalOrder`` is nil) the order of equal rows is SQLite's choice.
  func orderTerms(_ sort: [SortTerm], _ joins: inout Joins) throws -> [OrderTerm] {
    var terms = try sort.map { term in
      OrderTerm(
        expression: try joins.column(term.path), isNullable: term.path.isNullable,
        isDescending: term.isDescending, nullsFirst: term.nullsFirst)
    }
    // In the same direction as the last term, so that an index serves both.
    let isDescending = sort.last?.isDescending ?? false
    for expression in totalOrder?.expressions ?? [] {
      terms.append(
        OrderTerm(
          expression: expression, isNullable: false, isDescending: isDescending, nullsFirst: false))
    }
    return terms
  }
}

extension Entity.TotalOrder {
  fileprivate var expressions: [SQL] {
    switch self {
    case .rowID(let name): ["\(TableAlias.root).\(name.sql)"]
    case .attributes(let ordered):
      ordered.map { "\(TableAlias.root).\($0.attribute.identifier)\($0.collation?.sql ?? "")" }
    }
  }
}

extension Entity.RowIDName {
  var sql: SQL {
    switch self {
    case .rowid: "rowid"
    case .underscored: "_rowid_"
    case .oid: "oid"
    }
  }
}

extension Entity.Collation {
  fileprivate var sql: SQL {
    switch self {
    case .binary: " COLLATE BINARY"
    case .noCase: " COLLATE NOCASE"
    case .rightTrimmed: " COLLATE RTRIM"
    }
  }
}
