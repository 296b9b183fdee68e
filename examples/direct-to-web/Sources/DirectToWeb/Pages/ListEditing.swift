import LuaRules

/// The fields of a list: the columns for which `isEditableInList` holds, in rows that may be changed.
struct ListEditing: Sendable {
  /// What stands before the names of the fields.
  static let group = "rows"

  let request: PageRequest
  let entity: Entity
  /// The columns with fields.
  let names: [String]
  let forms: Forms

  /// Finds the columns; nil where there are none, or nothing of the table may be changed.
  init?(_ entity: Entity, _ properties: [PageProperty], _ request: PageRequest) {
    guard request.access.canChange(entity) else { return nil }
    names = properties.filter { property in
      property.path?.steps.isEmpty == true
        && request.ask(
          \.isEditableInList, "isEditableInList", of: "\(entity.name).\(property.key)",
          in: property.context, else: false)
    }.map(\.key)
    guard !names.isEmpty else { return nil }
    self.request = request
    self.entity = entity
    forms = request.forms
  }

  /// The same for chosen columns, whatever the rules say of lists.
  init(_ entity: Entity, names: [String], _ request: PageRequest) {
    self.request = request
    self.entity = entity
    self.names = names
    forms = request.forms
  }

  /// The forms of some rows, by key; none for a row that may not be changed.
  func forms(of keys: [RowKey]) async throws -> [RowKey: Form] {
    try await forms.forms(entity, keys, names: names)
  }

  /// How a save ended.
  enum Outcome {
    /// All is written: so many rows.
    case saved(Int)
    /// Nothing is written: the forms with what was typed, by key, and what is wrong beside fields.
    case refused([RowKey: Form], problems: [String])
    case answer(PageAnswer)
  }

  /// Saves the rows that were changed, all or none of them.
  func save(_ body: FormBody) async throws -> Outcome {
    var sent: [SentRow] = []
    var problems: [String] = []
    for (group, prefix, key) in Forms.rows(in: body) {
      guard group == Self.group, let key else { continue }
      switch try await forms.sentForm(body.part(prefix), key: key, of: entity) {
      case .form(let form) where form.isUnchanged: continue
      case .form(let form): sent.append(SentRow(prefix: prefix, names: names, sent: form))
      case .answer(.wrongSeal): return .answer(request.wrongSeal)
      case .answer(.refused(let notice)): problems.append(notice.description)
      case .answer: problems.append(request.texts["changedRowGone"])
      }
    }
    var results: [Int: WriteResult] = [:]
    if problems.isEmpty && sent.allSatisfy(\.sent.reading.problems.isEmpty) {
      let rows = sent
      let result = try await request.recording(
        .update, entity, rows.count == 1 ? rows[0].sent.reading.form.key : nil
      ) {
        try await request.access.forTask("edit").write(rows.map(\.command), in: request.file)
      } changes: {
        $0.changes
      }
      guard case .rejected(let rejected) = result else {
        return .saved(Set(result.changes.compactMap { $0.newKey ?? $0.oldKey }).count)
      }
      results = rejected
    }
    var shown: [RowKey: Form] = [:]
    for (place, row) in sent.enumerated() {
      guard let key = row.sent.reading.form.key else { continue }
      guard let form = try await forms.form(after: results[place], of: row) else {
        problems.append(request.texts["changedRowGone"])
        continue
      }
      shown[key] = form
      problems += form.problems
    }
    return .refused(shown, problems: problems)
  }
}

extension PageRequest {
  /// The forms of who asks.
  var forms: Forms { Forms(access, to: file, user: formUser, seal: seal) }

  /// The answer to a form of another start of the program.
  var wrongSeal: PageAnswer {
    error(
      status: 400, title: texts["formTooOld"], text: texts["copyAndOpenAgain"])
  }
}
