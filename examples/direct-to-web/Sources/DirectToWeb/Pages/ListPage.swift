import LuaRules

/// The page of the task `list`.
struct ListPage: Sendable {
  /// Up to this number the rows of a list are counted.
  static let mostCounted = 100_000

  let request: PageRequest
  let entity: Entity
  let context: RuleContext
  let state: ListState
  let properties: [PageProperty]
  let list: RowList
  private let totals: ListTotals
  private let label: Range<Int>
  let size: Int
  let usualSize: Int
  private let editing: ListEditing?
  /// Those of all rows.
  private let texts: PageTexts

  /// Prepares the page; nil for a table whose rows nobody may ask for.
  init?(_ entity: Entity, _ request: PageRequest) throws {
    guard let context = request.access.context(of: entity.identifier) else { return nil }
    self.request = request
    self.entity = entity
    self.context = context
    texts = request.texts(in: context)
    state = ListState(request.items, in: request.model)
    let keys = ListColumns(entity, state, in: context, request).shown
    var properties = PageProperties(keys, of: entity, in: context, request.access)
    label = properties.read(request.access.labelAttributes(of: entity).map(AttributePath.init))
    totals = ListTotals(entity, &properties, in: context, request)
    self.properties = properties.all
    list = try request.list(
      entity, state, columns: properties.columns, relationships: properties.relationships,
      in: context)
    usualSize = request.pageSize(entity, context)
    size = state.size ?? usualSize
    editing = ListEditing(entity, self.properties, request)
  }

  /// Saves what was typed into the rows, and shows the list again.
  func save(_ body: FormBody) async throws -> PageAnswer {
    guard let editing else { return .notFound }
    switch try await editing.save(body) {
    case .saved(let count):
      let items = request.items.map { ($0.name, $0.value) }
      let texts = request.texts
      let text =
        count == 0
        ? texts["nothingChanged"]
        : texts["savedRows", ["count": RowCount.exactly(count).text(texts)]]
      return .redirect(request.addresses.list(entity, items), note: PageNote(text: text))
    case .refused(let forms, let problems):
      return try await answer(typed: forms, problems: problems, status: 422)
    case .answer(let answer): return answer
    }
  }

  /// Reads the rows and renders them.
  ///
  /// - Parameters:
  ///   - typed: Forms with what was typed, by key.
  ///   - problems: Why they were not saved, where no field tells.
  ///   - status: The status of HTTP.
  /// - Returns: The page.
  /// - Throws: What reading the file throws.
  func answer(
    typed: [RowKey: Form] = [:], problems: [String] = [], status: Int = 200
  ) async throws -> PageAnswer {
    let (list, totals, position, size) = (list, totals, state.position, size)
    let (page, counted, before, sums) = try await request.file.read { connection in
      let page: RowList.Page
      do {
        page = try list.page(position, size: size, on: connection)
      } catch let error as DirectToWebError where error.code == .invalidQuery {
        // A cursor of another list: the first page.
        page = try list.page(size: size, on: connection)
      }
      return (
        page, try list.count(upTo: Self.mostCounted, on: connection),
        try list.count(before: page, on: connection), try totals.read(list, page, on: connection)
      )
    }
    var values: [String: Any] = [:]
    // Counting may have taken too long where reading did not.
    let isAll = page.previous == nil && page.next == nil
    let count = isAll ? RowCount.exactly(page.rows.count) : counted
    values["countText"] = count.text(request.texts)
    let filterProblems = filterProblems
    values["filterProblems"] =
      filterProblems.isEmpty ? false : ["items": filterProblems] as [String: Any]
    values["query"] = state.search
    values["listHref"] = request.addresses.list(entity)
    values["keptFields"] = hidden(state.items().filter { $0.0 != "q" })
    values["tools"] = tools
    let chips = try await filters.chips()
    values["chips"] = chips
    values["hasChips"] = !chips.isEmpty
    values["viewsOf"] = "\(context.database.name) \(entity.name)"
    values.merge(try await panel()) { _, new in new }
    values["restriction"] = try await restriction.orFalse
    values["hasRows"] = !page.rows.isEmpty
    values["emptyListMessage"] =
      state.isRestricted
      ? request.texts["noRowFits"]
      : request.ask(
        \.emptyListMessage, "emptyListMessage", of: entity.name, in: context, else: "")
    values["columns"] = columns
    let forms = try await editing?.forms(of: page.rows.compactMap(\.key)) ?? [:]
    values["canSave"] = !forms.isEmpty
    values["saveHref"] = request.addresses.list(
      entity, request.items.map { ($0.name, $0.value) })
    let shownKeys = Set(page.rows.compactMap(\.key))
    let others = typed.filter { !shownKeys.contains($0.key) }.values.flatMap(\.typedLines)
    values["problems"] =
      status == 200
      ? false
      : ["text": request.texts["nothingSaved"], "items": problems + others.sorted()]
        as [String: Any]
    let canDelete = page.rows.map(request.access.canDelete)
    let acting = request.access.forTask(Access.actionTask)
    let actions = page.rows.map(acting.actions)
    values["canDelete"] = canDelete.contains(true)
    values["batchActions"] = request.values(of: actions.flatMap(\.self).onceByName)
    values["actHref"] = request.addresses.act(entity, state.items() + [("list", "1")])
    values["batchHref"] = request.addresses.batch(entity, state.items())
    values["changeHref"] = request.addresses.change(entity, state.items())
    let canEdit = page.rows.map(request.access.canEdit)
    values["canChange"] = canEdit.contains(true)
    let canPick = zip(zip(canDelete, canEdit), actions).map { $0.0 || $0.1 || !$1.isEmpty }
    let canBatch = canPick.contains(true)
    values["canBatch"] = canBatch
    values["matchText"] = matchText(page, count)
    let pickCount = canBatch ? 1 : 0
    let rows = zip(page.rows, canPick).map { row, canPick in
      let form = row.key.flatMap { typed[$0] ?? forms[$0] }
      return (row, self.values(of: row, canPick: canPick, canBatch: canBatch, form))
    }
    values["groups"] = totals.groups(rows, sums, pickCount: pickCount)
    values["totals"] = totals.foot(sums, pickCount: pickCount)
    values["totalsNote"] = totals.note(sums).orFalse
    values["exports"] = exports
    values["newHref"] = newHref.orFalse
    values["importHref"] =
      ImportPage(entity, request) == nil ? false : request.addresses.importing(entity) as Any
    values["newTitle"] = request.texts["new"]
    values["pageWhy"] = request.why(.page, entity)
    values["newWhy"] = request.why(.new, entity)
    let links = pages(page, before: before, count: count)
    values["above"] = NamedValues(links.merging(["sizes": sizes]) { $1 })
    let isWhole = page.previous == nil && page.next == nil
    values["below"] =
      isWhole
      ? false
      : NamedValues(
        links.merging(["sizes": false, "navigationLabel": request.texts["pagesBelow"]]) { $1 })
        as Any
    return request.html(values, in: context, of: entity, status: status)
  }

