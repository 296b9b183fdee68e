import LuaRules

/// The rows that may be chosen for a relationship.
struct Picker {
  /// At most so many rows are options.
  static let mostRows = 100
  /// The option that leaves a relationship as it is, because it leads to a row that may not be seen.
  static let unchanged = "="

  let relationship: Relationship
  let builder: FormBuilder
  /// The row where it begins, as it is to be.
  let owner: RuleRecord
  /// The row as it is.
  let before: RuleRecord

  private var access: Access { builder.access }

  /// What the relationship leads to now.
  func shown(_ stored: [Identifier: Value]) throws -> FormField.Shown {
    guard relationship.kind == .toOne else {
      let linked = try linkedRows().compactMap(\.key?.token)
      return .links(shown: Set(linked), chosen: Set(linked))
    }
    let columns = relationship.columns.map { stored[$0.own.identifier] ?? .null }
    if columns.contains(where: \.isNull) { return .reference("", columns: columns) }
    let key = try rows(.all([relationship.target(columns)]), limit: 1).first?.key
    return .reference(key?.token ?? Self.unchanged, columns: columns)
  }

  /// Gives a field its options: those that rules allow, in the order of their labels, and the current one.
  func fill(_ field: inout FormField, none: String) throws {
    let allowed = access.choices(of: relationship, for: owner)
    var found = try rows(allowed, limit: Self.mostRows + 1)
    field.hasMoreChoices = found.count > Self.mostRows
    found = Array(found.prefix(Self.mostRows))
    switch field.shown {
    case .reference(let current, let columns):
      // What is typed may allow other rows than before; else the current one stays, allowed or not.
      let isOther = builder.typed != nil && access.choices(of: relationship, for: before) != allowed
      let kept = isOther ? allowed : .everything
      if !current.isEmpty && current != Self.unchanged,
        !found.contains(where: { $0.key?.token == current }),
        let row = try rows(.all([relationship.target(columns), kept]), limit: 1).first
      {
        found.insert(row, at: 0)
      }
      // A row that was chosen on a page of its own.
      if let sent = builder.typed?[field.token], let key = RowKey(token: sent),
        !found.contains(where: { $0.key == key }), let row = try self.row(key, where: kept)
      {
        found.insert(row, at: 0)
      }
      var options = found.compactMap(option)
      if current == Self.unchanged {
        options.insert(
          FormField.Option(value: current, text: access.texts["leaveAsIs"], isChosen: false), at: 0)
      }
      let isGone = !options.contains { $0.value == current }
      if !relationship.isMandatory || current.isEmpty || isGone {
        options.insert(FormField.Option(value: "", text: none, isChosen: false), at: 0)
      }
      field.options = options
      field.mark([current])
    case .links(_, let chosen):
      let linked = try linkedRows().filter { row in
        !found.contains { $0.key == row.key } && row.key.map { chosen.contains($0.token) } == true
      }
      // Rows that were chosen on a page of their own.
      let others = try (builder.typed?.values("\(field.token)[]") ?? []).compactMap { sent in
        (linked + found).contains { $0.key?.token == sent }
          ? nil : try RowKey(token: sent).flatMap { try row($0) }
      }
      field.options = (linked + others + found).compactMap(option)
      field.mark(chosen)
      if builder.originals == nil {
        field.shown = .links(shown: Set(field.options.map(\.value)), chosen: chosen)
      }
    case .value, .bytes: break
    }
  }

  // MARK: - Rows

  private func linkedRows() throws -> [RowList.Row] {
    guard let key = builder.key else { return [] }
    return try rows(
      .everything, limit: Self.mostRows, from: RowList.Start(relationship, of: key))
  }

  private func rows(
    _ rule: Qualifier, limit: Int, from start: RowList.Start? = nil
  ) throws -> [RowList.Row] {
    try list(rule, from: start)?.page(size: limit, on: builder.connection).rows ?? []
  }

  private func row(_ key: RowKey, where rule: Qualifier = .everything) throws -> RowList.Row? {
    try list(rule, from: nil)?.row(key, on: builder.connection)
  }

  private func list(_ rule: Qualifier, from start: RowList.Start?) throws -> RowList? {
    guard let destination = access.model.destination(of: relationship) else { return nil }
    let label = access.labelAttributes(of: destination).map(AttributePath.init)
    return try RowList(
      destination, columns: label, rule: rule, sort: label.map { SortTerm($0) }, from: start,
      through: access)
  }

  private func option(_ row: RowList.Row) -> FormField.Option? {
    // Nothing can lead to a row with NULL in its key.
    guard let key = row.key, !key.isRowID else { return nil }
    return FormField.Option(value: key.token, text: access.label(of: row), isChosen: false)
  }
}

extension Access {
  /// The text for a row that was read with ``labelAttributes(of:)`` as its columns.
  func label(of row: RowList.Row) -> String {
    if let name = displayName(of: row), !name.isEmpty { return name }
    let texts = row.values.map { $0.displayText(isSecret: false) }.filter { !$0.isEmpty }
    if !texts.isEmpty {
      return labelText(row.values, texts.joined(separator: " "), row.key, of: row.entity)
    }
    let key = row.key?.values.map { $0.displayText(isSecret: false) } ?? []
    return ([row.entity.displayName] + key).joined(separator: " ")
  }
}

extension FormField {
  fileprivate mutating func mark(_ chosen: Set<String>) {
    for index in options.indices { options[index].isChosen = chosen.contains(options[index].value) }
  }
}
