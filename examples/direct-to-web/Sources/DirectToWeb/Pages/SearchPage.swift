import LuaRules

/// The page of the task `search`: the rows of all tables that a text finds.
struct SearchPage: Sendable {
  /// The most rows of a table.
  private static let size = 5
  /// The time for a table, and for all of them.
  private static let limit = Duration.milliseconds(250)
  private static let limitForAll = Duration.seconds(4)

  let request: PageRequest

  private enum Found {
    case rows(RowList.Page)
    /// It took too long.
    case nothing
  }

  /// Searches the tables of the menu one after the other, each for a short time, and renders what was found.
  func answer() async throws -> PageAnswer {
    let text = request.item("q") ?? ""
    let isAsked = !text.allSatisfy(\.isWhitespace)
    var sections: [[String: Any]] = []
    var slow: [String] = []
    let end = ContinuousClock.now + Self.limitForAll
    for entity in isAsked ? request.menuSections.flatMap(\.entities) : [] {
      guard let list = try list(entity, text) else { continue }
      let found = ContinuousClock.now < end ? try await read(list) : .nothing
      switch found {
      case .rows(let page) where page.rows.isEmpty: break
      case .rows(let page): sections.append(values(entity, page, text))
      case .nothing: slow.append(request.displayName(of: entity))
      }
    }
    let title = request.texts["search"]
    return request.html(
      [
        "title": title, "navigationBarTitle": isAsked ? "\(text) – \(title)" : title,
        "query": text, "sections": sections, "searchHref": request.addresses.search,
        "isEmpty": isAsked && sections.isEmpty && slow.isEmpty,
        "slow": slow.isEmpty ? false : ["names": slow.joined(separator: ", ")] as [String: Any],
      ], in: request.context, of: nil)
  }

  private func list(_ entity: Entity, _ text: String) throws -> RowList? {
    guard let context = request.access.context(of: entity.identifier) else { return nil }
    return try request.list(
      entity, ListState([("q", text)], in: request.model),
      columns: request.access.labelAttributes(of: entity).map(AttributePath.init), in: context)
  }

  private func read(_ list: RowList) async throws -> Found {
    try await request.file.read { connection in
      do {
        return .rows(
          try connection.withTimeLimit(Self.limit) { try list.page(size: Self.size, on: $0) })
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // It took too long, or a view of a stranger's does not work.
        return .nothing
      }
    }
  }

  private func values(_ entity: Entity, _ page: RowList.Page, _ text: String) -> [String: Any] {
    [
      "heading": request.displayName(of: entity),
      "href": request.addresses.list(entity, [("q", text)]), "hasMore": page.next != nil,
      "rows": page.rows.map { row in
        [
          "text": request.title(of: row, label: row.values),
          "rowHref": row.key.map { request.addresses.row(entity, $0) }.orFalse,
        ] as [String: Any]
      },
    ]
  }
}
