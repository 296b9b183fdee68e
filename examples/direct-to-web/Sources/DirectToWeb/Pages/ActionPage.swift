import LuaRules

/// What a button of the key `actions` does: it writes the values that its rule chose.
struct ActionPage: Sendable {
  let request: PageRequest
  let entity: Entity
  private let access: Access
  private let context: RuleContext

  /// Prepares the action; nil for a table whose rows nobody may ask for.
  init?(_ entity: Entity, _ request: PageRequest) {
    access = request.access.forTask(Access.actionTask)
    guard let context = access.context(of: entity.identifier) else { return nil }
    self.request = request
    self.entity = entity
    self.context = context
  }

  /// Does what the field `action` names with the rows in the fields `row`: with all or none of them.
  ///
  /// Each row has to offer the action at this moment. An action with a question asks it first.
  func perform(_ body: FormBody) async throws -> PageAnswer {
    let name = body["action"] ?? ""
    let chosen = try await ChosenRows(body, entity, request)
    if let problem = chosen.problem(request) { return problem }
    let keys = chosen.keys
    let labels = access.labelAttributes(of: entity).map(AttributePath.init)
    let list = try RowList(entity, columns: labels, through: access)
    let rows = try await request.file.read { connection in
      try keys.compactMap { try list.row($0, on: connection) }
    }
    guard rows.count == keys.count else { return .notFound }
    if body["confirmed"] == nil {
      let offered = rows.lazy.flatMap(access.actions).first { action in
        action.confirm != nil && action.name.hasSameBytes(as: name)
      }
      if let offered { return question(offered, rows, keys) }
    }
    let entity = entity
    let result = try await request.recording(.update, entity, keys.count == 1 ? keys[0] : nil) {
      try await access.write(keys.map { .act(name, $0, of: entity) }, in: request.file)
    } changes: {
      $0.changes
    }
    switch result {
    case .written:
      let title = rows.first.flatMap { row in
        access.actions(of: row).first { $0.name.hasSameBytes(as: name) }?.title
      }
      let action = title ?? name
      let text =
        keys.count == 1
        ? request.texts["actionDone", ["action": action, "title": self.title(rows[0])]]
        : request.texts[
          "actionDoneRows",
          ["action": action, "count": RowCount.exactly(keys.count).text(request.texts)]]
      return .redirect(next(keys), note: PageNote(text: text))
    case .rejected(let results):
      return refusal(
        results.values.contains { if case .refused = $0 { true } else { false } } ? 403 : 422,
        results.sorted { $0.key < $1.key }.map { (title(rows[$0.key]), sentence($0.value)) })
    }
  }

  private func title(_ row: RowList.Row) -> String { request.title(of: row, label: row.values) }

  private func refusal(_ status: Int, _ lines: [(label: String, text: String)]) -> PageAnswer {
    request.error(
      status: status, title: request.texts["notDone"], text: request.texts["nothingChanged"],
      lines: lines)
  }

  /// Why nothing was written, for people.
  private func sentence(_ result: WriteResult) -> String {
    switch result {
    case .written: ""
    case .notFound: request.texts["rowNotThere"]
    case .refused(let notice): notice.description
    case .conflict: request.texts["rowChanged"]
    case .invalid(let problems): problems.map(\.message).joined(separator: " ")
    }
  }

  /// Where an action leads: to the task that `nextTask` names; with several rows, and from a list, back to
  /// the list.
  private func next(_ keys: [RowKey]) -> String {
    let task = request.ask(\.nextTask, "nextTask", of: entity.name, in: context, else: "inspect")
    guard let key = keys.first, keys.count == 1, task != "list", request.item("list") == nil else {
      let items = request.items.filter { $0.name != "list" }.map { ($0.name, $0.value) }
      return request.addresses.list(entity, items)
    }
    return request.addresses.row(entity, key, task == "edit" ? "edit" : "")
  }

  private func question(
    _ action: RowAction, _ rows: [RowList.Row], _ keys: [RowKey]
  ) -> PageAnswer {
    var context = context
    context.task = "confirm"
    let titles = rows.prefix(10).map(title).joined(separator: ", ")
    let fields = keys.map { ("row", $0.token) } + [("action", action.name), ("confirmed", "1")]
    return request.html(
      [
        "title": "\(action.title): \(titles)\(rows.count > 10 ? ", …" : "")",
        "navigationBarTitle": action.title, "problems": false,
        "question": action.confirm ?? "", "affected": [[String: Any]](),
        "keptFields": fields.map { ["name": $0.0, "value": $0.1] },
        "confirmHref": request.addresses.act(
          entity, request.items.map { ($0.name, $0.value) }),
        "confirmTitle": action.title, "confirmClass": "primary",
        "cancelHref": keys.count == 1
          ? request.addresses.row(entity, keys[0]) : request.addresses.list(entity),
      ], in: context, of: entity)
  }
}

extension PageRequest {
  /// What a template reads of the buttons of a row.
  func values(of actions: [RowAction]) -> [[String: Any]] {
    actions.map { ["name": $0.name, "title": $0.title, "class": $0.className.classNames] }
  }
}
