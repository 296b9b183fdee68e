/// The tables of one statement: the one whose rows are wanted, and those that paths lead to.
struct Joins {
  private let root: Entity
  /// What stands in for the table itself; nil: the table.
  private let source: SQL?
  private var steps: [Step] = []

  private struct Step {
    let path: [Relationship]
    let filters: [Qualifier]
    let alias: TableAlias
    let from: TableAlias
    /// The last of the filters.
    let condition: SQL?
  }

  init(_ root: Entity, from source: SQL? = nil) {
    self.root = root
    self.source = source
  }

  /// Returns the column at the end of a path, and joins what is needed for it.
  mutating func column(_ path: AttributePath) throws -> SQL {
    let alias = try alias(path.steps, path.filters)
    // Columns of views and virtual tables may hold what their type would not let in. The sign takes
    // the type away, so that values compare as they are sorted.
    let isDerived = path.steps.isEmpty && root.kind != .table
    return isDerived
      ? "+\(alias).\(path.attribute.identifier)" : "\(alias).\(path.attribute.identifier)"
  }

  /// The tables, for FROM.
  var clause: SQL {
    steps.reduce("\(source ?? "main.\(root.identifier)") AS \(TableAlias.root)") { clause, step in
      let relationship = step.path[step.path.count - 1]
      let tests =
        relationship.columns.map { pair -> SQL in
          // As SQLite's own foreign keys: type and collation of the other column count. The sign, which
          // takes those of this column away, also takes its index away.
          let sign: SQL = pair.comparesAlike ? "" : "+"
          return
            "\(step.alias).\(pair.other.identifier) = \(sign)\(step.from).\(pair.own.identifier)"
        } + (step.condition.map { [$0] } ?? [])
      return
        "\(clause) LEFT JOIN main.\(relationship.destination) AS \(step.alias) ON \(.joined(tests, separator: " AND "))"
    }
  }

  private mutating func alias(_ path: [Relationship], _ filters: [Qualifier]) throws -> TableAlias {
    if path.isEmpty { return .root }
    let filters = filters.withoutNeedless
    if let step = steps.first(where: { $0.path == path && $0.filters == filters }) {
      return step.alias
    }
    let from = try alias(path.dropLast(), filters.dropLast())
    // The condition is about the same row, joined once more without it: an ON clause sees only
    // tables to its left.
    let condition = try filters.last.map { try $0.lifted(along: path).sql(&self) }
    let alias = TableAlias(number: steps.count + 1)
    steps.append(
      Step(path: path, filters: filters, alias: alias, from: from, condition: condition))
    return alias
  }
}

extension TableAlias {
  /// The table whose rows are wanted.
  static let root = TableAlias(number: 0)
}
