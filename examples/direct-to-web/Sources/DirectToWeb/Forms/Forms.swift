import LuaRules

/// Makes and saves the forms of one user in one request.
public struct Forms: Sendable {
  let access: Access
  let file: DatabaseFile
  let user: String
  let seal: Seal

  /// Creates the forms of a user.
  ///
  /// - Parameters:
  ///   - access: What the user may see and change.
  ///   - file: The database.
  ///   - user: A name that no other user has; forms of others are not taken.
  ///   - seal: Locks what forms show.
  public init(_ access: Access, to file: DatabaseFile, user: String, seal: Seal) {
    self.access = access
    self.file = file
    self.user = user
    self.seal = seal
  }

  /// Returns the form of a row; nil when there is none, or it may not be seen or not be changed.
  ///
  /// - Complexity: One statement for each picker and each column that stores yes and no, and two more.
  public func edit(_ key: RowKey, of entity: Entity) async throws -> Form? {
    try await form(entity, key)
  }

  /// Returns the form of a new row, with the values of `initialPropertyValues`; nil when the user may not
  /// add one.
  public func new(_ entity: Entity) async throws -> Form? {
    try await form(entity, nil)
  }

  /// Returns a form as it was typed, without saving it: for who chose a row on another page.
  ///
  /// The row is the value of the field of its relationship, by ``RowKey/token``. Nil where ``edit(_:of:)``
  /// and ``new(_:)`` are nil, and for a wrong seal.
  public func form(
    typed body: FormBody, key: RowKey?, of entity: Entity
  ) async throws -> Form? {
    try await form(typed: body, key: key, of: entity, names: nil)
  }

  /// The same with some properties of the row only.
  func form(
    typed body: FormBody, key: RowKey?, of entity: Entity, names: [String]?
  ) async throws -> Form? {
    guard let sealed = body["original"],
      let originals = Originals(sealed, with: seal, entity: entity, key: key, user: user)
    else { return nil }
    return try await typedForm(entity, key, originals, body, names: names)
  }

  /// Saves what a browser sent.
  ///
  /// Fields that come back as they were shown are not written, and fields that do not come back stay as
  /// they are. A field that the form did not show refuses the whole.
  ///
  /// - Parameters:
  ///   - body: The fields.
  ///   - key: The row; nil for a new one.
  ///   - entity: The table.
  /// - Returns: How it ended; see ``SaveResult``.
  /// - Throws: `DatabaseError` of GRDB's when the file cannot be read or written.
  public func save(
    _ body: FormBody, key: RowKey?, of entity: Entity
  ) async throws -> SaveResult {
    let sent: SentForm
    switch try await sentForm(body, key: key, of: entity) {
    case .form(let form): sent = form
    case .answer(let answer): return answer
    }
    return try await save(sent, with: []) { commands in
      try await access(for: key).write(commands, in: file)
    }.result
  }

  /// Saves a form together with other rows, all or nothing.
  ///
  /// - Parameters:
  ///   - sent: The form.
  ///   - others: What is written after it; nil where something of that is wrong, so that nothing is written.
  ///   - write: Writes all of it.
  /// - Returns: How it ended for the form, and why others could not be written, by their places.
  /// - Throws: What the closure throws, and as ``save(_:key:of:)``.
  func save(
    _ sent: SentForm, with others: [RowCommand]?,
    _ write: ([RowCommand]) async throws -> BatchResult
  ) async throws -> (result: SaveResult, others: [Int: WriteResult]) {
    guard sent.reading.problems.isEmpty, let others else {
      return (try await invalid(sent, []), [:])
    }
    switch try await write([sent.command()] + others) {
    case .written(let changes): return (.saved(changes[0]), [:])
    case .rejected(let results):
      let below = results.filter { $0.key > 0 }.map { ($0.key - 1, $0.value) }
      return (
        try await answer(results[0], to: sent), Dictionary(uniqueKeysWithValues: below)
      )
    }
  }

  /// Reads what a browser sent, without writing it.
  func sentForm(
    _ body: FormBody, key: RowKey?, of entity: Entity
  ) async throws -> SentForm.Outcome {
    guard let sealed = body["original"],
      let originals = Originals(sealed, with: seal, entity: entity, key: key, user: user)
    else { return .answer(.wrongSeal) }
    for field in body.fields {
      guard let token = field.name.fieldToken, originals.fields[token] == nil else { continue }
      return .answer(
        .refused(
          AccessNotice(
            key: "isPropertyEditable", subject: entity.name,
            message: "the form did not show the field \(token)")))
    }
    guard access(for: key).canChange(entity) else {
      return .answer(.refused(RowWriter.readOnly(entity)))
    }
    guard
      let form = try await form(entity, key, originals, typed: body, hasOptions: false)
    else { return .answer(.gone(lines(body, originals, entity))) }
    return .form(
      SentForm(
        reading: FormReading(form, body, originals, access.texts), body: body, originals: originals)
    )
  }

