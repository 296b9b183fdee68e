import LuaRules

/// The rows that the page of another row changes along with it: those at the end of the relationships in
/// the key `inlines`.
struct Inlines: Sendable {
  /// The most rows of one relationship; the others are on a list of their own.
  static let mostRows = 50
  /// How many new rows can be made at once.
  private static let newRows = 3

  /// The rows of one relationship.
  struct Group: Sendable {
    let relationship: Relationship
    let entity: Entity
    /// The way back: the to-one relationship with the same foreign key.
    let back: Relationship
    /// The properties of each row.
    let names: [String]

    /// What stands before the names of the fields.
    var name: String { relationship.token }
  }

  let request: PageRequest
  let owner: Entity
  /// The row; nil for a new one.
  let key: RowKey?
  let groups: [Group]
  private let forms: Forms

  init(_ owner: Entity, _ key: RowKey?, in context: RuleContext, _ request: PageRequest) {
    self.request = request
    self.owner = owner
    self.key = key
    forms = request.forms
    let names = request.ask(\.inlines, "inlines", of: owner.name, in: context, else: [])
    var groups: [Group] = []
    for name in names {
      guard let group = Group(name, of: owner, request),
        !groups.contains(where: { $0.relationship == group.relationship })
      else { continue }
      groups.append(group)
    }
    self.groups = groups
  }

  /// The rows as forms, with some for new rows behind them; and the number of rows, where they are too many.
  func forms(of group: Group) async throws -> (rows: [RowForm], more: RowCount?) {
    var rows: [RowForm] = []
    var more: RowCount?
    if let key {
      let list = try RowList(
        group.entity, sort: [], from: RowList.Start(group.relationship, of: key),
        through: request.access)
      let (page, count) = try await request.file.read {
        (try list.page(size: Self.mostRows, on: $0), try list.count(on: $0))
      }
      if page.next != nil { more = count }
      let deleting = request.access.forTask("confirm")
      let found = try await forms.forms(
        group.entity, page.rows.compactMap(\.key), names: group.names)
      for row in page.rows {
        guard let key = row.key, let form = found[key] else { continue }
        rows.append(
          RowForm(
            prefix: Forms.prefix(group.name, key), form: form, canDelete: deleting.canDelete(row)))
      }
    }
    guard let new = try await forms.form(group.entity, nil, names: group.names) else {
      return (rows, more)
    }
    for number in 1...Self.newRows {
      rows.append(RowForm(prefix: Forms.prefix(group.name, new: number), form: new))
    }
    return (rows, more)
  }

  // MARK: - What a browser sent

  /// What was sent of all rows.
  struct Sent: Sendable {
    /// The rows that were changed, made, or are to be deleted.
    var rows: [SentRow] = []
    var problems: [String] = []

    /// Whether all of it can be written.
    var isSound: Bool {
      problems.isEmpty && rows.allSatisfy { $0.isDeleted || $0.sent.reading.problems.isEmpty }
    }
  }

  /// Reads what was sent; new rows lead to the row of the first command.
  func sent(_ body: FormBody) async throws -> Sent {
    var sent = Sent()
    let found = Forms.rows(in: body)
    if found.contains(where: { row in !groups.contains { $0.name == row.group } }) {
      sent.problems.append(request.texts["rowsNotInForm"])
    }
    for group in groups {
      for (name, prefix, key) in found where name == group.name {
        // A new row has none that were there before.
        guard self.key != nil || key == nil else { continue }
        let part = body.part(prefix)
        let isDeleted = key != nil && part["delete"] != nil
        switch try await forms.sentForm(part, key: key, of: group.entity) {
        case .form(let form) where !isDeleted && form.isUnchanged: continue
        case .form(let form):
          var row = SentRow(prefix: prefix, names: group.names, sent: form)
          row.isDeleted = isDeleted
          if key == nil { row.parent = RowCommand.Parent(0, by: group.back) }
          sent.rows.append(row)
        case .answer(.refused(let notice)): sent.problems.append(notice.description)
        case .answer(.wrongSeal):
          sent.problems.append(request.texts["rowFormTooOld"])
        case .answer:
          sent.problems.append(
            request.texts["rowGone", ["table": request.displayName(of: group.entity)]])
        }
      }
    }
    return sent
  }

  // MARK: - Templates

