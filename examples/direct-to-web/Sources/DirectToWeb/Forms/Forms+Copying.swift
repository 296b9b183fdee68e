extension Forms {
  /// Returns the form of a new row with what may be seen of another one; nil when there is none that may be
  /// seen, or the user may not add one.
  ///
  /// What no two rows may have in common, passwords and bytes stay empty.
  public func new(_ entity: Entity, copying source: RowKey) async throws -> Form? {
    guard let form = try await new(entity),
      let originals = Originals(
        form.original, with: seal, entity: entity, key: nil, user: user)
    else { return nil }
    let access = access(for: nil)
    let nothing = Originals(entity: entity, key: source, user: user, fields: [:])
    let copied = try await file.read { connection in
      try FormBuilder(
        entity: entity, key: source, access: access, connection: connection, originals: nothing,
        hasOptions: false, typed: nil
      ).form()?.form
    }
    guard let copied else { return nil }
    let fields = form.fields.filter { $0.isEditable && $0.property.mayRepeat }.flatMap { field in
      copied.fields.first { $0.token == field.token }?.sent ?? []
    }
    return try await typedForm(entity, nil, originals, FormBody(fields))
  }
}

extension Property {
  /// Whether two rows may have the same value there.
  fileprivate var mayRepeat: Bool {
    guard case .attribute(let attribute) = self else { return true }
    return !attribute.isUnique && !attribute.isSecret && attribute.kind != .blob
  }
}

extension FormField {
  /// What a browser would send of the field as it is shown.
  fileprivate var sent: [(name: String, value: String)] {
    switch shown {
    case .value(let value):
      guard let text = format.text(of: value) else { return [] }
      return [(token, text)] + (value.isNull ? [("\(token).null", "1")] : [])
    case .reference(let option, _):
      return option == Picker.unchanged ? [] : [(token, option)]
    case .bytes: return []
    case .links(_, let chosen):
      return [("\(token)[]", "")] + chosen.sorted().map { ("\(token)[]", $0) }
    }
  }
}
