import LuaRules

/// The pages of the tasks `edit` and `new`: a form, and what comes of it.
struct EditPage: Sendable {
  let request: PageRequest
  let entity: Entity
  /// The row; nil for a new one.
  let key: RowKey?
  /// The form from which this new row is made; nil for a page of its own.
  var origin: NewRelatedRow?
  private let forms: Forms
  private let context: RuleContext

  /// Prepares the page; nil for a table whose rows nobody may ask for.
  init?(_ entity: Entity, _ key: RowKey?, _ request: PageRequest) {
    guard let context = request.access.context(of: entity.identifier) else { return nil }
    self.request = request
    self.entity = entity
    self.key = key
    self.context = context
    forms = request.forms
  }

  /// Shows the form; not found when the user may not have it.
  ///
  /// The form of a new row begins with what may be seen of another row, if there is one to copy.
  func answer(copying source: RowKey? = nil) async throws -> PageAnswer {
    let form =
      if let key {
        try await forms.edit(key, of: entity)
      } else if let source {
        try await forms.new(entity, copying: source)
      } else {
        try await newForm()
      }
    guard let form else { return .notFound }
    return try await page(form, inlines: try await inlines().values())
  }

  /// The form of a new row; one that is added to the related rows of another row leads there already.
  private func newForm() async throws -> Form? {
    guard let form = try await forms.new(entity) else { return nil }
    guard origin == nil, let start = ListState(request.items, in: request.model).start,
      let back = entity.wayBack(of: start.relationship),
      let token = entity.token(of: .relationship(back))
    else { return form }
    let isMany = back.kind == .manyToMany
    let body = FormBody([
      ("original", form.original), (isMany ? "\(token)[]" : token, start.key.token),
    ])
    return try await forms.form(typed: body, key: nil, of: entity) ?? form
  }

  /// Shows the form as it was typed, after a row was chosen on another page.
  func typed(_ body: FormBody) async throws -> PageAnswer {
    guard var form = try await forms.form(typed: body, key: key, of: entity) else {
      if case .answer(let result) = try await forms.sentForm(body, key: key, of: entity) {
        return try await answer(result, body)
      }
      return wrongSeal(body)
    }
    if form.isLocked { form.problems.append(request.texts["formLocked"]) }
    return try await page(form, inlines: try await inlines().values(typed: body), isTyped: true)
  }

  /// Saves what was typed, into the row and into those of `inlines`: all or nothing.
  func save(_ body: FormBody) async throws -> PageAnswer {
    let main: SentForm
    switch try await forms.sentForm(body, key: key, of: entity) {
    case .form(let form): main = form
    case .answer(let result): return try await answer(result, body)
    }
    let inlines = try await inlines()
    let sent = try await inlines.sent(body)
    let (result, below): (SaveResult, [Int: WriteResult])
    do {
      (result, below) = try await forms.save(
        main, with: sent.isSound ? sent.rows.map(\.command) : nil
      ) { commands in
        try await request.recording(key == nil ? .insert : .update, entity, key) {
          try await forms.access(for: key).write(commands, in: request.file)
        } changes: {
          $0.changes
        }
      }
    } catch {
      // Who locks the database for writing may still let it be read.
      guard let hindrance = Hindrance(error), var form = try await forms.form(typed: main) else {
        throw error
      }
      form.problems.append(hindrance.writingText(request.texts))
      return try await page(
        form, inlines: try await inlines.values(sent, results: [:], typed: body), status: 503)
    }
    guard case .invalid(var form) = result else { return try await answer(result, body) }
    form.problems += sent.problems
    if form.problems.isEmpty && !form.fields.contains(where: { $0.error != nil }) {
      form.problems.append(request.texts["wrongBelow"])
    }
    return try await page(
      form, inlines: try await inlines.values(sent, results: below, typed: body), status: 422)
  }

