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
    guard let sealed = body["original"],
      let originals = Originals(sealed, with: seal, entity: entity, key: key, user: user)
    else { return nil }
    return try await typedForm(entity, key, originals, body)
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
    guard let sealed = body["original"],
      let originals = Originals(sealed, with: seal, entity: entity, key: key, user: user)
    else { return .wrongSeal }
    for field in body.fields {
      guard let token = field.name.fieldToken, originals.fields[token] == nil else { continue }
      return .refused(
        AccessNotice(
          key: "isPropertyEditable", subject: entity.name,
          message: "the form did not show the field \(token)"))
    }
    let access = access(for: key)
    guard access.canChange(entity) else { return .refused(RowWriter.readOnly(entity)) }
    guard let form = try await form(entity, key, originals, hasOptions: false) else {
      return .gone(lines(body, originals, entity))
    }
    let reading = FormReading(form, body)
    guard reading.problems.isEmpty else {
      return try await invalid(reading, body, originals, [])
    }
    return try await write(reading, body, originals)
  }

  private func write(
    _ reading: FormReading, _ body: FormBody, _ originals: Originals
  ) async throws -> SaveResult {
    let entity = reading.form.entity
    let access = access(for: reading.form.key)
    let result: WriteResult
    if let key = reading.form.key {
      result = try await access.update(
        ShownRow(key, values: originals.values(of: entity)), of: entity, with: reading.edit,
        in: file)
    } else {
      result = try await access.insert(into: entity, reading.edit, in: file)
    }
    switch result {
    case .written(let changes): return .saved(changes)
    case .notFound: return .gone(lines(body, originals, entity))
    case .refused(let notice): return .refused(notice)
    case .invalid(let problems): return try await invalid(reading, body, originals, problems)
    case .conflict(let conflicts): return try await conflict(conflicts, body, originals, entity)
    }
  }

  private func invalid(
    _ reading: FormReading, _ body: FormBody, _ originals: Originals, _ problems: [RowProblem]
  ) async throws -> SaveResult {
    let entity = reading.form.entity
    guard var form = try await typedForm(entity, reading.form.key, originals, body) else {
      return .gone(lines(body, originals, entity))
    }
    for (token, message) in reading.problems { form.change(token) { $0.error = message } }
    form.add(problems)
    return .invalid(form)
  }

  private func typedForm(
    _ entity: Entity, _ key: RowKey?, _ originals: Originals, _ body: FormBody
  ) async throws -> Form? {
    guard var form = try await form(entity, key, originals, typed: body) else { return nil }
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
    return form
  }

  // MARK: - Reading

  /// The access with the task of the page.
  func access(for key: RowKey?) -> Access { access.forTask(key == nil ? "new" : "edit") }

  func form(
    _ entity: Entity, _ key: RowKey?, _ originals: Originals? = nil, typed: FormBody? = nil,
    hasOptions: Bool = true
  ) async throws -> Form? {
    let access = access(for: key)
    let found = try await file.read { connection in
      try FormBuilder(
        entity: entity, key: key, access: access, connection: connection, originals: originals,
        hasOptions: hasOptions, typed: typed
      ).form()?.form
    }
    guard var form = found else { return nil }
    if originals == nil {
      let shown = form.fields.filter(\.isEditable).map { ($0.token, $0.shown) }
      form.original = try Originals(
        entity: entity, key: key, user: user, fields: Dictionary(uniqueKeysWithValues: shown)
      ).sealed(with: seal)
    }
    return form
  }

  /// What was typed, for a row that is gone.
  private func lines(
    _ body: FormBody, _ originals: Originals, _ entity: Entity
  ) -> [ConflictForm.Line] {
    entity.properties.compactMap { property in
      guard let token = entity.token(of: property), case .value? = originals.fields[token],
        let text = body[token], let context = access(for: originals.key).context(of: property)
      else { return nil }
      let label = access.answer(
        \.displayNameForProperty, "displayNameForProperty",
        of: "\(entity.name).\(property.name)", in: context, else: property.name)
      return ConflictForm.Line(label: label, text: text)
    }
  }
}

/// What a body says about the fields of a form.
struct FormReading {
  let form: Form
  var edit = RowEdit()
  /// What is wrong, by token.
  var problems: [String: String] = [:]

  init(_ form: Form, _ body: FormBody) {
    self.form = form
    for field in form.fields + form.otherFields where field.isEditable {
      do throws(FieldFormat.Fault) {
        let input = try field.input(body)
        if let message = field.objection(to: input) {
          problems[field.token] = message
        } else {
          add(input, of: field.property)
        }
      } catch {
        problems[field.token] = error.message
      }
    }
  }

  private mutating func add(_ input: FormField.Input, of property: Property) {
    switch (input, property) {
    case (.value(let value), .attribute(let attribute)): edit.values[attribute.identifier] = value
    case (.row(let key), .relationship(let relationship)):
      edit.references[relationship] = .some(key)
    case (.links(let links), .relationship(let relationship)): edit.links[relationship] = links
    default: break
    }
  }
}

extension String {
  /// The token of a field, of the name of an input: `f3` of `f3`, `f3[]`, `f3.null` and `f3.pick`.
  var fieldToken: String? {
    var stem = self[...]
    for suffix in ["[]", ".null", ".pick"] where stem.hasSuffix(suffix) {
      stem = stem.dropLast(suffix.count)
      break
    }
    let digits = stem.dropFirst().utf8
    guard stem.utf8.first == UInt8(ascii: "f"), !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(stem)
  }
}
