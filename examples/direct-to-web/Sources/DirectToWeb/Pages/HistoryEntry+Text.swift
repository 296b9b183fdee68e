import Foundation

extension HistoryEntry {
  /// When the change began, for people.
  var timeText: String {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    return date.formatted(
      .iso8601.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false)
        .timeSeparator(.colon).dateTimeSeparator(.space)) + " UTC"
  }
}

extension HistoryChangeKind {
  /// What was done to the row.
  var word: String {
    switch self {
    case .insert: "made"
    case .update: "changed"
    case .delete: "deleted"
    case .restore: "restored"
    case .links: "linked"
    }
  }
}

extension ColumnChange {
  /// The value before, for people.
  var oldText: String { Self.text(old) }

  /// The value after, for people.
  var newText: String { Self.text(new) }

  private static func text(_ value: RecordedValue?) -> String {
    switch value {
    case nil, .value(.null): "–"
    case .value(let value): ShownValue(value, of: nil, limit: 300).text
    case .digest: "(too large to keep)"
    case .hidden: "(not kept)"
    }
  }
}
