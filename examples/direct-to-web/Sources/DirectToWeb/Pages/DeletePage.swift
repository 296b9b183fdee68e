import LuaRules

/// The page of the task `confirm`: rows that are to be deleted, what goes along, and what forbids it.
struct DeletePage: Sendable {
  private static let purpose = "delete"
  /// The most rows at once.
  private static let limit = 500

  let request: PageRequest
  let entity: Entity
  let keys: [RowKey]
  private let context: RuleContext

  private var texts: PageTexts { request.texts }

  /// Prepares the page; nil without rows.
  init?(_ entity: Entity, _ keys: [RowKey], _ request: PageRequest) {
    guard !keys.isEmpty, let context = request.access.context(of: entity.identifier) else {
      return nil
    }
    self.request = request
    self.entity = entity
    self.keys = Array(keys.prefix(Self.limit))
    self.context = context
  }

  /// Asks whether the rows are to be deleted; not found when none of them may be.
  ///
  /// The problems say why they were not deleted.
  func answer(problems: [String] = [], status: Int = 200) async throws -> PageAnswer {
    let access = request.access
    let columns = access.labelAttributes(of: entity).map(AttributePath.init)
    let shownColumns = entity.attributes.filter(access.canSee).map(AttributePath.init)
    let list = try RowList(entity, columns: columns + shownColumns, through: access)
    let keys = keys
    let (found, preview) = try await request.file.read { connection in
      (
        try keys.compactMap { try list.row($0, on: connection) },
        try access.deletionPreview(of: keys, in: entity, on: connection)
      )
    }
    let rows = found.filter(access.canDelete)
    guard !rows.isEmpty else { return .notFound }
    let shown = try rows.compactMap { row in
      try row.key.map { key in
        try request.seal.close(
          [entity.name, request.formUser, key.token, Array(row.values[columns.count...]).token],
          for: Self.purpose)
      }
    }
    let titles = rows.prefix(10).map {
      request.title(of: $0, label: $0.values.prefix(columns.count))
    }
    let first = titles.first ?? ""
    var values: [String: Any] = [:]
    values["title"] =
      rows.count == 1
      ? texts["deleteTitle", ["title": first]]
      : texts["deleteCount", ["count": RowCount.exactly(rows.count).text(texts)]]
    values["navigationBarTitle"] = values["title"]
    values["question"] =
      rows.count == 1
      ? texts[request.history == nil ? "cannotBeUndone" : "canBeRestored"]
      : titles.joined(separator: ", ")
        + (rows.count > titles.count ? ", …" : "")
    values["affected"] = affected(preview)
    values["problems"] =
      problems.isEmpty
      ? false
      : [
        "text": texts["nothingDeleted"],
        "items": problems.map { ["text": $0, "href": false] as [String: Any] },
      ]
        as [String: Any]
    values["keptFields"] = shown.map { ["name": "shown", "value": $0] }
    values["confirmHref"] = request.addresses.delete(entity)
    let isStopped = try await isCertain(preview, of: rows.compactMap(\.key))
    values["confirmTitle"] = isStopped ? false : texts["delete"] as Any
    if isStopped {
      values["question"] = texts[rows.count == 1 ? "deleteStopped" : "deleteManyStopped"]
    }
    values["confirmClass"] = "danger"
    values["cancelHref"] =
      rows.count == 1
      ? rows[0].key.map { request.addresses.row(entity, $0) } ?? request.addresses.list(entity)
      : request.addresses.list(entity)
    return request.html(values, in: context, of: entity, status: status)
  }

  /// Deletes the rows that a page showed, all or none.
  static func delete(_ body: FormBody, _ entity: Entity, _ request: PageRequest) async throws
    -> PageAnswer
  {
    let attributes = entity.attributes.filter(request.access.canSee)
    let rows = body.values("shown").prefix(limit).compactMap { sealed -> ShownRow? in
      guard let texts = request.seal.open(sealed, for: purpose), texts.count == 4,
        texts[0].hasSameBytes(as: entity.name), texts[1].hasSameBytes(as: request.formUser),
        let key = RowKey(token: texts[2]), let values = [Value](token: texts[3]),
        values.count == attributes.count
      else { return nil }
      return ShownRow(
        key, values: Dictionary(uniqueKeysWithValues: zip(attributes.map(\.identifier), values)))
    }
    guard !rows.isEmpty, rows.count == body.values("shown").count,
      let page = DeletePage(entity, rows.map(\.key), request)
    else {
      return request.error(
        status: 400, title: request.texts["questionTooOld"], text: request.texts["beginAgain"])
    }
    let result = try await request.recording(.delete, entity, rows.count == 1 ? rows[0].key : nil) {
      try await request.access.delete(rows, of: entity, in: request.file)
    } changes: {
      if case .written(let changes) = $0 { changes } else { [] }
    }
    switch result {
    case .written(let changes):
      let others = changes.count { $0.isConsequence && $0.kind == .delete }
      let name =
        others == 0
        ? "deletedRows" : rows.count == 1 ? "deletedWithOthers" : "deletedManyWithOthers"
      let texts = page.texts
      var note = PageNote(
        text: texts[
          name,
          ["count": RowCount.exactly(rows.count).text(texts), "others": others.grouped(texts)]])
      if request.history != nil {
        (note.href, note.linkText) = (request.addresses.changes(), texts["changes"])
      }
      return .redirect(request.addresses.list(entity), note: note)
    case .notFound: return .notFound
    case .refused(let notice):
      return request.error(
        status: 403, title: page.texts["mayNotBeDeleted"], text: notice.description)
    case .conflict:
      return try await page.answer(
        problems: [page.texts["lookBeforeDeleteRows"]], status: 409)
    case .invalid(let problems):
      return try await page.answer(problems: problems.map(\.message), status: 422)
    }
  }

  private func affected(_ preview: DeletionPreview) -> [[String: Any]] {
    func lines(_ parts: [DeletionPreview.Part], _ others: Bool) -> [[String: String]] {
      parts.map { ["text": "\(request.displayName(of: $0.entity)): \($0.count.text(texts))"] }
        + (others ? [["text": texts["otherRows"]]] : [])
    }
    let all = [
      (texts["deletedToo"], lines(preview.taken, preview.takesOthers)),
      (texts["clearedRows"], lines(preview.cleared, preview.clearsOthers)),
      (texts["stoppingRows"], lines(preview.stops, preview.isStoppedByOthers)),
    ]
    return all.filter { !$0.1.isEmpty }.map { ["heading": $0.0, "items": $0.1] }
  }
}
