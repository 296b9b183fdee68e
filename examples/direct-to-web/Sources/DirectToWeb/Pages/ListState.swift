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

  /// What is open above the rows.
  enum Panel: String, Sendable, CaseIterable {
    case filters, columns
  }

  var search = ""
  var sort: Sort?
  /// What is wanted of a property, as it was typed.
  var filters: [(property: String, text: String)] = []
  /// The columns that the user chose, by their names; none: those of the rules.
  var columns: [String] = []
  /// The number of rows on a page that the user chose; nil: that of the rules.
  var size: Int?
  var panel: Panel?
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
      case "col":
        if let column = String(pathToken: value), !columns.contains(where: column.hasSameBytes) {
          columns.append(column)
        }
      case "size": size = Int(value).flatMap { (1...500).contains($0) ? $0 : nil }
      case "panel": panel = Panel(rawValue: value)
      default:
        if name.hasPrefix("f."), !value.isEmpty, let property = String(pathToken: name.dropFirst(2))
        {
          filters.append((property, value))
        } else if name.hasPrefix("is."), let text = FilterText.presence[value],
          let property = String(pathToken: name.dropFirst(3))
        {
          filters.append((property, text))
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
    items += filters.map { filter in
      let token = filter.property.pathToken
      let presence = FilterText.presence.first { $0.value.hasSameBytes(as: filter.text) }
      return presence.map { ("is." + token, $0.key) } ?? ("f." + token, filter.text)
    }
    if let sort = other ?? sort {
      items.append(("sort", (sort.isDescending ? "-" : "") + sort.property.pathToken))
    }
    items += columns.map { ("col", $0.pathToken) }
    if let size { items.append(("size", String(size))) }
    if let panel { items.append(("panel", panel.rawValue)) }
    return items
  }

  /// The items that restrict the list to related rows.
  var startItems: [(String, String)] {
    start.map { Self.start($0.relationship, of: $0.key) } ?? []
  }

  /// The items that restrict a list to the rows at the end of a relationship.
  static func start(_ relationship: Relationship, of key: RowKey) -> [(String, String)] {
    [
      ("of", relationship.source.name.pathToken), ("key", key.token), ("by", relationship.token),
    ]
  }

  /// Whether it asks for less than all rows.
  var isRestricted: Bool { !search.isEmpty || !filters.isEmpty }
}