  // MARK: - Rows

  private func values(
    of row: RowList.Row, canPick: Bool, canBatch: Bool, _ form: Form?
  ) -> NamedValues {
    let title = request.title(of: row, label: row.values[label])
    let href = rowHref(row)
    let labelled = labelledColumn
    let openHref = labelled == nil ? href : nil
    let cells = properties.enumerated().map { index, property in
      var cell = request.cell(property, of: row, request.access)
      if index == labelled { cell.href = href }
      cell.why = request.whyHref(.cell, entity, property: property.key, row: row.key)
      return cell
    }
    var shown: [any TemplateValues] = cells
    if let form, let key = row.key {
      for (index, property) in properties.enumerated() {
        if let field = field(property, form, key, title) { shown[index] = field }
      }
    }
    let html = form == nil ? request.templates.html(cells) : nil
    return NamedValues([
      "class": "", "token": canPick ? (row.key?.token).orFalse : false,
      "pickLabel": texts["chooseRow", ["title": title]], "cells": shown, "isRendered": html != nil,
      "cellsHTML": html as Any, "texts": texts, "canBatch": canBatch,
      "openHref": openHref.orFalse,
      "openLabel": texts["openRow", ["title": title]],
      "editWhy": request.why(.edit, entity, row: row.key), "editHref": editHref(row).orFalse,
      "editLabel": texts["editRow", ["title": title]], "original": form?.original ?? false,
      "originalName": row.key.map { Forms.prefix(ListEditing.group, $0) + "original" } ?? "",
    ])
  }

  /// The field of a column in a row; nil where the column is only shown.
  private func field(
    _ property: PageProperty, _ form: Form, _ key: RowKey, _ title: String
  ) -> NamedValues? {
    guard let attribute = property.attribute, property.path?.steps.isEmpty == true,
      let field = form.fields.first(where: { $0.property == .attribute(attribute) }),
      field.isEditable
    else { return nil }
    var values = field.templateValues(
      request.texts, selectHref: nil, prefix: Forms.prefix(ListEditing.group, key))
    values["component"] = request.template(
      field.component, "component", of: "\(entity.name).\(property.key)", else: FormField.fixed)
    values["label"] = "\(field.label): \(title)"
    values["cell"] = "ListCellEdit"
    return NamedValues(values)
  }

  /// The column whose cells lead to the page of the row: that of the label; nil when it is not shown.
  private var labelledColumn: Int? {
    let names = request.access.labelAttributes(of: entity)
    return properties.firstIndex { property in
      property.path?.steps.isEmpty == true
        && property.attribute.map { names.contains($0) } ?? false
    }
  }

  /// Where a click on a row leads: to the task that `nextTask` names.
  private func rowHref(_ row: RowList.Row) -> String? {
    guard let key = row.key else { return nil }
    var context = context
    context.object = row.object
    let task = request.ask(\.nextTask, "nextTask", of: entity.name, in: context, else: "inspect")
    if task == "edit", request.access.canEdit(row) {
      return request.addresses.row(entity, key, "edit")
    }
    return request.addresses.row(entity, key)
  }

  private func editHref(_ row: RowList.Row) -> String? {
    guard let key = row.key, request.access.canEdit(row) else { return nil }
    return request.addresses.row(entity, key, "edit")
  }
}

extension [RowAction] {
  /// The first action of each name.
  fileprivate var onceByName: [RowAction] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
}

extension Form {
  /// What stands in the fields of a row that is not on the page any more, for copying.
  fileprivate var typedLines: [String] {
    fields.filter(\.isEditable).map {
      "\(entity.displayName) \(key?.token ?? ""), \($0.label): \($0.displayText)"
    }
  }
}