  /// The page that tells how a save ended without a change.
  private func answer(_ result: SaveResult, _ body: FormBody) async throws -> PageAnswer {
    switch result {
    case .saved(let changes):
      let saved = changes.last?.newKey ?? key
      if let origin { return try await origin.back(with: saved) }
      let isAnother = key == nil && body["then"] == "another"
      return .redirect(
        isAnother ? request.addresses.new(entity) : next(saved),
        note: try await note(saved, hasChanged: !changes.isEmpty))
    case .invalid(let form):
      return try await page(
        form, inlines: try await inlines().values(typed: body), status: 422)
    case .conflict(let conflict): return try await page(conflict)
    case .gone(let lines):
      return request.error(
        status: 410, title: request.texts["rowNotThereTitle"], text: request.texts["formGone"],
        lines: lines.map { ($0.label, $0.text) })
    case .refused(let notice):
      guard var form = try await forms.form(typed: body, key: key, of: entity) else {
        return request.error(
          status: 403, title: request.texts["mayNotBeChanged"], text: notice.description,
          lines: forms.typedLines(body, of: entity).map { ($0.label, $0.text) })
      }
      form.problems.append(form.isLocked ? request.texts["formLocked"] : notice.description)
      return try await page(form, inlines: try await inlines().values(typed: body), status: 403)
    case .wrongSeal: return wrongSeal(body)
    }
  }

  private func wrongSeal(_ body: FormBody) -> PageAnswer {
    request.error(
      status: 400, title: request.texts["formTooOld"], text: request.texts["oldForm"],
      lines: forms.typedLines(body, of: entity).map { ($0.label, $0.text) })
  }

  /// What the next page tells about a save.
  private func note(_ saved: RowKey?, hasChanged: Bool) async throws -> PageNote {
    guard hasChanged else { return PageNote(text: request.texts["nothingChanged"]) }
    var title = ""
    if let saved { title = try await request.title(of: saved, entity) ?? "" }
    var note = PageNote(
      text: title.isEmpty
        ? request.texts[
          key == nil ? "createdInTable" : "savedInTable", ["table": request.displayName(of: entity)]
        ]
        : request.texts[key == nil ? "createdRow" : "savedRow", ["title": title]])
    if key == nil, let saved {
      (note.href, note.linkText) = (request.addresses.row(entity, saved), request.texts["open"])
    }
    return note
  }

  /// The rows that the page changes along with its own.
  private func inlines() async throws -> Inlines {
    var context = context
    if let key {
      let list = try RowList(entity, through: request.access)
      context.object = try await request.file.read { try list.row(key, on: $0) }?.object
    }
    return Inlines(entity, key, in: context, request)
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
    if let origin { return origin.saveHref }
    return key.map { request.addresses.row(entity, $0, "edit") } ?? request.addresses.new(entity)
  }

  /// Renders a form; `isTyped`: it has what somebody typed, and nobody saved.
  private func page(
    _ form: Form, inlines: [[String: Any]], status: Int = 200, isTyped: Bool = false
  ) async throws -> PageAnswer {
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
    var values = form.templateValues(request.texts) { field in
      guard case .relationship(let relationship) = field.property else { return nil }
      return request.addresses.select(entity, key, relationship)
    } addHref: { field in
      guard origin == nil, case .relationship(let relationship) = field.property else {
        return nil
      }
      return request.addHref(entity, key, relationship)
    }
    values["outer"] = (origin?.outerText).orFalse
    values["backHref"] = saveHref + "?back=1"
    let context = try await titled(&values)
    values["saveHref"] = saveHref
    values["typedHref"] = saveHref + "?typed=1"
    values["inlines"] = inlines
    values["cancelHref"] = back
    // It comes back as it was typed, whatever it answers.
    values["generation"] = request.generation
    values["saveTitle"] = request.texts(in: context)[key == nil ? "create" : "save"]
    values["isNew"] = key == nil
    values["isTyped"] = isTyped || status != 200
    values["pageWhy"] = request.why(.page, entity, row: key)
    return request.html(values, in: context, of: entity, status: status)
  }

  private func page(_ conflict: ConflictForm) async throws -> PageAnswer {
    var values = conflict.templateValues
    var context = try await titled(&values)
    context.task = "conflict"
    let authors = try await ConflictAuthors(conflict, request)
    values["text"] = authors.sentence
    values["theirsTitle"] = request.texts(in: context)[authors.areYou ? "savedBefore" : "theirs"]
    values["fields"] = authors.values
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
      values["title"] = request.texts["newFor", ["table": request.displayName(of: entity)]]
    }
    values["navigationBarTitle"] = values["title"]
    return context
  }
}

extension PageRequest {
  /// A name that no other user has.
  var formUser: String { userName.map { "user \($0)" } ?? "nobody" }
}
