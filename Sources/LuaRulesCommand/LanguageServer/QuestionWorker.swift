/// Answers questions about a whole project on a separate thread, one after the
/// other, so that an editor's other requests need not wait for them.
final class QuestionWorker: Sendable {
  /// A question.
  struct Job: Sendable {
    let request: LanguageServer.Request
    /// The server as it was when it was asked.
    fileprivate let server: ServerCopy

    init(_ request: LanguageServer.Request, _ server: LanguageServer) {
      self.request = request
      self.server = ServerCopy(server: server)
    }
  }

  /// The answer to a question.
  struct Report: Sendable {
    let request: LanguageServer.Request
    /// The response as it is sent; `nil` if the request was cancelled.
    let response: String?
  }

  private let jobs = EventQueue<Job>()

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - cancellations: The requests that the editor has cancelled.
  ///   - report: Called on that thread.
  init(_ cancellations: Cancellations, _ report: @escaping @Sendable (Report) -> Void) {
    let jobs = jobs
    RuleThread.start {
      while true {
        let job = jobs.pop()
        let isCancelled = cancellations.contains(job.request.id)
        report(
          Report(request: job.request, response: isCancelled ? nil : Self.response(to: job)))
      }
    }
  }

  func add(_ job: Job) { jobs.push(job) }

  private static func response(to job: Job) -> String {
    var server = job.server.server
    let request = job.request
    do throws(LanguageServer.RequestError) {
      let result = try LanguageServer.questions[request.method]?(&server, request.parameters)
      return LanguageServer.response(to: request.id, result ?? .null).layout.line
    } catch {
      return LanguageServer.response(to: request.id, error: error).layout.line
    }
  }
}

/// INVARIANT: `@unchecked Sendable` because a server is a value: nothing changes
/// the copy, and the objects in it may be used on any thread.
private struct ServerCopy: @unchecked Sendable {
  let server: LanguageServer
}
