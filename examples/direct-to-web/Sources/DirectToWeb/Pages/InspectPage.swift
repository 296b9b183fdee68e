import LuaRules

/// The page of the task `inspect`: one row.
struct InspectPage: Sendable {
  let request: PageRequest
  let entity: Entity
  let key: RowKey
  private let context: RuleContext

  init?(_ entity: Entity, _ key: RowKey, _ request: PageRequest) {
    guard let context = request.access.context(of: entity.identifier) else { return nil }
    self.request = request
    self.entity = entity
    self.key = key
    self.context = context
  }

  /// Reads the row and renders it; not found when there is none that may be seen.
  func answer() async throws -> PageAnswer {
    let access = request.access
    // The row decides which properties are shown, so it is read twice where rules look at it.
    let labels = access.labelAttributes(of: entity).map(AttributePath.init)
    let whole = try RowList(entity, columns: labels, through: access)
    guard let found = try await request.file.read({ try whole.row(key, on: $0) }) else {
      return .notFound
    }
    var context = context
    context.object = found.object
    let sections = access.sections(of: entity, in: context)
    let properties = PageProperties(
      sections.flatMap(\.keys), of: entity, in: context, access)
    let list = try RowList(
      entity, columns: properties.columns, relationships: properties.relationships, through: access)
    guard let row = try await request.file.read({ try list.row(key, on: $0) }) else {
      return .notFound
    }
    let lines = properties.all.map { ($0.key, line($0, row)) }
    context.displayNameForObject = request.title(of: found, label: found.values)
    var values: [String: Any] = [:]
    values["listHref"] = request.addresses.list(entity)
    values["entityTitle"] = request.displayName(of: entity)
    let inlines = Inlines(entity, key, in: context, request)
    let related = related(properties, inlines)
    // These stand below as tables.
    let below = Set((inlines.groups.map(\.relationship) + related.map(\.relationship)).map(\.name))
    values["sections"] = sections.compactMap { section -> [String: Any]? in
      let lines = section.keys.filter { !below.contains($0) }.compactMap { key in
        lines.first { $0.0 == key }?.1
      }
      return lines.isEmpty ? nil : ["heading": section.heading.orFalse, "lines": lines]
    }
    values["editHref"] = access.canEdit(row) ? request.addresses.row(entity, key, "edit") : false
    let canDelete = access.canDelete(row)
    let stops = canDelete ? try await DeletePage.stops(entity, key, request) : nil
    values["deleteHref"] =
      canDelete && stops == nil ? request.addresses.row(entity, key, "delete") : false
    values["deleteStops"] = stops.orFalse
    values["copyHref"] =
      access.canInsert(entity)
      ? request.addresses.new(entity, [("copy", key.token)]) : false as Any
    values["historyHref"] =
      request.history == nil ? false : request.addresses.row(entity, key, "history")
    var tables = try await inlines.tables()
    for table in related {
      // One without rows is there only for who may add one.
      guard let values = try await table.values(),
        values["hasRows"] as? Bool == true || values["addHref"] is String
      else { continue }
      tables.append(values)
    }
    values["inlines"] = tables
    let actions = access.forTask(Access.actionTask).actions(of: row)
    values["hasRowActions"] = !actions.isEmpty
    values["rowActions"] = request.values(of: actions)
    values["rowToken"] = key.token
    values["actHref"] = request.addresses.act(entity)
    values["pageWhy"] = request.why(.page, entity, row: key)
    values["editWhy"] = request.why(.edit, entity, row: key)
    values["deleteWhy"] = request.why(.delete, entity, row: key)
    return request.html(values, in: context, of: entity)
  }

  /// The to-many relationships that are shown as tables: those of the page that are no `inlines`.
  private func related(_ properties: PageProperties, _ inlines: Inlines) -> [RelatedTable] {
    let shown = Set(inlines.groups.map(\.relationship))
    return properties.all.compactMap { property in
      guard let relationship = property.relationship, relationship.kind != .toOne,
        !shown.contains(relationship)
      else { return nil }
      let limit = request.ask(
        \.relatedRows, "relatedRows", of: "\(entity.name).\(property.key)", in: property.context,
        else: 0)
      return limit < 1
        ? nil
        : RelatedTable(
          request: request, owner: entity, key: key, relationship: relationship,
          limit: min(limit, Inlines.mostRows))
    }
  }

  /// What the template of a line reads; nil for an empty property that is left out.
  private func line(_ property: PageProperty, _ row: RowList.Row) -> CellLine? {
    let cell = request.cell(property, of: row, request.access, limit: ShownValue.pageLimit)
    let subject = "\(entity.name).\(property.key)"
    if cell.isEmpty,
      request.ask(
        \.hideEmptyProperty, "hideEmptyProperty", of: subject, in: property.context, else: true)
    {
      return nil
    }
    var values: [String: Any] = [:]
    values["label"] = request.label(of: property, entity)
    values["why"] = request.why(.line, entity, property: property.key, row: key)
    values["rowComponent"] = request.template(
      request.ask(
        \.rowComponent, "rowComponent", of: subject, in: property.context, else: "RowNameValue"),
      "rowComponent", of: subject, else: "RowNameValue")
    return CellLine(cell: cell, values: values)
  }
}
