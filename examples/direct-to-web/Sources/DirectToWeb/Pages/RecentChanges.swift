import Foundation
import LuaRules

/// The rows that were changed last, for the first page: those of ``VisibleChanges`` that still exist.
struct RecentChanges: Sendable {
  /// The most rows.
  private static let limit = 8
  /// How many entries of the history are looked at.
  private static let entries = 60

  let request: PageRequest

  /// Reads them, the newest first, each row once.
  func values() async throws -> [[String: Any]] {
    guard let changes = VisibleChanges(request) else { return [] }
    var seen: Set<[String]> = []
    var lines: [[String: Any]] = []
    let operations = try await changes.page(from: nil, size: Self.entries).operations
    for change in operations.flatMap(\.changes) where lines.count < Self.limit {
      let entry = change.entry
      guard let key = change.key, entry.isConfirmed, entry.kind != .delete,
        seen.insert([entry.entity, entry.row]).inserted
      else { continue }
      lines.append([
        "table": request.displayName(of: change.entity), "title": change.title,
        "href": request.addresses.row(change.entity, key), "user": entry.user.orFalse,
        "kind": words(entry.kind), "time": Self.text(entry.milliseconds),
        "machineTime": Self.machineText(entry.milliseconds),
      ])
    }
    return lines
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
