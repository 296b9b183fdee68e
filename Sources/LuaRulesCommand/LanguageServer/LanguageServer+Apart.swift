// Questions about a whole project, which take long in a large one.

extension LanguageServer {
  /// The questions that are answered on another thread.
  static let questionsApart: Set<String> = [
    "textDocument/references", "textDocument/rename", "workspace/symbol",
    "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls",
  ]

  /// Asks a question on another thread.
  ///
  /// - Returns: Whether its answer comes later.
  mutating func isAskedApart(_ request: Request) throws(RequestError) -> Bool {
    guard Self.questionsApart.contains(request.method) else { return false }
    // The open text is read here, so that later requests need not read it again.
    if request.parameters["textDocument"] != nil { _ = try document(request.parameters) }
    askApart(request)
    return true
  }

  mutating func askApart(_ request: Request) {
    askedApart[request.id] = revision
    questionWorker.add(QuestionWorker.Job(request, self))
  }

  /// Sends the answer to a question, unless it was cancelled in the meantime.
  mutating func answer(_ report: QuestionWorker.Report) throws {
    guard let asked = askedApart.removeValue(forKey: report.request.id) else { return }
    guard report.request.method != "textDocument/rename" || asked == revision else {
      return try reply(
        to: report.request.id, error: .contentModified, "the text was changed in the meantime")
    }
    if let response = report.response { try MessageStream.write(response) }
  }

  /// Ends a question that is asked on another thread, because the editor has cancelled it.
  mutating func cancelApart(_ id: JSONValue) throws {
    guard askedApart.removeValue(forKey: id) != nil else { return }
    try respond(to: id) { _ in .null }
  }
}
