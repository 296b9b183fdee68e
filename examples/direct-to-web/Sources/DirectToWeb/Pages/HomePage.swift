import LuaRules

/// The page of the task `query`: the tables; or where `firstTask` leads in its place.
struct HomePage: Sendable {
  let request: PageRequest

  /// Counts the rows of all tables, each for a short time, and renders them.
  func answer() async throws -> PageAnswer {
    let access = request.access
    let first = request.ask(
      \.firstTask, "firstTask", of: "query", in: request.context, else: "query")
    if first == "list", let entity = access.visibleEntities.first {
      return .redirect(request.addresses.list(entity))
    }
    let lists = try access.visibleEntities.map { try RowList($0, through: access) }
    let counts = try await request.file.read { connection in
      lists.map { list in
        // A view of a stranger's may not work at all.
        (try? list.count(within: .milliseconds(30), on: connection)) ?? .unknown
      }
    }
    let entities = zip(lists, counts).map { list, count -> [String: Any] in
      let title = request.displayName(of: list.entity)
      return [
        "href": request.addresses.list(list.entity), "title": title, "count": count.shortText,
        "newHref": access.canInsert(list.entity)
          ? request.addresses.new(list.entity) : false as Any,
        "newLabel": "New: \(title)",
      ]
    }
    return request.html(["entities": entities], in: request.context, of: nil)
  }
}
