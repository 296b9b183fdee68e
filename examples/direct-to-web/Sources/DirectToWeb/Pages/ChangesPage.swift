import LuaRules

/// The page of recent changes over all tables, which brings deleted rows back.
struct ChangesPage: Sendable {
  private static let size = 100
  /// The most columns of a change that are told.
  private static let mostColumns = 6

  private let request: PageRequest
  private let changes: VisibleChanges
  private let history: History

  /// Prepares the page; nil where no history is kept.
  init?(_ request: PageRequest) {
    guard let changes = VisibleChanges(request), let history = request.history else { return nil }
    self.request = request
    self.changes = changes
    self.history = history
  }

  func answer(problems: [String] = [], status: Int = 200) async throws -> PageAnswer {
    let from = request.item("from").flatMap { Int64($0) }
    let page = try await changes.page(from: from, size: Self.size)
    var operations: [[String: Any]] = []
    for operation in page.operations { operations.append(try await values(operation)) }
    let title = request.texts["changes"]
    return request.html(
      [
        "page": "PageChanges", "title": title, "navigationBarTitle": title,
        "problems": problems.isEmpty
          ? false : ["text": request.texts["notRestored"], "items": problems] as Any,
        "operations": operations, "hasOperations": !operations.isEmpty,
        "nextHref": page.next.map { request.addresses.changes(from: $0) }.orFalse,
      ], in: request.context, of: nil, status: status)
  }

  /// Brings the rows back that a transaction deleted, and what went along.
  func restore() async throws -> PageAnswer {
    guard let number = request.item("operation").flatMap({ Int64($0) }) else { return .notFound }
    let entries = try await history.entries(ofOperation: number)
    // Whoever may not see any of it must not learn that it exists.
    guard let first = entries.last,
      try await changes.page(from: first.number, size: entries.count).operations
        .contains(where: { $0.number == number && $0.hasDeletions })
    else { return .notFound }
    let plan = RestorePlan(entries, request)
    guard plan.reasons.isEmpty else { return try await answer(problems: plan.reasons, status: 422) }
    let file = request.file
    let access = request.access
    let root = entries.first { !$0.isConsequence && $0.kind == .delete }
    guard let entity = root.flatMap({ try? request.model.entity(named: $0.entity) }) else {
      return .notFound
    }
    let result = try await request.recording(.restore, entity, nil) {
      try await access.restore(plan.rows, in: file)
    } changes: {
      if case .written(let changes) = $0 { changes } else { [] }
    }
    switch result {
    case .written(let changes):
      let roots = changes.count { !$0.isConsequence }
      let others = changes.count - roots
      let text =
        others == 0
        ? request.texts["restoredRows", ["count": RowCount.exactly(roots).text(request.texts)]]
        : request.texts[
          "restoredWithOthers",
          [
            "count": RowCount.exactly(roots).text(request.texts),
            "others": RowCount.exactly(others).text(request.texts),
          ]]
      return .redirect(request.addresses.changes(), note: PageNote(text: text))
    case .refused(let notice):
      return try await answer(problems: [notice.description], status: 403)
    case .invalid(let problems):
      return try await answer(problems: problems.map(\.message), status: 422)
    case .notFound, .conflict:
      return try await answer(problems: [request.texts["rowsNotNow"]], status: 422)
    }
  }

  // MARK: - Values

  private func values(_ operation: VisibleChanges.Operation) async throws -> [String: Any] {
    let entry = operation.changes.first?.entry
    var reasons: [String] = []
    var restoreHref: Any = false
    if operation.hasDeletions {
      let entries = try await history.entries(ofOperation: operation.number)
      let plan = RestorePlan(entries, request)
      let isBack = operation.changes.allSatisfy { $0.entry.kind != .delete || $0.key != nil }
      reasons = isBack ? [] : plan.reasons
      if !isBack && plan.reasons.isEmpty && plan.mayRestore {
        restoreHref = request.addresses.restore(operation.number)
      }
    }
    return [
      "time": entry?.timeText ?? "", "user": entry?.user ?? request.texts["somebody"],
      "isPending": entry?.isConfirmed == false,
      "changes": operation.changes.map(values),
      "others": operation.others.map { other in
        [
          "text": request.texts[
            other.kind.consequence,
            [
              "table": request.displayName(of: other.entity),
              "count": RowCount.exactly(other.count).text(request.texts),
            ]]
        ]
      },
      "restoreHref": restoreHref, "reasons": reasons.map { ["text": $0] },
    ]
  }

  private func values(_ change: VisibleChanges.Change) -> [String: Any] {
    let columns = change.entry.kind == .update ? change.entry.columns : []
    var texts = columns.prefix(Self.mostColumns).map { column -> String in
      let isSecret = change.entity.attribute(column.name)?.isSecret == true
      let label = label(column.name, change.entity)
      if isSecret { return label }
      return "\(label): \(column.oldText(request.texts)) → \(column.newText(request.texts))"
    }
    if columns.count > texts.count { texts.append("…") }
    return [
      "kind": request.texts[change.entry.kind.word],
      "entity": request.displayName(of: change.entity),
      "title": change.title,
      "href": change.key.map { request.addresses.row(change.entity, $0) }.orFalse,
      "columns": texts.joined(separator: ", ").nilIfEmpty.orFalse,
    ]
  }

  private func label(_ name: String, _ entity: Entity) -> String {
    guard let context = request.access.context(of: entity.identifier) else { return name }
    return PageProperties([name], of: entity, in: context, request.access).all.first
      .map { request.label(of: $0, entity) } ?? name
  }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
