import LuaRules

/// The form of one row, on a page that changes several.
struct RowForm: Sendable {
  /// What stands before the names of its fields.
  let prefix: String
  var form: Form
  /// Whether it may be deleted; never a new one.
  var canDelete = false
}

/// What a browser sent of one row of several.
struct SentRow: Sendable {
  let prefix: String
  /// The properties that the page shows of it.
  let names: [String]
  let sent: SentForm
  /// The row that a new one leads to, where that is new, too.
  var parent: RowCommand.Parent?
  /// Whether it is to be deleted.
  var isDeleted = false

  var command: RowCommand {
    let form = sent.reading.form
    if isDeleted, let key = form.key {
      return .delete(ShownRow(key, values: sent.originals.values(of: form.entity)), of: form.entity)
    }
    return sent.command(parent: parent)
  }
}

extension Forms {
  /// The prefix of an existing row: `rows:17:`.
  static func prefix(_ group: String, _ key: RowKey) -> String { "\(group):\(key.token):" }

  /// The prefix of a new row: `rows:+1:`.
  static func prefix(_ group: String, new number: Int) -> String { "\(group):+\(number):" }

  /// The rows of which a body has fields, each once, in its order: group, prefix, and key; nil for a new row.
  static func rows(in body: FormBody) -> [(group: String, prefix: String, key: RowKey?)] {
    var seen: Set<String> = []
    return body.fields.compactMap { field in
      let parts = field.name.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2] == "original", seen.insert(field.name).inserted else {
        return nil
      }
      let prefix = "\(parts[0]):\(parts[1]):"
      if parts[1].hasPrefix("+") { return (String(parts[0]), prefix, nil) }
      return RowKey(token: String(parts[1])).map { (String(parts[0]), prefix, $0) }
    }
  }

  /// The forms of several rows, read in one transaction, by key; none for a row that may not be changed.
  func forms(_ entity: Entity, _ keys: [RowKey], names: [String]) async throws -> [RowKey: Form] {
    let access = access.forTask("edit")
    let forms = try await file.read { connection -> [Form] in
      let rows = try RowList(entity, through: access).rows(keys, on: connection)
      let stored = try RowWriter(entity: entity, access: access, connection: connection)
        .stored(keys)
      return try keys.compactMap { key -> Form? in
        guard let row = rows[key], let stored = stored[key] else { return nil }
        return try FormBuilder(
          entity: entity, key: key, access: access, connection: connection, originals: nil,
          hasOptions: true, typed: nil, names: names, known: (row, stored)
        ).form()?.form
      }
    }
    return try Dictionary(
      forms.compactMap { form in try form.key.map { ($0, try sealed(form)) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The form of a row after several could not be saved, with what was typed into it; nil for a row that is
  /// gone.
  ///
  /// What others changed meanwhile is shown as it is now. A field that both changed keeps what was typed and
  /// says what the other one wrote; saving it again replaces that.
  func form(after result: WriteResult?, of row: SentRow) async throws -> Form? {
    switch result {
    case nil, .written: return try await form(typed: row.sent, names: row.names)
    case .invalid(let problems):
      return try await form(typed: row.sent, problems, names: row.names)
    case .refused(let notice):
      var form = try await form(typed: row.sent, names: row.names)
      form?.problems.append(notice.description)
      return form
    case .conflict(let conflicts): return try await form(of: row, conflicts)
    case .notFound: return nil
    }
  }

  private func form(of row: SentRow, _ conflicts: [RowConflict]) async throws -> Form? {
    let reading = row.sent.reading
    guard
      var form = try await form(reading.form.entity, reading.form.key, names: row.names)
    else { return nil }
    if row.isDeleted {
      form.problems.append(
        access.texts["lookBeforeDelete"])
    }
    for field in form.fields where field.isEditable && reading.changes(field.property) {
      let isConflict = conflicts.contains { $0.property == field.property }
      form.change(field.token) { field in
        let theirs = field.displayText
        field.show(row.sent.body)
        // The mark of a value that was missing, beside a text that was typed.
        if !field.text.isEmpty { field.isNull = false }
        if isConflict {
          field.error = access.texts["othersWrote", ["value": theirs]]
        }
      }
    }
    return form
  }
}

extension FormReading {
  /// Whether the user changed a property.
  fileprivate func changes(_ property: Property) -> Bool {
    switch property {
    case .attribute(let attribute): edit.values[attribute.identifier] != nil
    case .relationship(let relationship):
      edit.references[relationship] != nil || edit.links[relationship] != nil
    }
  }
}
