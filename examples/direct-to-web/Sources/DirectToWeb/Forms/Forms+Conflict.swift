extension Forms {
  /// The page to choose between what the user and what others wrote.
  func conflict(
    _ conflicts: [RowConflict], _ body: FormBody, _ originals: Originals, _ entity: Entity
  ) async throws -> SaveResult {
    guard let key = originals.key, let now = try await form(entity, key),
      let before = try await form(entity, key, originals, typed: body)
    else { return .gone([]) }
    var fields: [ConflictForm.Field] = []
    var renewed = originals
    for conflict in conflicts {
      guard let token = entity.token(of: conflict.property),
        let theirs = now.fields.first(where: { $0.token == token }),
        var yours = before.fields.first(where: { $0.token == token })
      else { continue }
      let original = yours
      yours.show(body)
      renewed.fields[token] = theirs.shown
      fields.append(
        ConflictForm.Field(
          token: token, label: theirs.label, original: original.displayText,
          theirs: theirs.displayText, yours: yours.displayText, yoursValue: body[token] ?? "",
          theirValues: zip(conflict.property.columns, conflict.theirs).map {
            ColumnValue(column: $0.identifier, value: $1)
          }))
    }
    let tokens = Set(fields.map(\.token))
    let kept = body.fields.filter { field in
      // Those of other rows on the same page.
      if field.name.utf8.contains(UInt8(ascii: ":")) { return true }
      guard let token = field.name.fieldToken else { return false }
      if field.name.hasSuffix(".pick") { return !tokens.contains(token) }
      if !tokens.contains(token) { return true }
      // "No value", where the user typed one.
      if field.name.hasSuffix(".null") { return body[token]?.isEmpty != false }
      return !field.name.hasSameBytes(as: token)
    }
    return .conflict(
      ConflictForm(
        entity: entity, key: key, fields: fields, keptFields: kept,
        original: try renewed.sealed(with: seal)))
  }
}

extension FormField {
  /// The text for people: that of the option that is chosen, or what stands in the field.
  var displayText: String {
    if isNull { return "" }
    return options.isEmpty ? text : chosenText
  }
}
