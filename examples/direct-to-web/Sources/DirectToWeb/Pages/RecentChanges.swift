import Foundation
import LuaRules

/// The rows that were changed last, for the first page: those of the menu's tables that may be seen now.
///
/// A change of nothing but columns that may not be seen is left out, and so are rows that are gone.
struct RecentChanges: Sendable {
  /// The most rows.
  private static let limit = 8
  /// How many entries of the history are looked at.
  private static let entries = 60

  let request: PageRequest

  /// Reads them, the newest first, each row once.
  func values() async throws -> [[String: Any]] {
    guard let history = request.history else { return [] }
    let visible = request.access.visibleEntities
    var seen: Set<[String]> = []
    var lines: [[String: Any]] = []
    for entry in try await history.page(size: Self.entries).entries
    where lines.count < Self.limit && entry.isConfirmed && entry.kind != .delete {
      guard let key = RowKey(token: entry.row),
        let entity = visible.first(where: { $0.name.hasSameBytes(as: entry.entity) }),
        seen.insert([entry.entity, entry.row]).inserted, isVisible(entry, entity),
        let title = try await request.title(of: key, entity)
      else { continue }
      lines.append([
        "table": request.displayName(of: entity), "title": title,
        "href": request.addresses.row(entity, key), "user": entry.user.orFalse,
        "kind": words(entry.kind), "time": Self.text(entry.milliseconds),
        "machineTime": Self.machineText(entry.milliseconds),
      ])
    }
    return lines
  }

  private func isVisible(_ entry: HistoryEntry, _ entity: Entity) -> Bool {
    if entry.kind == .insert { return true }
    return !entry.showing { name in
      if let attribute = entity.attribute(name) { return request.access.canSee(attribute) }
      return entity.relationship(name).map(request.access.canSee) ?? false
    }.columns.isEmpty
  }

  private func words(_ kind: HistoryChangeKind) -> String {
    switch kind {
    case .insert, .restore: request.texts["recentInsert"]
    case .links: request.texts["recentLinks"]
    case .update, .delete: request.texts["recentUpdate"]
    }
  }

  private static func machineText(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }

  private static func text(_ milliseconds: Int64) -> String {
    let text = machineText(milliseconds)
    return DateText.text(text, as: .timestamp, isWhole: false) ?? text
  }
}
