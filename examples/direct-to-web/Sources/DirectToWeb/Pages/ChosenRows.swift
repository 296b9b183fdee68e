import LuaRules

/// The rows of a list that somebody chose: one by one, or all that match its search and filters.
struct ChosenRows: Sendable {
  /// The most rows at once.
  static let limit = 500

  let keys: [RowKey]
  /// Whether more rows match than can be taken at once.
  let isTooMany: Bool

  /// Reads the fields `row`, or `all` for all rows of the list in the address.
  init(_ body: FormBody, _ entity: Entity, _ request: PageRequest) async throws {
    guard body["all"] != nil else {
      let keys = body.values("row").compactMap(RowKey.init(token:))
      self.keys = Array(keys.prefix(Self.limit))
      isTooMany = keys.count > Self.limit
      return
    }
    var request = request
    request.access = request.access.forTask("list")
    guard let context = request.access.context(of: entity.identifier) else {
      (keys, isTooMany) = ([], false)
      return
    }
    let list = try request.list(
      entity, ListState(request.items, in: request.model), columns: [], in: context)
    let page = try await request.file.read { try list.page(size: Self.limit, on: $0) }
    keys = page.rows.compactMap(\.key)
    isTooMany = page.next != nil
  }

  /// The page that says why nothing was done; nil where the rows can be taken.
  func problem(_ request: PageRequest) -> PageAnswer? {
    if isTooMany {
      return request.error(
        status: 400, title: request.texts["tooManyRows"],
        text: request.texts["mostRows", ["count": String(Self.limit)]])
    }
    guard keys.isEmpty else { return nil }
    return request.error(
      status: 400, title: request.texts["noRowChosen"],
      text: request.texts["chooseRowsFirst"])
  }
}
