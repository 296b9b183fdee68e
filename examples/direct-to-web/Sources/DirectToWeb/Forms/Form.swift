/// The page that edits a row, or makes one.
public struct Form: Sendable {
  /// Fields under a heading.
  public struct Section: Sendable {
    /// The heading; empty for none.
    public let heading: String
    /// The fields, in order.
    public internal(set) var fields: [FormField] = []
  }

  /// The table.
  public let entity: Entity
  /// The row; nil for a new one.
  public let key: RowKey?
  /// The fields.
  public internal(set) var sections: [Section] = []
  /// What was shown, sealed: the hidden field `original`.
  public internal(set) var original = ""
  /// What is wrong with the row as a whole.
  public internal(set) var problems: [String] = []

  /// Whether the row may not be changed any more: what was typed is only there to be copied.
  public internal(set) var isLocked = false
  /// What was typed into fields that are not shown at this moment, as it was sent: names and values.
  public internal(set) var keptFields: [(name: String, value: String)] = []
  /// The labels of these fields.
  public internal(set) var keptLabels: [String] = []

  /// Fields that an earlier page showed, and this one does not any more.
  var otherFields: [FormField] = []

  /// All fields, in order.
  public var fields: [FormField] { sections.flatMap(\.fields) }

  init(_ entity: Entity, key: RowKey?) {
    self.entity = entity
    self.key = key
  }

  mutating func change(_ token: String, _ body: (inout FormField) -> Void) {
    for section in sections.indices {
      for index in sections[section].fields.indices
      where sections[section].fields[index].token == token {
        body(&sections[section].fields[index])
      }
    }
  }

  /// Puts problems to the fields that they are about; those about none of them to the top.
  mutating func add(_ problems: [RowProblem]) {
    for problem in problems {
      let columns = Set(problem.properties.flatMap(\.columns))
      let tokens = fields.filter { field in
        field.isEditable
          && (problem.properties.contains(field.property)
            || !columns.isDisjoint(with: field.property.columns))
      }.map(\.token)
      for token in tokens { change(token) { $0.error = $0.error ?? problem.message } }
      if tokens.isEmpty {
        let names = problem.properties.map(\.displayName).joined(separator: ", ")
        self.problems.append(names.isEmpty ? problem.message : "\(names): \(problem.message)")
      }
    }
  }
}

extension Property {
  fileprivate var displayName: String {
    switch self {
    case .attribute(let attribute): attribute.displayName
    case .relationship(let relationship): relationship.displayName
    }
  }
}
