/// Who wrote what stands against a form, as far as the history knows.
struct ConflictAuthors {
  private let conflict: ConflictForm
  private let request: PageRequest
  /// By the names of fields in HTML.
  private let entries: [String: HistoryEntry]

  /// Looks for the newest entry that wrote what is stored now, for each field.
  init(_ conflict: ConflictForm, _ request: PageRequest) async throws {
    self.conflict = conflict
    self.request = request
    let page = try? await request.history?.page(
      of: conflict.entity.name, row: conflict.key.token, size: 50)
    var entries: [String: HistoryEntry] = [:]
    for field in conflict.fields {
      entries[field.token] = page?.entries.first { entry in
        entry.isConfirmed
          && field.theirValues.allSatisfy { theirs in
            entry.columns.contains {
              $0.name.hasSameBytes(as: theirs.column.name) && $0.new == .value(theirs.value)
            } || !entry.columns.contains { $0.name.hasSameBytes(as: theirs.column.name) }
          }
          && field.theirValues.contains { theirs in
            entry.columns.contains { $0.name.hasSameBytes(as: theirs.column.name) }
          }
      }
    }
    self.entries = entries
  }

  /// Whether the user wrote all of it, in another window or before going back.
  var areYou: Bool {
    request.userName != nil
      && conflict.fields.allSatisfy { isYou(entries[$0.token]) }
  }

  var sentence: String {
    if areYou { return request.texts["conflictWithYourself"] }
    return request.texts[request.userName == nil ? "conflictWithAnybody" : "conflictWithOthers"]
  }

  /// What the template reads of the fields.
  var values: [[String: Any]] {
    conflict.fields.map { field in
      var values = field.templateValues
      values["by"] = text(entries[field.token]).orFalse
      return values
    }
  }

  private func text(_ entry: HistoryEntry?) -> String? {
    guard let entry else { return request.history == nil ? nil : request.texts["byProgram"] }
    if isYou(entry) { return request.texts["byYou", ["time": entry.timeText]] }
    guard let user = entry.user else { return request.texts["byNobody", ["time": entry.timeText]] }
    return request.texts["byUser", ["user": user, "time": entry.timeText]]
  }

  private func isYou(_ entry: HistoryEntry?) -> Bool {
    guard let name = request.userName, let other = entry?.user else { return false }
    return name.hasSameBytes(as: other)
  }
}