  /// What a write that did not succeed means for the page of a form; nil: others stood in the way.
  private func answer(_ result: WriteResult?, to sent: SentForm) async throws -> SaveResult {
    let entity = sent.reading.form.entity
    switch result {
    case nil, .written: return try await invalid(sent, [])
    case .notFound: return .gone(lines(sent.body, sent.originals, entity))
    case .refused(let notice): return .refused(notice)
    case .invalid(let problems): return try await invalid(sent, problems)
    case .conflict(let conflicts):
      return try await conflict(conflicts, sent.body, sent.originals, entity)
    }
  }

  private func invalid(_ sent: SentForm, _ problems: [RowProblem]) async throws -> SaveResult {
    guard let form = try await form(typed: sent, problems) else {
      return .gone(lines(sent.body, sent.originals, sent.reading.form.entity))
    }
    return .invalid(form)
  }

  /// Returns a form as it was typed, with what is wrong with it; nil when the row is gone.
  func form(
    typed sent: SentForm, _ problems: [RowProblem] = [], names: [String]? = nil
  ) async throws -> Form? {
    let key = sent.reading.form.key
    guard
      var form = try await typedForm(
        sent.reading.form.entity, key, sent.originals, sent.body, names: names)
    else { return nil }
    for (token, message) in sent.reading.problems { form.change(token) { $0.error = message } }
    form.add(problems)
    return form
  }

  func typedForm(
    _ entity: Entity, _ key: RowKey?, _ originals: Originals, _ body: FormBody,
    names: [String]? = nil
  ) async throws -> Form? {
    guard var form = try await form(entity, key, originals, typed: body, names: names) else {
      return nil
    }
    var originals = originals
    for field in form.fields where field.isEditable {
      if originals.fields[field.token] == nil {
        // Rules show it since the form was made.
        originals.fields[field.token] = field.shown
      } else {
        form.change(field.token) { $0.show(body) }
      }
    }
    form.original = try originals.sealed(with: seal)
    form.keep(body)
    return form
  }

  /// What was typed, for a form that cannot be shown: labels and texts, in the order of the table.
  ///
  /// With a wrong seal, only of properties that may be seen.
  func typedLines(_ body: FormBody, of entity: Entity) -> [ConflictForm.Line] {
    let keys = [body["original"]].compactMap(\.self)
    let originals = keys.lazy.compactMap { Originals($0, with: seal, of: entity, user: user) }.first
    return lines(body, entity) { token, property in
      originals.map { $0.fields[token] != nil } ?? access.canSee(property)
    }
  }

  // MARK: - Reading

  /// The access with the task of the page.
  func access(for key: RowKey?) -> Access { access.forTask(key == nil ? "new" : "edit") }

  func form(
    _ entity: Entity, _ key: RowKey?, _ originals: Originals? = nil, typed: FormBody? = nil,
    hasOptions: Bool = true, names: [String]? = nil
  ) async throws -> Form? {
    let access = access(for: key)
    let found = try await file.read { connection in
      try FormBuilder(
        entity: entity, key: key, access: access, connection: connection, originals: originals,
        hasOptions: hasOptions, typed: typed, names: names
      ).form()?.form
    }
    return try found.map { originals == nil ? try sealed($0) : $0 }
  }

  /// The row that a form is about, as it would be with what was typed; nil where there is no form.
  func object(typed body: FormBody, key: RowKey?, of entity: Entity) async throws -> RuleRecord? {
    guard let sealed = body["original"],
      let originals = Originals(sealed, with: seal, entity: entity, key: key, user: user)
    else { return nil }
    let access = access(for: key)
    return try await file.read { connection in
      try FormBuilder(
        entity: entity, key: key, access: access, connection: connection, originals: originals,
        hasOptions: false, typed: body
      ).object()
    }
  }

  /// The form with what it shows, sealed.
  func sealed(_ form: Form) throws -> Form {
    var form = form
    let shown = form.fields.filter(\.isEditable).map { ($0.token, $0.shown) }
    form.original = try Originals(
      entity: form.entity, key: form.key, user: user,
      fields: Dictionary(uniqueKeysWithValues: shown)
    ).sealed(with: seal)
    return form
  }

  /// What was typed, for a row that is gone.
  private func lines(
    _ body: FormBody, _ originals: Originals, _ entity: Entity
  ) -> [ConflictForm.Line] {
    lines(body, entity) { token, _ in
      if case .value? = originals.fields[token] { true } else { false }
    }
  }

  private func lines(
    _ body: FormBody, _ entity: Entity, where isKnown: (String, Property) -> Bool
  ) -> [ConflictForm.Line] {
    entity.properties.compactMap { property in
      guard let token = entity.token(of: property), isKnown(token, property),
        let text = body[token], let context = access.context(of: property)
      else { return nil }
      let label = access.answer(
        \.displayNameForProperty, "displayNameForProperty",
        of: "\(entity.name).\(property.name)", in: context, else: property.name)
      return ConflictForm.Line(label: label, text: text)
    }
  }
}
