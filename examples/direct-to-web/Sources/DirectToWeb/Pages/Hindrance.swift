/// Why the database does not do something at this moment, and may do it later.
enum Hindrance: Sendable {
  /// Another program has locked it.
  case busy
  /// It takes too long.
  case slow
  /// The history cannot be written, so nothing may be.
  case history

  /// Finds out whether an error passes; nil for one that does not.
  init?(_ error: any Error) {
    switch error {
    case _ where error.isBusy: self = .busy
    case let error as DirectToWebError where error.code == .timeLimit: self = .slow
    case let error as DirectToWebError where error.code == .historyUnusable: self = .history
    default: return nil
    }
  }

  var title: String {
    switch self {
    case .busy: "The database is busy"
    case .slow: "This takes too long"
    case .history: "The history cannot be written"
    }
  }

  /// What happened, for who looked at a page.
  var readingText: String {
    switch self {
    case .busy: "Another program has locked the database. Try again in a moment."
    case .slow:
      "The database did not answer in time. A search or a filter makes the list shorter."
    case .history: "The history of changes cannot be read at this moment."
    }
  }

  /// What happened, for who wanted to change something.
  var writingText: String {
    switch self {
    case .busy:
      "Another program has locked the database, so nothing was saved. Try again in a moment."
    case .slow: "The database did not answer in time. Nothing was changed."
    case .history:
      "Every change is recorded, and the history cannot be written at this moment, so nothing was changed."
    }
  }
}

extension PageRequest {
  /// A page with all that a form sent, which sends it once more.
  ///
  /// - Parameters:
  ///   - hindrance: Why the form was not saved.
  ///   - body: What was sent.
  ///   - path: Where it was sent.
  ///   - entity: The table of the form; nil for none.
  /// - Returns: The page, which reads nothing from the database.
  func retry(
    _ hindrance: Hindrance, _ body: FormBody, to path: String, of entity: Entity?
  ) -> PageAnswer {
    var context = context
    context.task = "error"
    context.entity = nil
    let lines = entity.map { forms.typedLines(body, of: $0) } ?? []
    return html(
      [
        "page": "PageRetry", "title": hindrance.title, "navigationBarTitle": hindrance.title,
        "text": hindrance.writingText, "retryHref": path, "backHref": addresses.home,
        "hasLines": !lines.isEmpty,
        "lines": lines.map { ["label": $0.label, "text": $0.text] },
        "keptFields": body.fields.map { ["name": $0.name, "value": $0.value] },
      ], in: context, of: nil, status: 503)
  }
}
