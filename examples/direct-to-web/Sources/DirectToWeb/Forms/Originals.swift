/// What a form showed: it travels sealed, and comes back with the fields.
struct Originals: Hashable, Sendable {
  let entity: String
  let key: RowKey?
  let user: String
  var fields: [String: FormField.Shown]

  private static let purpose = "form"

  func sealed(with seal: Seal) throws -> String {
    let fields = fields.sorted { $0.key < $1.key }.map { token, shown in
      switch shown {
      case .value(let value): "\(token) v \(value.token)"
      case .reference(let option, let columns): "\(token) r \(option) \(columns.token)"
      case .bytes: "\(token) b"
      case .links(let shown, let chosen):
        "\(token) l \(shown.sorted().joined(separator: ";")) \(chosen.sorted().joined(separator: ";"))"
      }
    }
    return try seal.close([entity, key?.token ?? "", user] + fields, for: Self.purpose)
  }

  init(entity: Entity, key: RowKey?, user: String, fields: [String: FormField.Shown]) {
    self.entity = entity.name
    self.key = key
    self.user = user
    self.fields = fields
  }

  /// Opens what ``sealed(with:)`` made for any row of a table; nil when it is of another
  /// table, another user or another key.
  init?(_ sealed: String, with seal: Seal, of entity: Entity, user: String) {
    guard let token = seal.open(sealed, for: Self.purpose)?.dropFirst().first else { return nil }
    self.init(
      sealed, with: seal, entity: entity, key: token.isEmpty ? nil : RowKey(token: token),
      user: user)
  }

  /// Opens what ``sealed(with:)`` made; nil when it is of another row, another user or another key.
  init?(
    _ sealed: String, with seal: Seal, entity: Entity, key: RowKey?, user: String
  ) {
    guard let texts = seal.open(sealed, for: Self.purpose), texts.count >= 3,
      texts[0].hasSameBytes(as: entity.name), texts[1].hasSameBytes(as: key?.token ?? ""),
      texts[2].hasSameBytes(as: user)
    else { return nil }
    self.init(entity: entity, key: key, user: user, fields: [:])
    for text in texts.dropFirst(3) {
      let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch (parts.count, parts.count > 1 ? parts[1] : "") {
      case (2, "b"): fields[parts[0]] = .bytes
      case (3, "v"):
        guard let value = Value(token: parts[2]) else { return nil }
        fields[parts[0]] = .value(value)
      case (4, "r"):
        guard let values = [Value](token: parts[3]) else { return nil }
        fields[parts[0]] = .reference(parts[2], columns: values)
      case (4, "l"):
        let sets = parts[2...].map { Set($0.split(separator: ";").map(String.init)) }
        fields[parts[0]] = .links(shown: sets[0], chosen: sets[1])
      default: return nil
      }
    }
  }

  /// The values that were shown, by column.
  func values(of entity: Entity) -> [Identifier: Value] {
    var values: [Identifier: Value] = [:]
    for (token, shown) in fields {
      guard let property = entity.property(token: token) else { continue }
      switch shown {
      case .value(let value):
        for attribute in property.columns { values[attribute.identifier] = value }
      case .reference(_, let columns):
        for (attribute, value) in zip(property.columns, columns) {
          values[attribute.identifier] = value
        }
      case .links, .bytes: break
      }
    }
    return values
  }
}
