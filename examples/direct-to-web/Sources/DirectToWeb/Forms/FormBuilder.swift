import LuaRules

/// Makes the fields of a form, as rules tell, inside of a transaction that reads.
struct FormBuilder {
  let entity: Entity
  /// The row; nil for a new one.
  let key: RowKey?
  /// With the task `edit` or `new`.
  let access: Access
  let connection: Connection
  /// What an earlier page showed; nil for the first one.
  let originals: Originals?
  /// Whether options are read.
  let hasOptions: Bool
  /// What was typed into an earlier page.
  let typed: FormBody?
  /// The properties of the form; nil: those of `displayPropertyKeys`.
  var names: [String]? = nil
  /// The row and all its values, where they are read already.
  var known: (row: RowList.Row, stored: [Identifier: Value])? = nil

  /// Makes the fields; rules see the row as it would be with what was typed, only rights see it as it is.
  ///
  /// - Returns: Nil when there is no such row, or it may not be seen or changed.
  func form() throws -> (form: Form, row: RowList.Row?)? {
    guard access.canChange(entity) else { return nil }
    let row =
      try known?.row
      ?? key.flatMap {
        try RowList(entity, through: access).row($0, on: connection)
      }
    // Who may not change the row now gets no form; what was sent is refused when it is written.
    if key != nil && (row.map(access.canEdit) != true && originals == nil) { return nil }
    if key != nil && row == nil { return nil }
    guard var context = access.context(of: entity.identifier) else { return nil }
    let stored = try stored(row)
    let becoming = try becoming(stored)
    let object = try access.record(of: entity, becoming)
    context.object = object
    let sections =
      names.map { [PageSection(keys: $0)] } ?? access.sections(of: entity, in: context)
    func field(_ property: Property) throws -> FormField? {
      try self.field(property, row, stored, becoming, object)
    }
    var form = Form(entity, key: key)
    form.isLocked = row.map { !access.canEdit($0) } ?? false
    var seen: Set<Property> = []
    for section in sections {
      var shown = Form.Section(heading: section.heading ?? "")
      for name in section.keys {
        guard let property = entity.property(name) else {
          access.refuseProperty("\(entity.name).\(name)")
          continue
        }
        // What may not be seen is left out without a word, as in lists.
        guard access.canSee(property) else { continue }
        guard seen.insert(property).inserted, let field = try field(property) else { continue }
        shown.fields.append(field)
      }
      form.sections.append(shown)
    }
    form.sections.removeAll { $0.fields.isEmpty }
    let watched = Set(form.fields.flatMap(\.dependsOn))
    for field in form.fields where field.isEditable && watched.contains(field.property.name) {
      form.change(field.token) { $0.isWatched = true }
    }
    for token in originals?.fields.keys.sorted() ?? [] {
      guard let property = entity.property(token: token), !seen.contains(property),
        let field = try field(property)
      else { continue }
      form.otherFields.append(field)
    }
    return (form, row)
  }

  /// The values of the row, or those that rules give a new one.
  private func stored(_ row: RowList.Row?) throws -> [Identifier: Value] {
    if let known { return known.stored }
    let writer = RowWriter(entity: entity, access: access, connection: connection)
    do {
      if let key, row != nil { return try writer.stored(key) ?? [:] }
      return try writer.initialValues()
    } catch is Rejected {
      // The save will be refused, and say why.
      return [:]
    }
  }

  /// The row as it would be with what was typed; nil when there is none, or it may not be seen.
  func object() throws -> RuleRecord? {
    let row = try key.flatMap { try RowList(entity, through: access).row($0, on: connection) }
    if key != nil && row == nil { return nil }
    return try access.record(of: entity, try becoming(try stored(row)))
  }