  /// What the template of a form reads of all groups.
  ///
  /// - Parameters:
  ///   - sent: What was sent and not saved; nil for a page that shows what is stored.
  ///   - results: Why rows could not be written, by their places in `sent`.
  ///   - body: What was typed, also into rows that were not changed; nil for what is stored.
  /// - Returns: A dictionary for each group.
  /// - Throws: What reading the file throws.
  func values(
    _ sent: Sent? = nil, results: [Int: WriteResult] = [:], typed body: FormBody? = nil
  ) async throws -> [[String: Any]] {
    var failed: [String: Form] = [:]
    for (place, row) in (sent?.rows ?? []).enumerated() {
      failed[row.prefix] = try await forms.form(after: results[place], of: row)
    }
    var all: [[String: Any]] = []
    for group in groups {
      var (rows, more) = try await forms(of: group)
      for index in rows.indices {
        let prefix = rows[index].prefix
        if let form = failed[prefix] { rows[index].form = form }
        if failed[prefix] == nil, let part = body?.part(prefix), part["original"] != nil,
          let form = try await forms.form(
            typed: part, key: rows[index].form.key, of: group.entity, names: group.names)
        {
          rows[index].form = form
        }
      }
      all.append(values(group, rows, more, deleted: body))
    }
    return all
  }

  private func values(
    _ group: Group, _ rows: [RowForm], _ more: RowCount?, deleted body: FormBody?
  ) -> [String: Any] {
    let tokens = group.names.compactMap { name in
      group.entity.property(name).flatMap(group.entity.token)
    }.filter { token in rows.contains { $0.form.fields.contains { $0.token == token } } }
    let labels = tokens.map { token in
      rows.lazy.compactMap { $0.form.fields.first { $0.token == token }?.label }.first ?? ""
    }
    return [
      "heading": request.label(of: group.relationship, owner),
      "columns": labels.map { ["label": $0] },
      "moreText": more.map {
        request.texts["allRows", ["count": $0.text(request.texts)]]
      }.orFalse,
      "moreHref": key.map {
        request.addresses.related($0, group.relationship, group.entity)
      }.orFalse,
      "span": String(tokens.count + 1),
      "rows": rows.map { row in
        [
          "cells": tokens.map { cell($0, row, group) },
          "original": row.form.original, "originalName": row.prefix + "original",
          "problem": row.form.problems.isEmpty
            ? false : row.form.problems.joined(separator: " ") as Any,
          "deleteName": row.canDelete ? row.prefix + "delete" as Any : false,
          "isDeleted": body?.part(row.prefix)["delete"] != nil,
          "isNew": row.form.key == nil,
        ] as [String: Any]
      },
    ]
  }

  private func cell(_ token: String, _ row: RowForm, _ group: Group) -> NamedValues {
    guard let field = row.form.fields.first(where: { $0.token == token }) else {
      return NamedValues(["isField": false, "isNull": false, "error": false, "class": ""])
    }
    let selectHref: String? =
      if case .relationship(let relationship) = field.property {
        request.addresses.select(group.entity, row.form.key, relationship)
          + Addresses.query(
            [("prefix", row.prefix), ("owner", owner.token)]
              + (key.map { [("ownerKey", $0.token)] } ?? []))
      } else {
        nil
      }
    var values = field.templateValues(
      request.texts, selectHref: selectHref, prefix: row.prefix)
    values["isField"] = true
    values["component"] = request.template(
      field.component, "component", of: "\(group.entity.name).\(field.property.name)",
      else: FormField.fixed)
    // A new row that nobody fills in is not saved, so the browser may not demand anything of it.
    if row.form.key == nil { values["isRequired"] = false }
    return NamedValues(values)
  }
}

extension Inlines.Group {
  fileprivate init?(_ name: String, of owner: Entity, _ request: PageRequest) {
    let access = request.access
    guard let relationship = owner.relationship(name), relationship.kind == .toMany,
      access.canSee(relationship), let entity = access.model.destination(of: relationship),
      let back = entity.wayBack(of: relationship)
    else {
      access.refuse("inlines", owner.name, "`\(name)` is no relationship to many rows")
      return nil
    }
    guard let context = access.forTask("edit").context(of: entity.identifier) else { return nil }
    let backward = Set(back.columns.map(\.own.name)).union([back.name])
    self.init(
      relationship: relationship, entity: entity, back: back,
      names: access.sections(of: entity, in: context).flatMap(\.keys).filter { name in
        guard !backward.contains(name), let property = entity.property(name) else { return false }
        return if case .relationship(let other) = property { other.kind == .toOne } else { true }
      })
  }
}

extension PageRequest {
  /// The label of a relationship.
  func label(of relationship: Relationship, _ entity: Entity) -> String {
    guard let context = access.context(of: relationship) else { return relationship.displayName }
    return ask(
      \.displayNameForProperty, "displayNameForProperty",
      of: "\(entity.name).\(relationship.name)", in: context, else: relationship.displayName)
  }
}
