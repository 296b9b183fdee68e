import LuaRules

/// What a user asks of a list: which rows, in what order, and where.
///
/// It is read from the items of an address, and written into those of its links. Names that are not there
/// and cursors of other lists count as not given.
struct ListState: Sendable {
  /// The order that the user chose.
  struct Sort: Hashable, Sendable {
    var property: String
    var isDescending: Bool
  }

  var search = ""
  var sort: Sort?
  /// What is wanted of a property, as it was typed.
  var filters: [(property: String, text: String)] = []
  var position = Page.Position.first
  var start: RowList.Start?

  /// Reads the items of an address.
  init(_ items: [(name: String, value: String)], in model: Model) {
    var of: Entity?
    var key: RowKey?
    var by: String?
    for (name, value) in items {
      switch name {
      case "q": search = value
      case "sort":
        let isDescending = value.hasPrefix("-")
        if let property = String(pathToken: isDescending ? value.dropFirst() : value[...]) {
          sort = Sort(property: property, isDescending: isDescending)
        }
      case "after": position = Cursor(token: value).map(Page.Position.after) ?? .first
      case "before": position = Cursor(token: value).map(Page.Position.before) ?? .first
      case "at" where value == "last": position = .last
      case "of": of = String(pathToken: value).flatMap { try? model.entity(named: $0) }
      case "key": key = RowKey(token: value)
      case "by": by = String(pathToken: value)
      default:
        if name.hasPrefix("f."), !value.isEmpty, let property = String(pathToken: name.dropFirst(2))
        {
          filters.append((property, value))
        }
      }
    }
    if let key, let relationship = by.flatMap({ of?.relationship($0) }),
      relationship.kind != .toOne
    {
      start = RowList.Start(relationship, of: key)
    }
  }

  /// The items of an address, without the place.
  func items(sort other: Sort? = nil) -> [(String, String)] {
    var items = startItems
    if !search.isEmpty { items.append(("q", search)) }
    items += filters.map { ("f." + $0.property.pathToken, $0.text) }
    if let sort = other ?? sort {
      items.append(("sort", (sort.isDescending ? "-" : "") + sort.property.pathToken))
    }
    return items
  }

  /// The items that restrict the list to related rows.
  var startItems: [(String, String)] {
    guard let start else { return [] }
    return [
      ("of", start.relationship.source.name.pathToken), ("key", start.key.token),
      ("by", start.relationship.token),
    ]
  }

  /// Whether it asks for less than all rows.
  var isRestricted: Bool { !search.isEmpty || !filters.isEmpty }
}
