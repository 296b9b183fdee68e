import LuaRules

/// The pages of the tasks `edit` and `new`: a form, and what comes of it.
struct EditPage: Sendable {
  let request: PageRequest
  let entity: Entity
  /// The row; nil for a new one.
  let key: RowKey?
  private let forms: Forms
  private let context: RuleContext

  /// Prepares the page; nil for a table whose rows nobody may ask for.
  init?(_ entity: Entity, _ key: RowKey?, _ request: PageRequest) {
    guard let context = request.access.context(of: entity.identifier) else { return nil }
    self.request = request
    self.entity = entity
    self.key = key
    self.context = context
    forms = Forms(request.access, to: request.file, user: request.formUser, seal: request.seal)
  }

  /// Shows the form; not found when the user may not have it.
  func answer() async throws -> PageAnswer {
    let form =
      if let key { try await forms.edit(key, of: entity) } else { try await forms.new(entity) }
    guard let form else { return .notFound }
    return try await page(form)
  }

  /// Shows the form as it was typed, after a row was chosen on another page.
  func typed(_ body: FormBody) async throws -> PageAnswer {
    guard let form = try await forms.form(typed: body, key: key, of: entity) else {
      return wrongSeal
    }
    return try await page(form)
  }

  /// Saves what was typed.
  func save(_ body: FormBody) async throws -> PageAnswer {
    let kind: HistoryChangeKind = key == nil ? .insert : .update
    let result = try await request.recording(kind, entity, key) {
      try await forms.save(body, key: key, of: entity)
    } changes: {
      if case .saved(let changes) = $0 { changes } else { [] }
    }
    switch result {
    case .saved(let changes): return .redirect(next(changes.last?.newKey ?? key))
    case .invalid(let form): return try await page(form, status: 422)
    case .conflict(let conflict): return try await page(conflict)
    case .gone(let lines):
      return request.error(
        status: 410, title: "The row is not there any more",
        text: "Somebody deleted it, or you may not see it any more. This is what you typed.",
        lines: lines.map { ($0.label, $0.text) })
    case .refused(let notice):
      return request.error(status: 403, title: "This may not be changed", text: notice.description)
    case .wrongSeal: return wrongSeal
    }
  }

  private var wrongSeal: PageAnswer {
    request.error(
      status: 400, title: "This form is too old",
      text:
        "The program was started again since the form was opened. Go back, copy what you typed, "
        + "and open the form again.")
  }

  /// Where a save leads: to the task that `nextTask` names.
  private func next(_ key: RowKey?) -> String {
    let task = request.ask(\.nextTask, "nextTask", of: entity.name, in: context, else: "inspect")
    guard let key, task != "list" else { return request.addresses.list(entity) }
    return request.addresses.row(entity, key, task == "edit" ? "edit" : "")
  }

  /// Where the form belongs: the page of the row, or the list.
  private var back: String {
    key.map { request.addresses.row(entity, $0) } ?? request.addresses.list(entity)
  }

  private var saveHref: String {
    key.map { request.addresses.row(entity, $0, "edit") } ?? request.addresses.new(entity)
  }

  private func page(_ form: Form, status: Int = 200) async throws -> PageAnswer {
    var form = form
    for field in form.fields {
      let subject = "\(entity.name).\(field.property.name)"
      form.change(field.token) {
        $0.component = request.template(
          field.component, "component", of: subject, else: FormField.fixed)
        $0.rowComponent = request.template(
          field.rowComponent, "rowComponent", of: subject, else: "RowLabelField")
      }
    }
    var values = form.templateValues { field in
      guard case .relationship(let relationship) = field.property else { return nil }
      return request.addresses.select(entity, key, relationship)
    }
    let context = try await titled(&values)
    values["saveHref"] = saveHref
    values["cancelHref"] = back
    // It comes back as it was typed, whatever it answers.
    values["generation"] = request.generation
    values["saveTitle"] = key == nil ? "Create" : "Save"
    values["pageWhy"] = request.why(.page, entity, row: key)
    return request.html(values, in: context, of: entity, status: status)
  }

  private func page(_ conflict: ConflictForm) async throws -> PageAnswer {
    var values = conflict.templateValues
    var context = try await titled(&values)
    context.task = "conflict"
    values["text"] =
      "While you were typing, somebody else changed the same fields. Choose for each which value stays."
    values["saveHref"] = saveHref
    values["cancelHref"] = back
    return request.html(values, in: context, of: entity, status: 409)
  }

  /// The context with the title of the row, and what the head of a page reads.
  private func titled(_ values: inout [String: Any]) async throws -> RuleContext {
    var context = context
    values["listHref"] = request.addresses.list(entity)
    values["entityTitle"] = request.displayName(of: entity)
    if let key, let title = try await request.title(of: key, entity) {
      context.displayNameForObject = title
      values["title"] = title
    } else {
      values["title"] = "New: \(request.displayName(of: entity))"
    }
    values["navigationBarTitle"] = values["title"]
    return context
  }
}

extension PageRequest {
  /// A name that no other user has.
  var formUser: String { userName.map { "user \($0)" } ?? "nobody" }
}
