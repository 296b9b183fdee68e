import LuaRules

/// The page of the task `query`: the tables; or where `firstTask` leads in its place.
struct HomePage: Sendable {
  let request: PageRequest

  /// Counts the rows of all tables, each for a short time, and renders them.
  func answer() async throws -> PageAnswer {
    let access = request.access
    let first = request.ask(
      \.firstTask, "firstTask", of: "query", in: request.context, else: "query")
    let sections = request.menuSections
    if first == "list", let entity = sections.first?.entities.first {
      return .redirect(request.addresses.list(entity))
    }
    let lists = try sections.map { try $0.entities.map { try RowList($0, through: access) } }
    let counts = try await request.file.read { connection in
      lists.map { section in
        section.map { list in
          // A view of a stranger's may not work at all.
          (try? list.count(within: .milliseconds(30), on: connection)) ?? .unknown
        }
      }
    }
    let values = zip(sections, counts).map { section, counts -> [String: Any] in
      [
        "heading": section.title.orFalse,
        "entities": zip(section.entities, counts).map { card($0, $1) },
      ]
    }
    let recent = try await RecentChanges(request: request).values()
    return request.html(
      ["sections": values, "recent": recent, "hasRecent": !recent.isEmpty], in: request.context,
      of: nil)
  }

  private func card(_ entity: Entity, _ count: RowCount) -> [String: Any] {
    let title = request.displayName(of: entity)
    return [
      "href": request.addresses.list(entity), "title": title,
      "count": count.shortText(request.texts),
      "newHref": request.access.canInsert(entity) ? request.addresses.new(entity) : false as Any,
      "newLabel": request.texts["newFor", ["table": title]],
    ]
  }
}
