import LuaRules

/// The page of the task `select`: the row, or the rows, for a relationship, where a list in the form would be too
/// long.
///
/// All fields of the form travel with it, so that nothing typed is lost.
struct SelectPage: Sendable {
  private static let size = 30

  let request: PageRequest
  let entity: Entity
  let key: RowKey?
  let relationship: Relationship
  private let other: Entity
  private let context: RuleContext

  /// Prepares the page; nil for a relationship that may not be seen.
  init?(_ entity: Entity, _ key: RowKey?, _ name: String, _ request: PageRequest) {
    guard let relationship = entity.relationship(name), relationship.kind != .toMany,
      let other = request.model.destination(of: relationship),
      request.access.canSee(relationship),
      let context = request.access.context(of: other.identifier)
    else { return nil }
    self.request = request
    self.entity = entity
    self.key = key
    self.relationship = relationship
    self.other = other
    self.context = context
  }

  /// Shows the rows that may be chosen.
  ///
  /// The body has the fields of the form, with `q` for a search and `after` or `before` for a place.
  func answer(_ body: FormBody) async throws -> PageAnswer {
    guard let token = entity.token(of: .relationship(relationship)).map({ prefix + $0 }) else {
      return .notFound
    }
    let access = request.access
    let search = body["q"] ?? ""
    let position =
      body["after"].flatMap(Cursor.init(token:)).map(Page.Position.after)
      ?? body["before"].flatMap(Cursor.init(token:)).map(Page.Position.before) ?? .first
    let labels = access.labelAttributes(of: other).map(AttributePath.init)
    let searchKeys = request.ask(\.searchKeys, "searchKeys", of: other.name, in: context, else: [])
    let owner = try await owner(body)
    let list = try RowList(
      other, columns: labels, rule: access.choices(of: relationship, for: owner), search: search,
      in: request.seenPaths(searchKeys, other), sort: labels.map { SortTerm($0) }, through: access)
    let (page, count) = try await request.file.read {
      (try list.page(position, size: Self.size, on: $0), try list.count(on: $0))
    }
    // Of many rows each is a field of its own.
    let isMany = relationship.kind == .manyToMany
    let field = isMany ? token + "[]" : token
    let own: Set = ["q", "after", "before"]
    let kept = body.fields.filter { !own.contains($0.name) && $0.name != field }
    let chosen = Set(body.values(field))
    let onPage = Set(page.rows.compactMap(\.key?.token))
    // One without a text tells the form that the field was there.
    let elsewhere = isMany ? chosen.subtracting(onPage).union([""]).sorted() : []
    var values: [String: Any] = [:]
    values["title"] = request.texts["chooseFor", ["table": request.displayName(of: other)]]
    values["navigationBarTitle"] = values["title"]
    values["ownerTitle"] = request.displayName(of: entity)
    values["countText"] = count.text(request.texts)
    values["query"] = search
    values["keptFields"] =
      kept.map { ["name": $0.name, "value": $0.value] }
      + elsewhere.map { ["name": field, "value": $0] }
    values["field"] = field
    values["isMany"] = isMany
    values["selfHref"] =
      request.addresses.select(entity, key, relationship)
      + Addresses.query(request.items.map { ($0.name, $0.value) })
    values["selectHref"] = formHref + "?typed=1"
    values["cancelHref"] = formHref
    values["noSelection"] =
      isMany || relationship.isMandatory
      ? false
      : ["text": request.texts["chooseNone"], "isChosen": chosen.contains("")] as [String: Any]
    values["rows"] = page.rows.compactMap { row -> [String: Any]? in
      guard let key = row.key, !key.isRowID else { return nil }
      let token = key.token
      return [
        "token": token, "text": request.title(of: row, label: row.values),
        "isChosen": chosen.contains(token),
      ]
    }
    values["previous"] = (page.previous?.token).orFalse
    values["next"] = (page.next?.token).orFalse
    return request.html(values, in: context, of: other)
  }

  /// What stands before the names of the fields, where the row is one of several in a form.
  private var prefix: String { request.item("prefix") ?? "" }

  /// The page of the form: that of the row itself, or of the row whose form has it.
  private var formHref: String {
    let owner = request.item("owner").flatMap { String(pathToken: $0) }
      .flatMap { try? request.model.entity(named: $0) }
    let key = owner == nil ? key : request.item("ownerKey").flatMap(RowKey.init(token:))
    let entity = owner ?? entity
    return key.map { request.addresses.row(entity, $0, "edit") } ?? request.addresses.new(entity)
  }

  /// The row where the relationship begins, with what was typed.
  private func owner(_ body: FormBody) async throws -> RuleRecord? {
    try await request.forms
      .object(typed: body.part(prefix), key: key, of: entity)
  }
}
