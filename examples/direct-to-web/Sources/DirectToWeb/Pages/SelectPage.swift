import LuaRules

/// The page of the task `select`: the row for a relationship, where a list in the form would be too long.
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
    guard let relationship = entity.relationship(name), relationship.kind == .toOne,
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
    guard let token = entity.token(of: .relationship(relationship)) else { return .notFound }
    let access = request.access
    let search = body["q"] ?? ""
    let position =
      body["after"].flatMap(Cursor.init(token:)).map(Page.Position.after)
      ?? body["before"].flatMap(Cursor.init(token:)).map(Page.Position.before) ?? .first
    let labels = access.labelAttributes(of: other).map(AttributePath.init)
    let searchKeys = request.ask(\.searchKeys, "searchKeys", of: other.name, in: context, else: [])
    let owner = try await owner()
    let list = try RowList(
      other, columns: labels, rule: access.choices(of: relationship, for: owner), search: search,
      in: request.seenPaths(searchKeys, other), sort: labels.map { SortTerm($0) }, through: access)
    let (page, count) = try await request.file.read {
      (try list.page(position, size: Self.size, on: $0), try list.count(on: $0))
    }
    let own: Set = ["q", "after", "before"]
    let kept = body.fields.filter { !own.contains($0.name) && $0.name != token }
    let chosen = body[token]
    var values: [String: Any] = [:]
    values["title"] = "Choose: \(request.displayName(of: other))"
    values["navigationBarTitle"] = values["title"]
    values["ownerTitle"] = request.displayName(of: entity)
    values["countText"] = count.text
    values["query"] = search
    values["keptFields"] = kept.map { ["name": $0.name, "value": $0.value] }
    values["chosen"] = chosen.map { ["name": token, "value": $0] }.orFalse
    values["field"] = token
    values["selfHref"] = request.addresses.select(entity, key, relationship)
    values["selectHref"] =
      (key.map { request.addresses.row(entity, $0, "edit") } ?? request.addresses.new(entity))
      + "?typed=1"
    values["cancelHref"] =
      key.map { request.addresses.row(entity, $0, "edit") }
      ?? request.addresses.new(entity)
    values["noSelection"] =
      relationship.isMandatory
      ? false : ["text": "– none –", "isChosen": chosen == ""] as [String: Any]
    values["rows"] = page.rows.compactMap { row -> [String: Any]? in
      guard let token = row.key?.token else { return nil }
      return [
        "token": token, "text": request.title(of: row, label: row.values),
        "isChosen": token == chosen,
      ]
    }
    values["previous"] = (page.previous?.token).orFalse
    values["next"] = (page.next?.token).orFalse
    return request.html(values, in: context, of: other)
  }

  private func owner() async throws -> RowList.Row? {
    guard let key else { return nil }
    let list = try RowList(entity, through: request.access)
    return try await request.file.read { try list.row(key, on: $0) }
  }
}
