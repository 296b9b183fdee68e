extension Entity {
  /// Chooses the columns that name a row.
  ///
  /// The first of these that there is: the only text column that is unique; a column called name; first and
  /// last name; a column called title or label, or as the table; a column whose name contains one of these
  /// words, where the key is not of several columns; the other column of a table of two; the columns of a
  /// unique index that holds a text; the first text that is no part of an address; the key; the first column.
  ///
  /// A text that a `CHECK` restricts to a list, such as the state of an order, names no row, nor does one for
  /// programs, such as a UUID. Of a table with
  /// a key of several columns the whole key comes before the first text, unless it is of numbers only and
  /// each row has that text.
  func chosenLabel(in schema: Schema) -> [Attribute] {
    let visible = attributes.filter { !$0.isHidden }
    let foreign = foreignKeyAttributes
    // Columns without a type, as views have, come behind those that are declared as text.
    let texts = [AttributeKind.text, .any].flatMap { kind in
      visible.filter {
        $0.kind == kind && $0.allowedValues == nil && !foreign.contains($0.identifier)
          && !$0.isSecret && !$0.isForPrograms
      }
    }
    let named: (String) -> Attribute? = { name in
      visible.first { $0.identifier.matches(name) && $0.kind != .blob }
    }
    let hasLongKey = keyAttributes.count > 1

    let unique = texts.filter { $0.isUnique && $0.keyPosition == nil }
    if unique.count == 1 { return unique }
    if let attribute = named("name") { return [attribute] }
    for (first, last) in Self.namesOfPersons {
      if let first = named(first), let last = named(last) { return [first, last] }
    }
    for name in ["title", "label"] {
      if let attribute = named(name) { return [attribute] }
    }
    let own = texts.first { $0.identifier.matches(name) && $0.keyPosition == nil }
    if let own { return [own] }
    for word in hasLongKey ? [] : ["name", "title", "label"] {
      let found = texts.first {
        $0.name.lowercased().contains(word) && $0.keyPosition == nil
          && $0.hasNoWord(of: Attribute.wordsOfOthers)
      }
      if let found { return [found] }
    }
    let withoutKey = visible.filter { $0.keyPosition == nil }
    if visible.count == 2, withoutKey.count == 1, withoutKey[0].canNameRows { return withoutKey }
    if let index = uniqueColumns(with: texts, in: schema) { return index }
    if let text = firstText(texts, of: visible) { return [text] }
    return keyAttributes.isEmpty ? Array(visible.prefix(1)) : keyAttributes
  }

  private static let namesOfPersons = [
    ("first_name", "last_name"), ("firstName", "lastName"), ("given_name", "family_name"),
    ("givenName", "familyName"), ("forename", "surname"),
  ]

  /// The first text that may name rows; nil where the key does it better.
  private func firstText(_ texts: [Attribute], of visible: [Attribute]) -> Attribute? {
    // Who declares some texts as NOT NULL leaves out what only some rows have, such as notes.
    let declaresNotNull = visible.contains { $0.kind == .text && $0.isNotNull }
    let candidates = declaresNotNull ? texts.filter(\.isNotNull) : texts
    guard keyAttributes.count > 1 else {
      return candidates.first {
        $0.keyPosition != nil
          || $0.hasNoWord(of: Attribute.wordsOfAddresses.union(Attribute.wordsOfOthers))
      }
    }
    let keyHasText = keyAttributes.contains { $0.kind == .text || $0.kind == .any }
    return keyHasText || !declaresNotNull ? nil : candidates.first { $0.keyPosition == nil }
  }

  /// The columns of the first unique index that is not the key, has several columns and holds a text.
  private func uniqueColumns(with texts: [Attribute], in schema: Schema) -> [Attribute]? {
    guard let table = schema.tables.first(where: { $0.name == identifier }) else { return nil }
    return table.indexes.lazy
      .filter { $0.isUnique && !$0.isPartial && $0.origin != .primaryKey && $0.parts.count > 1 }
      .map { index in index.parts.compactMap { $0.column.flatMap { self.attribute($0) } } }
      .first { columns in columns.contains { texts.contains($0) } }
  }
}

extension Attribute {
  /// Whether its values may tell rows apart: no bytes, and not one of a list.
  fileprivate var canNameRows: Bool { kind != .blob && kind != .boolean && allowedValues == nil }

  /// Words of columns that hold a part of an address.
  fileprivate static let wordsOfAddresses: Set = [
    "address", "address1", "address2", "street", "city", "state", "region", "province", "country",
    "county", "district", "postal", "postalcode", "postcode", "zip", "zipcode", "phone", "fax",
    "mobile",
  ]
  /// Words of columns about the receiver of something: many rows have the same one.
  fileprivate static let wordsOfOthers: Set = ["ship", "shipping", "bill", "billing"]
  /// Whether nobody reads its texts.
  fileprivate var isForPrograms: Bool {
    !hasNoWord(of: ["uuid", "guid", "uid", "hash", "token", "checksum"])
      || ["UUID", "GUID"].contains(declaredType.uppercased())
  }

  fileprivate func hasNoWord(of words: Set<String>) -> Bool {
    !name.nameWords.contains { words.contains($0.lowercased()) }
  }
}