  /// The values of the row as it would be with what was typed, as far as that can be read.
  private func becoming(_ stored: [Identifier: Value]) throws -> [Identifier: Value] {
    guard let typed, let originals else { return stored }
    var values = stored
    let object = try access.record(of: entity, stored)
    for (token, shown) in originals.fields.sorted(by: { $0.key < $1.key }) {
      guard let property = entity.property(token: token), let text = typed[token] else { continue }
      switch (property, shown) {
      case (.attribute(let attribute), .value(let before)):
        guard var context = access.context(of: attribute) else { continue }
        context.object = object
        let format = try format(attribute, component(context), stored)
        let isBoxed = typed["\(token).null"] != nil && (text.isEmpty || !before.isNull)
        if isBoxed || (text.isEmpty && format != .text) {
          values[attribute.identifier] = .null
        } else if format.text(of: before).map({ format.isSame(text, $0) }) != true,
          // What cannot be read changes nothing yet; the save will say so.
          let value = try? format.value(of: text, like: before)
        {
          values[attribute.identifier] = value
        }
      case (.relationship(let relationship), .reference(let option, _)):
        if text.hasSameBytes(as: option) { continue }
        let target = try RowKey(token: text).flatMap {
          try RowWriter(entity: entity, access: access, connection: connection)
            .target(relationship, $0)
        }
        if let target {
          for (column, value) in zip(relationship.columns, target) {
            values[column.own.identifier] = value
          }
        } else {
          for column in entity.columnsToClear(relationship) { values[column] = .null }
        }
      default: break
      }
    }
    return values
  }

  // MARK: - Fields

  private func field(
    _ property: Property, _ row: RowList.Row?, _ stored: [Identifier: Value],
    _ becoming: [Identifier: Value], _ object: RuleRecord
  ) throws -> FormField? {
    guard let token = entity.token(of: property), var context = access.context(of: property) else {
      return nil
    }
    let canEdit = access.canEdit(property, of: row)
    let wasShown = originals?.fields[token] != nil
    if row == nil && !canEdit && !wasShown { return nil }
    context.object = object
    if case .attribute(let attribute) = property, let value = becoming[attribute.identifier],
      attribute.kind != .blob, !attribute.isSecret
    {
      context.propertyValue = value.lua
    }
    var field: FormField
    switch property {
    case .attribute(let attribute):
      let component = component(context)
      let format = try format(attribute, component, stored)
      let isFile = attribute.kind == .blob && !attribute.isSecret && component == FormField.file
      field = FormField(
        property, token: token,
        shown: isFile && originals?.fields[token] == nil
          ? .bytes : shown(attribute, token, stored, format))
      field.format = format
      if isFile {
        field.text = (stored[attribute.identifier] ?? .null).displayText(isSecret: false)
      }
    case .relationship(let relationship):
      guard relationship.kind != .toMany else { return nil }
      let picker = Picker(
        relationship: relationship, builder: self, owner: object,
        before: try access.record(of: entity, stored))
      field = FormField(
        property, token: token,
        shown: try originals?.fields[token] ?? picker.shown(stored))
      if hasOptions { try picker.fill(&field, none: noSelection(context)) }
    }
    field.isEditable = canEdit || wasShown
    ask(&field, context)
    field.fill(isNew: key == nil)
    return field
  }

  private func shown(
    _ attribute: Attribute, _ token: String, _ stored: [Identifier: Value],
    _ format: FieldFormat
  ) -> FormField.Shown {
    if let shown = originals?.fields[token] { return shown }
    if let value = stored[attribute.identifier] { return .value(value) }
    // An empty text gives the default, the box gives NULL.
    let hasDefault = key == nil && attribute.defaultSQL != nil
    return .value(hasDefault && format == .text ? "" : .null)
  }

  private func component(_ context: RuleContext) -> String {
    access.answer(
      \.component, "component", of: "\(entity.name).\(context.propertyKey)", in: context,
      else: FormField.fixed)
  }

  private func noSelection(_ context: RuleContext) -> String {
    access.answer(
      \.noSelectionString, "noSelectionString", of: entity.name, in: context, else: "")
  }

