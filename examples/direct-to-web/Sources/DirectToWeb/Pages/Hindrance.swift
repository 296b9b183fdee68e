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

  func title(_ texts: PageTexts) -> String {
    switch self {
    case .busy: texts["busyTitle"]
    case .slow: texts["slowTitle"]
    case .history: texts["historyStoppedTitle"]
    }
  }

  /// What happened, for who looked at a page.
  func readingText(_ texts: PageTexts) -> String {
    switch self {
    case .busy: texts["busyReading"]
    case .slow: texts["slowReading"]
    case .history: texts["historyNotRead"]
    }
  }

  /// What happened, for who wanted to change something.
  func writingText(_ texts: PageTexts) -> String {
    switch self {
    case .busy: texts["busyWriting"]
    case .slow: texts["slowWriting"]
    case .history: texts["historyNotWritten"]
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
    let title = hindrance.title(texts)
    return html(
      [
        "page": "PageRetry", "title": title, "navigationBarTitle": title,
        "text": hindrance.writingText(texts), "retryHref": path, "backHref": addresses.home,
        "hasLines": !lines.isEmpty,
        "lines": lines.map { ["label": $0.label, "text": $0.text] },
        "keptFields": body.fields.map { ["name": $0.name, "value": $0.value] },
      ], in: context, of: nil, status: 503)
  }
}
