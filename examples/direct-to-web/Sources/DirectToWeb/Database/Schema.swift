/// The tables and views of a file, as SQLite reports them.
public struct Schema: Hashable, Sendable {
  /// Tables and views, by name.
  ///
  /// Tables of SQLite's own (`sqlite_…`) are left out.
  public var tables: [Table] = []
  /// Why a table or view cannot be read, by name: a module is missing, or a view names what is gone.
  public var unreadable: [String: String] = [:]

  /// A table or view.
  public struct Table: Hashable, Sendable {
    /// What kind of table.
    public enum Kind: String, Sendable {
      /// A table with rows of its own.
      case table
      /// A view.
      case view
      /// A table that a module makes, such as FTS5.
      case virtual
      /// A table that belongs to a virtual table.
      case shadow
    }

    /// The name.
    public var name: Identifier
    /// The kind.
    public var kind: Kind
    /// Whether rows have no identifier but the primary key.
    public var isWithoutRowID: Bool
    /// Whether SQLite enforces the types of columns.
    public var isStrict: Bool
    /// The statement that made it, as text; empty for some virtual tables.
    public var sql: String
    /// All columns, in the order of the table.
    public var columns: [Column]
    /// All foreign keys, in the order of SQLite's numbers.
    public var foreignKeys: [ForeignKey]
    /// All indexes, automatic ones too, in the order of SQLite's numbers.
    public var indexes: [Index]
    /// The changes that `INSTEAD OF` triggers of a view make.
    public var insteadOf: Set<Change> = []

    /// What a statement does to rows.
    public enum Change: String, Sendable, CaseIterable {
      /// Adds rows.
      case insert = "INSERT"
      /// Changes rows.
      case update = "UPDATE"
      /// Deletes rows.
      case delete = "DELETE"
    }
  }

  /// A column.
  public struct Column: Hashable, Sendable {
    /// Whether and how a column is computed or hidden.
    public enum Visibility: Int, Sendable {
      /// An ordinary column.
      case ordinary = 0
      /// A hidden column of a virtual table.
      case hidden = 1
      /// Computed when read.
      case virtualGenerated = 2
      /// Computed when written.
      case storedGenerated = 3
    }

    /// The name.
    public var name: Identifier
    /// The type as declared, in any case; empty when there is none.
    public var declaredType: String
    /// Whether `NOT NULL` is declared.
    public var isNotNull: Bool
    /// The default, as text of SQL.
    public var defaultSQL: String?
    /// The place in the primary key, from 1; 0 for other columns.
    public var primaryKeyPosition: Int
    /// Whether it is computed or hidden.
    public var visibility: Visibility
  }

  /// A foreign key.
  public struct ForeignKey: Hashable, Sendable {
    /// SQLite's number of the key in its table.
    public var number: Int
    /// The other table, as written.
    public var table: Identifier
    /// The columns of this table.
    public var columns: [Identifier]
    /// The columns of the other table, as written; empty: its primary key.
    public var otherColumns: [Identifier]
    /// What happens when the other row is updated, such as `CASCADE`.
    public var onUpdate: String
    /// What happens when the other row is deleted.
    public var onDelete: String
  }

  /// An index.
  public struct Index: Hashable, Sendable {
    /// Why there is an index.
    public enum Origin: String, Sendable {
      /// `CREATE INDEX`.
      case created = "c"
      /// A `UNIQUE` constraint.
      case unique = "u"
      /// A `PRIMARY KEY`.
      case primaryKey = "pk"
    }

    /// A column of an index that counts for its order.
    public struct Part: Hashable, Sendable {
      /// The column; nil for an expression and for the row identifier.
      public var column: Identifier?
      /// Whether the order is descending.
      public var isDescending: Bool
      /// The name of the collation.
      public var collation: String
    }

    /// The name.
    public var name: Identifier
    /// Whether two rows may not be equal.
    public var isUnique: Bool
    /// Why it is there.
    public var origin: Origin
    /// Whether it holds only rows that satisfy a condition.
    public var isPartial: Bool
    /// The columns that count.
    public var parts: [Part]
  }
}

extension Schema.Table {
  /// Returns the column that SQLite finds under a name.
  public func column(_ name: some StringProtocol) -> Schema.Column? {
    columns.first { $0.name.matches(name) }
  }

  /// The columns of the declared primary key, in its order.
  public var primaryKeyColumns: [Schema.Column] {
    columns.filter { $0.primaryKeyPosition > 0 }
      .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }
  }

  /// The column that is another name of the row identifier: a lone `INTEGER PRIMARY KEY`.
  public var rowIDColumn: Schema.Column? {
    // A key that is no such name has an index: `INTEGER PRIMARY KEY DESC`, `INT PRIMARY KEY`.
    guard kind == .table, !isWithoutRowID, primaryKeyColumns.count == 1,
      !indexes.contains(where: { $0.origin == .primaryKey })
    else { return nil }
    return primaryKeyColumns.first
  }
}
