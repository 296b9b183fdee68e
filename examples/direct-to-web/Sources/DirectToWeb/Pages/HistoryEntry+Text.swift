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
  /// The name of the text for what was done to the row.
  var word: String {
    switch self {
    case .insert: "recentMade"
    case .update: "recentUpdate"
    case .delete: "recentDelete"
    case .restore: "recentRestore"
    case .links: "recentLinks"
    }
  }

  /// The name of the text for what was done to other rows as a consequence.
  var consequence: String {
    switch self {
    case .insert: "othersMade"
    case .update: "othersChanged"
    case .delete: "othersDeleted"
    case .restore: "othersRestored"
    case .links: "othersLinked"
    }
  }
}

extension ColumnChange {
  /// The value before, for people.
  func oldText(_ texts: PageTexts) -> String { Self.text(old, texts) }

  /// The value after, for people.
  func newText(_ texts: PageTexts) -> String { Self.text(new, texts) }

  private static func text(_ value: RecordedValue?, _ texts: PageTexts) -> String {
    switch value {
    case nil, .value(.null): "–"
    case .value(let value): ShownValue(value, of: nil, limit: 300).text
    case .digest: texts["tooLargeToKeep"]
    case .hidden: texts["notKept"]
    }
  }
}
