import LuaRules

/// The page that tells who changed a row, and when.
struct RowHistoryPage: Sendable {
  let request: PageRequest
  let entity: Entity
  let key: RowKey
  private let context: RuleContext
  private let history: History

  /// Prepares the page; nil where no history is kept.
  init?(_ entity: Entity, _ key: RowKey, _ request: PageRequest) {
    guard let history = request.history,
      let context = request.access.context(of: entity.identifier)
    else { return nil }
    self.request = request
    self.entity = entity
    self.key = key
    self.context = context
    self.history = history
  }

  /// Shows the entries of a row that may be seen, with the columns that may be.
  func answer() async throws -> PageAnswer {
    guard let row = try await row() else { return .notFound }
    let from = request.item("from").flatMap(Int64.init)
    let page = try await history.page(of: entity.name, row: key.token, from: from)
    let beginning = try await beginning()
    let canEdit = request.access.canEdit(row)
    let links = try await linkedTitles(page.entries)
    let entries = page.entries.filter { $0.number >= beginning }.map { entry -> [String: Any] in
      let shown = entry.showing(canSee)
      let canRestore =
        canEdit && entry.kind == .update && entry.isConfirmed && !restored(entry, row).isEmpty
      return [
        "time": entry.timeText, "user": entry.user ?? request.texts["somebody"],
        "kind": request.texts[entry.kind.word], "isPending": !entry.isConfirmed,
        "columns": shown.columns.compactMap { column -> [String: String]? in
          guard entry.kind == .links else {
            return [
              "label": label(column.name), "old": column.oldText(request.texts),
              "new": column.newText(request.texts),
            ]
          }
          guard let title = links[column] else { return nil }
          return [
            "label": label(column.name), "old": column.old == nil ? "–" : title,
            "new": column.new == nil ? "–" : title,
          ]
        },
        "restoreHref": canRestore
          ? request.addresses.row(entity, key, "restore")
            + Addresses.query([("entry", String(entry.number))]) : false as Any,
      ]
    }
    let title = request.texts[
      "historyOf", ["title": try await request.title(of: key, entity) ?? ""]]
    return request.html(
      [
        "page": "PageHistory", "title": title, "navigationBarTitle": title, "entries": entries,
        "hasEntries": !entries.isEmpty, "rowHref": request.addresses.row(entity, key),
        "nextHref": page.next.flatMap { $0 >= beginning ? $0 : nil }.map {
          request.addresses.row(entity, key, "history") + Addresses.query([("from", String($0))])
        }.orFalse,
      ], in: context, of: entity)
  }

  /// Writes the values from before a change back.
  func restore() async throws -> PageAnswer {
    guard let row = try await row(), let number = request.item("entry").flatMap(Int64.init),
      let entry = try await history.entry(number), entry.entity.hasSameBytes(as: entity.name),
      entry.row.hasSameBytes(as: key.token), entry.kind == .update,
      try await entry.number >= beginning()
    else { return .notFound }
    var edit = RowEdit()
    edit.values = restored(entry, row)
    guard !edit.isEmpty else { return .notFound }
    let result = try await request.recording(.update, entity, key) { [edit] in
      try await request.access.update(ShownRow(key), of: entity, with: edit, in: request.file)
    } changes: {
      if case .written(let changes) = $0 { changes } else { [] }
    }
    switch result {
    case .written:
      return .redirect(
        request.addresses.row(entity, key, "history"),
        note: PageNote(text: request.texts["valuesWrittenBack"]))
    case .notFound: return .notFound
    case .refused(let notice):
      return request.error(
        status: 403, title: request.texts["mayNotBeChanged"], text: notice.description)
    case .conflict, .invalid:
      let problems = if case .invalid(let problems) = result { problems } else { [RowProblem]() }
      return request.error(
        status: 422, title: request.texts["cannotBeRestored"],
        text: problems.map(\.message).joined(separator: " "))
    }
  }

  /// The number of the first entry of this row.
  private func beginning() async throws -> Int64 {
    try await history.beginning(of: entity.name, row: key.token, isKey: isKey)
  }

  private func isKey(_ name: String) -> Bool {
    entity.keyAttributes.contains { $0.name.hasSameBytes(as: name) }
  }

  /// The titles of rows that were linked, of those that may be seen now.
  private func linkedTitles(_ entries: [HistoryEntry]) async throws -> [ColumnChange: String] {
    var titles: [ColumnChange: String] = [:]
    for column in entries.filter({ $0.kind == .links }).flatMap(\.columns) where canSee(column.name)
    {
      guard titles[column] == nil,
        let other = entity.relationship(column.name).flatMap(request.model.destination),
        case .value(.text(let token))? = column.new ?? column.old, let key = RowKey(token: token)
      else { continue }
      titles[column] = try await request.title(of: key, other)
    }
    return titles
  }

  /// The values from before, of the columns that may be seen and changed.
  private func restored(_ entry: HistoryEntry, _ row: RowList.Row) -> [Identifier: Value] {
    var values: [Identifier: Value] = [:]
    for (name, value) in entry.restoredValues.values {
      guard let attribute = entity.attribute(name), request.access.canEdit(attribute, of: row)
      else {
        continue
      }
      values[attribute.identifier] = value
    }
    return values
  }

  private func row() async throws -> RowList.Row? {
    let list = try RowList(entity, through: request.access)
    return try await request.file.read { try list.row(key, on: $0) }
  }

  private func canSee(_ name: String) -> Bool {
    if let attribute = entity.attribute(name) { return request.access.canSee(attribute) }
    return entity.relationship(name).map(request.access.canSee) ?? false
  }

  private func label(_ name: String) -> String {
    PageProperties([name], of: entity, in: context, request.access).all.first
      .map { request.label(of: $0, entity) } ?? name
  }
}
