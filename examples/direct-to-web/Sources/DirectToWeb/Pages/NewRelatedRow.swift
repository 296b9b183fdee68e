import LuaRules

/// A new row that is made from the form of another row, which it is then chosen in.
///
/// All fields of the first form travel with the second one, so that nothing typed is lost.
struct NewRelatedRow: Sendable {
  /// The field with the fields of the first form.
  static let field = "outer"

  let request: PageRequest
  /// The table of the first form.
  let entity: Entity
  /// The row of the first form; nil for a new one.
  let key: RowKey?
  let relationship: Relationship
  /// What was typed into the first form.
  let outer: FormBody
  /// The table of the new row.
  let other: Entity

  /// Prepares it; nil for a relationship that may not be seen, or whose table gets no rows from this user.
  init?(
    _ entity: Entity, _ key: RowKey?, _ name: String, outer: FormBody, _ request: PageRequest
  ) {
    guard let relationship = entity.relationship(name), relationship.kind != .toMany,
      request.access.canSee(relationship),
      let other = request.model.destination(of: relationship), request.access.canInsert(other)
    else { return nil }
    var request = request
    request.access = request.access.forTask("new")
    self.request = request
    self.entity = entity
    self.key = key
    self.relationship = relationship
    self.outer = outer
    self.other = other
  }

  /// Reads the fields of the first form from one of the second.
  init?(_ entity: Entity, _ key: RowKey?, _ name: String, sent: FormBody, _ request: PageRequest) {
    guard let text = sent[Self.field],
      let outer = try? FormBody(decoding: Array(text.utf8))
    else { return nil }
    self.init(entity, key, name, outer: outer, request)
  }

  /// The form of the new row.
  var page: EditPage? {
    var page = EditPage(other, nil, request)
    page?.origin = self
    return page
  }

  /// The fields of the first form as one text.
  var outerText: String {
    String(Addresses.query(outer.fields.map { ($0.name, $0.value) }).dropFirst())
  }

  /// Where the form of the new row is sent.
  var saveHref: String { request.addresses.add(entity, key, relationship, isSent: true) }

  /// The first form again, with what was typed, and with the new row chosen in it.
  func back(with made: RowKey? = nil) async throws -> PageAnswer {
    var request = request
    request.access = request.access.forTask(key == nil ? "new" : "edit")
    var fields = outer.fields
    if let made, let token = entity.token(of: .relationship(relationship)) {
      if relationship.kind == .manyToMany {
        fields.append(("\(token)[]", made.token))
      } else {
        fields.removeAll { $0.name == token }
        fields.append((token, made.token))
      }
    }
    return try await EditPage(entity, key, request)?.typed(FormBody(fields)) ?? .notFound
  }
}

extension PageRequest {
  /// Where a row is made for a relationship in a form; nil where the user may not make one.
  func addHref(_ entity: Entity, _ key: RowKey?, _ relationship: Relationship) -> String? {
    guard relationship.kind != .toMany, let other = model.destination(of: relationship),
      access.canInsert(other)
    else { return nil }
    return addresses.add(entity, key, relationship)
  }
}