  private func ask(_ field: inout FormField, _ context: RuleContext) {
    let subject = "\(entity.name).\(field.property.name)"
    func ask<Answer: Sendable>(
      _ path: KeyPath<RuleContext, Answer>, _ key: String, else refusal: Answer
    ) -> Answer {
      access.answer(path, key, of: subject, in: context, else: refusal)
    }
    field.component = component(context)
    field.rowComponent = ask(\.rowComponent, "rowComponent", else: "RowLabelField")
    field.label = ask(\.displayNameForProperty, "displayNameForProperty", else: "")
    field.hint = ask(\.hint, "hint", else: "")
    field.style = ask(\.`class`, "class", else: "")
    field.dependsOn = ask(\.dependsOn, "dependsOn", else: [])
    field.isRequired = ask(\.isRequired, "isRequired", else: false)
    field.isMarked =
      field.isRequired && ask(\.displayRequiredMarker, "displayRequiredMarker", else: true)
    field.minimum = ask(\.minimum, "minimum", else: nil)
    field.maximum = ask(\.maximum, "maximum", else: nil)
    field.maximumLength = ask(\.maximumLength, "maximumLength", else: nil)
    if field.shown == .bytes {
      field.maximumSize = ask(\.maximumFileSize, "maximumFileSize", else: 0)
      field.fileTypes = ask(\.fileTypes, "fileTypes", else: [])
    }
    if hasOptions, case .attribute(let attribute) = field.property {
      field.addOptions(attribute, none: noSelection(context), access.texts)
    }
  }

  // MARK: - Formats

  private func format(
    _ attribute: Attribute, _ component: String, _ stored: [Identifier: Value]
  ) throws -> FieldFormat {
    switch component {
    case "EditNumber" where ![.integer, .number].contains(attribute.kind): return .decimal
    case "EditBool": return .boolean(try booleanForm(attribute, stored))
    case "EditDate": return .moment(.date)
    case "EditTime": return .moment(.time)
    case "EditTimestamp":
      return try numberedTime(attribute, stored).map(FieldFormat.numberedTime)
        ?? (attribute.kind.isNumber ? number(attribute) : .moment(.timestamp))
    case "EditEnumeration" where attribute.allowedValues != nil: return .choice
    default: break
    }
    switch attribute.kind {
    case .text, .longText, .any, .blob: return .text
    case .json: return .json
    case .integer, .number, .decimal: return number(attribute)
    case .boolean: return .boolean(try booleanForm(attribute, stored))
    case .date: return .moment(.date)
    case .time: return .moment(.time)
    case .timestamp: return .moment(.timestamp)
    }
  }

  private func number(_ attribute: Attribute) -> FieldFormat {
    switch attribute.kind {
    case .integer: .integer
    case .number: .number
    default: .decimal
    }
  }

  /// How the column counts time: in this row, or in another row that may be seen; nil: it does not.
  private func numberedTime(
    _ attribute: Attribute, _ stored: [Identifier: Value]
  ) throws -> NumberedTime? {
    let value = stored[attribute.identifier] ?? .null
    return NumberedTime(value.isNull ? try otherValue(of: attribute) : value)
  }

  /// The value of a column in any row that has one, and may be seen; else `NULL`.
  private func otherValue(of attribute: Attribute) throws -> Value {
    let path = AttributePath(attribute)
    let list = try RowList(
      entity, columns: [path], where: .not(.isNull(path)), through: access)
    return try list.page(size: 1, on: connection).rows.first?.values.first ?? .null
  }

  /// How the column stores yes and no: in this row, as its `CHECK` tells, or in another row that may be
  /// seen.
  private func booleanForm(
    _ attribute: Attribute, _ stored: [Identifier: Value]
  ) throws -> BooleanForm {
    if let value = stored[attribute.identifier], !value.isNull { return BooleanForm([value]) }
    if let values = attribute.allowedValues { return BooleanForm(values) }
    let other = try otherValue(of: attribute)
    return BooleanForm(other.isNull ? [] : [other])
  }
}
