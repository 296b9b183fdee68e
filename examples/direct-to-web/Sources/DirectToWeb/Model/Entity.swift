/// A table or view, with everything that its schema tells.
public struct Entity: Hashable, Sendable {
  /// What tells rows apart.
  public enum Key: Hashable, Sendable {
    /// The columns of the declared primary key, in its order. A row with `NULL` in them has no such key; see
    /// ``Entity/spareRowID``.
    case attributes([Attribute])
    /// SQLite's identifier of the row, under a name that no column has taken. It is the key where none
    /// is declared, and may change when somebody runs `VACUUM`.
    case rowID(RowIDName)
    /// Nothing: rows of views cannot be addressed, unless a rule says which columns tell them apart.
    case none
  }

  /// A name of SQLite's for the identifier of a row.
  public enum RowIDName: String, CaseIterable, Sendable {
    /// `rowid`.
    case rowid
    /// `_rowid_`.
    case underscored = "_rowid_"
    /// `oid`.
    case oid
  }

  /// What puts rows into one order only.
  public enum TotalOrder: Hashable, Sendable {
    /// SQLite's identifier of the row.
    case rowID(RowIDName)
    /// These columns, compared with these collations (nil: the one of the column).
    case attributes([OrderedAttribute])
  }

  /// A column and the collation under which the key is unique.
  public struct OrderedAttribute: Hashable, Sendable {
    /// The column.
    public var attribute: Attribute
    /// The name of a collation; nil: the one of the column.
    public var collation: Collation?
  }

  /// A collation that is part of each SQLite.
  public enum Collation: String, Sendable {
    /// Compares bytes.
    case binary = "BINARY"
    /// Ignores the case of ASCII letters.
    case noCase = "NOCASE"
    /// Ignores spaces at the end.
    case rightTrimmed = "RTRIM"
  }

  /// The name in the schema.
  public let identifier: Identifier
  /// The name for people.
  public let displayName: String
  /// Table, view or virtual table.
  public let kind: Schema.Table.Kind
  /// All columns, in the order of the table.
  public let attributes: [Attribute]
  /// What tells rows apart.
  public let key: Key
  /// The name of SQLite's identifier of the row, where the declared key may hold `NULL`.
  public let spareRowID: RowIDName?
  /// What puts rows into one order only; nil when nothing does, as in views.
  public let totalOrder: TotalOrder?
  /// Ways to rows of other tables: first to-one, then to-many, then many-to-many.
  public internal(set) var relationships: [Relationship] = []
  /// The columns whose values, joined by spaces, name a row for people.
  ///
  /// Never empty for a table that
  /// has a column which is not hidden.
  public internal(set) var labelAttributes: [Attribute] = []

  /// The name in the schema, as text.
  public var name: String { identifier.name }
  /// Whether rows are computed by a statement.
  public var isView: Bool { kind == .view }
  /// The changes that the database takes: all of a table, and those with `INSTEAD OF` triggers of a view.
  public let changes: Set<Schema.Table.Change>

  /// Returns the column with exactly this name.
  public func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name.hasSameBytes(as: name) }
  }

  /// Returns the column with this name.
  public func attribute(_ identifier: Identifier) -> Attribute? {
    attributes.first { $0.identifier == identifier }
  }

  /// Returns the relationship with exactly this name.
  public func relationship(_ name: String) -> Relationship? {
    relationships.first { $0.name.hasSameBytes(as: name) }
  }

  /// The attributes of the key; none for a key that is the row identifier.
  public var keyAttributes: [Attribute] {
    if case .attributes(let attributes) = key { attributes } else { [] }
  }

  /// The columns that foreign keys use.
  public var foreignKeyAttributes: Set<Identifier> {
    Set(relationships.filter { $0.kind == .toOne }.flatMap(\.columns).map(\.own.identifier))
  }
}

extension Entity {
  /// Makes the entity of a table or view.
  ///
  /// - Parameters:
  ///   - table: The table or view.
  ///   - rowKeys: The columns that tell the rows of a view apart.
  init(_ table: Schema.Table, rowKeys: [String] = []) {
    let definition = TableDefinition(table)
    identifier = table.name
    displayName = table.name.name.displayName
    kind = table.kind
    let attributes = table.columns.map { Attribute($0, of: table, definition) }
    self.attributes = attributes
    let keyAttributes = attributes.filter { $0.keyPosition != nil }
      .sorted { ($0.keyPosition ?? 0) < ($1.keyPosition ?? 0) }
    let rowID = table.reachableRowID
    changes =
      table.kind == .view ? table.insteadOf : Set(Schema.Table.Change.allCases)
    let chosen = rowKeys.compactMap { name in
      attributes.first { $0.name.hasSameBytes(as: name) }
    }
    key =
      if table.kind == .view {
        chosen.isEmpty || chosen.count < rowKeys.count ? .none : .attributes(chosen)
      } else if !keyAttributes.isEmpty {
        .attributes(keyAttributes)
      } else {
        rowID.map(Key.rowID) ?? .none
      }
    spareRowID =
      table.kind == .table && !keyAttributes.allSatisfy(\.isNotNull) ? rowID : nil
    if table.rowIDColumn != nil {
      totalOrder = .attributes(keyAttributes.map { OrderedAttribute(attribute: $0) })
    } else {
      // A key of a table with row identifiers may hold NULL, and the same NULL twice.
      totalOrder = rowID.map(TotalOrder.rowID) ?? table.orderOfKey(keyAttributes)
    }
  }
}

extension Schema.Table {
  /// A name of the row identifier that no column has taken.
  fileprivate var reachableRowID: Entity.RowIDName? {
    guard kind == .table || kind == .virtual, !isWithoutRowID else { return nil }
    return Entity.RowIDName.allCases.first { column($0.rawValue) == nil }
  }

  fileprivate func orderOfKey(_ attributes: [Attribute]) -> Entity.TotalOrder? {
    guard kind == .table, !attributes.isEmpty, attributes.allSatisfy(\.isNotNull),
      let index = indexes.first(where: { $0.origin == .primaryKey })
    else { return nil }
    var ordered: [Entity.OrderedAttribute] = []
    for attribute in attributes {
      let part = index.parts.first { $0.column == attribute.identifier }
      let own = attribute.collation?.uppercased() ?? "BINARY"
      guard let part else { return nil }
      if part.collation.uppercased() == own {
        ordered.append(Entity.OrderedAttribute(attribute: attribute))
      } else if let collation = Entity.Collation(rawValue: part.collation.uppercased()) {
        ordered.append(Entity.OrderedAttribute(attribute: attribute, collation: collation))
      } else {
        return nil
      }
    }
    return .attributes(ordered)
  }
}

extension String {
  /// Whether both have the same bytes: Swift takes more for equal, SQLite does not.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
