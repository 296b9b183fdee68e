import LuaRules

/// The page that gives one field of several rows the same value.
///
/// First it asks which field, then for the value. All rows are changed or none: each through the form of its
/// own, with the same rights, checks and conflicts.
struct ChangePage: Sendable {
  /// What stands before the name of the field.
  private static let prefix = "to:"

  let request: PageRequest
  let entity: Entity
  private let context: RuleContext

  /// Prepares the page; nil for a table in which nothing may be changed.
  init?(_ entity: Entity, _ request: PageRequest) {
    guard request.access.canChange(entity),
      let context = request.access.context(of: entity.identifier)
    else { return nil }
    self.request = request
    self.entity = entity
    self.context = context
  }

  /// Shows the next page, or saves.
  func answer(_ body: FormBody) async throws -> PageAnswer {
    if body["save"] != nil { return try await save(body) }
    let chosen = try await ChosenRows(body, entity, request)
    if let problem = chosen.problem(request) { return problem }
    let all = try await forms(of: Array(chosen.keys.prefix(1)), names: nil)
    guard let first = all.first else { return lockedRows }
    let fields = first.fields.filter(\.canBeSharedByRows)
    guard !fields.isEmpty else { return lockedRows }
    guard let name = body["field"],
      let property = fields.first(where: { $0.token.hasSameBytes(as: name) })?.property
    else { return page(chosen.keys, choices: fields) }
    let rows = try await forms(of: chosen.keys, names: [property.name])
    return page(rows, property, skipped: chosen.keys.count - rows.count)
  }

  /// The forms of rows, in their order; none for a row that may not be changed.
  private func forms(of keys: [RowKey], names: [String]?) async throws -> [Form] {
    guard let names else {
      guard let key = keys.first, let form = try await request.forms.edit(key, of: entity) else {
        return []
      }
      return [form]
    }
    let found = try await request.forms.forms(entity, keys, names: names)
    return keys.compactMap { found[$0] }.filter { form in
      form.fields.contains { $0.isEditable }
    }
  }

  // MARK: - Saving

  private func save(_ body: FormBody) async throws -> PageAnswer {
    let typed = body.part(Self.prefix)
    var fields: [(name: String, value: String)] = []
    for (group, prefix, key) in Forms.rows(in: body) {
      guard group == ListEditing.group, key != nil else { continue }
      fields += body.part(prefix).fields.filter { $0.name == "original" }
        .map { (prefix + $0.name, $0.value) }
      fields += typed.fields.map { (prefix + $0.name, $0.value) }
    }
    guard let token = body["field"], let property = entity.property(token: token) else {
      return .notFound
    }
    let editing = ListEditing(entity, names: [property.name], request)
    switch try await editing.save(FormBody(fields)) {
    case .saved(let count):
      return .redirect(
        listHref,
        note: PageNote(
          text: request.texts["savedRows", ["count": RowCount.exactly(count).text(request.texts)]]))
    case .answer(let answer): return answer
    case .refused(let forms, let problems):
      let labels = request.access.labelAttributes(of: entity).map(AttributePath.init)
      let list = try RowList(entity, columns: labels, through: request.access)
      let rows = try await request.file.read { connection in
        try forms.keys.compactMap { try list.row($0, on: connection) }
      }
      let lines = rows.flatMap { row -> [(label: String, text: String)] in
        guard let form = row.key.flatMap({ forms[$0] }) else { return [] }
        let errors = form.problems + form.fields.compactMap(\.error)
        return errors.map { (request.title(of: row, label: row.values), $0) }
      }
      return request.error(
        status: 422, title: request.texts["notSavedTitle"],
        text: ([request.texts["nothingChanged"]] + problems).joined(separator: " "),
        lines: lines.sorted { $0.label < $1.label })
    }
  }

  // MARK: - Pages

  private var listHref: String {
    request.addresses.list(entity, request.items.map { ($0.name, $0.value) })
  }

  private var lockedRows: PageAnswer {
    request.error(
      status: 403, title: request.texts["mayNotBeChanged"], text: request.texts["noFieldToChange"])
  }

  private func page(_ keys: [RowKey], choices: [FormField]) -> PageAnswer {
    page(
      keys.count,
      [
        "choices": choices.map { ["value": $0.token, "text": $0.label] },
        "hidden": keys.map { ["name": "row", "value": $0.token] }, "isLast": false,
        "hasChoices": true, "note": false,
      ])
  }

  private func page(_ rows: [Form], _ property: Property, skipped: Int) -> PageAnswer {
    guard var field = rows.first?.fields.first(where: { $0.property == property }) else {
      return lockedRows
    }
    let shown = Set(rows.map { $0.fields.first?.displayText ?? "" })
    if shown.count > 1 { field.forget() }
    var values = field.templateValues(
      request.texts, selectHref: nil, prefix: Self.prefix)
    if case .relationship(let relationship) = property, field.hasMoreChoices {
      values["suggestHref"] = request.addresses.select(entity, rows.first?.key, relationship)
    }
    let subject = "\(entity.name).\(property.name)"
    values["component"] = request.template(
      field.component, "component", of: subject, else: FormField.fixed)
    values["rowComponent"] = request.template(
      field.rowComponent, "rowComponent", of: subject, else: "RowLabelField")
    return page(
      rows.count,
      [
        "choices": [[String: Any]](), "hasChoices": false, "isLast": true,
        "field": values,
        "hidden": [["name": "field", "value": field.token]]
          + rows.compactMap { form in
            form.key.map { key in
              [
                "name": Forms.prefix(ListEditing.group, key) + "original",
                "value": form.original,
              ]
            }
          },
        "note": skipped == 0
          ? false
          : request.texts["lockedRows", ["count": RowCount.exactly(skipped).text(request.texts)]]
            as Any,
      ])
  }

  private func page(_ count: Int, _ values: [String: Any]) -> PageAnswer {
    let title = request.texts[
      "changeRows",
      [
        "count": RowCount.exactly(count).text(request.texts),
        "table": request.displayName(of: entity),
      ]]
    return request.html(
      values.merging([
        "page": "PageChange", "title": title, "navigationBarTitle": title,
        "listHref": listHref, "entityTitle": request.displayName(of: entity),
        "changeHref": request.addresses.change(
          entity, request.items.map { ($0.name, $0.value) }),
      ]) { $1 }, in: context, of: entity)
  }
}

extension FormField {
  /// Whether several rows can get the same value.
  fileprivate var canBeSharedByRows: Bool {
    if case .relationship(let relationship) = property, relationship.kind != .toOne { return false }
    return isEditable && component != "EditPassword"
  }
}
