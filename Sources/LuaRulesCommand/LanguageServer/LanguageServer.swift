import Foundation
import LuaRules
import LuaRulesTools

/// A language server, which answers an editor's requests and sends it the
/// findings of checks.
///
/// All state belongs to the thread that runs the server; checks and commands
/// run on other threads.
struct LanguageServer {
  /// An event that the server waits for.
  enum Event: Sendable {
    case input(MessageStream.Input)
    case report(CheckWorker.Report)
    case fileReport(FileCheckWorker.Report)
    /// A check that requests wait for.
    case checked(CheckForRequests)
    /// The corrections of a file that a request waits for.
    case fixed(FixWorker.Report)
    /// The answer to a question that was asked on another thread.
    case answered(QuestionWorker.Report)
    /// The places in Swift files that a request waits for.
    case located(SwiftWorker.Report)
    /// A message of a command that was started.
    case message(JSONValue)
  }

  /// A request of the editor.
  struct Request: Sendable {
    let id: JSONValue
    let method: String
    let parameters: JSONValue
  }

  let options: RuleArguments
  let events = EventQueue<Event>()
  let worker: CheckWorker
  let fileWorker: FileCheckWorker
  let fixWorker: FixWorker
  let swiftWorker: SwiftWorker
  let questionWorker: QuestionWorker
  /// The requests that are answered on another thread, with the revisions of the texts.
  var askedApart: [JSONValue: Int] = [:]
  private var isInitialized = false
  private(set) var isShutDown = false
  /// The folders that the editor has opened.
  var roots: [String] = []
  /// What the editor can do.
  private(set) var editor: JSONValue = .null
  /// The versions of the open texts, as the editor counts them.
  var versions: [String: Int] = [:]
  /// How the editor counts columns.
  private(set) var encoding = PositionEncoding.utf16
  /// The requests that the editor has cancelled.
  private let cancellations = Cancellations()
  /// The open texts, by path.
  var texts: [String: String] = [:]
  /// The addresses of opened files, as the editor wrote them.
  var addresses: [String: String] = [:]
  /// The number of changes of texts.
  var revision = 0
  /// The revision of each text.
  var revisions: [String: Int] = [:]
  var projects: [ServerProject: ProjectState] = [:]
  /// The requests that wait for a check, by its project.
  var waiting: [ServerProject: [WaitingRequest]] = [:]
  /// The projects that are being checked for requests.
  var checkedForRequests: Set<ServerProject> = []
  /// The project files of the editor's folder, as far as a request has looked for them.
  var projectFiles: [String] = []
  /// The settings files that the editor watches.
  var watched: Set<String> = []
  /// The number of requests to the editor.
  var sentRequests = 0

  /// What the server knows of a project.
  struct ProjectState {
    var edited = EditedProject()
    /// The last check that could read all rules.
    var whole: CheckWorker.Report?
    /// The last check.
    var latest: CheckWorker.Report?
    /// The ranks of the rules that the editor shows.
    var rankHash: Int?
    /// The settings that the last check was to read, also one that has failed.
    var settings: Set<String> = []
    /// Open Lua files that do not belong to the project.
    var others: [String: EditedFile] = [:]
    /// The last findings in each file.
    var findings: [String: FileFindings] = [:]
    /// The files that have findings in the editor.
    var marked: Set<String> = []
  }

  /// The findings in a file.
  struct FileFindings {
    var findings: [RuleFinding]
    /// The revision of the text in which they were found.
    var revision: Int
  }

  init(_ options: RuleArguments) {
    self.options = options
    let events = events
    worker = CheckWorker(options) { events.push(.report($0)) }
    fileWorker = FileCheckWorker(options) { events.push(.fileReport($0)) }
    swiftWorker = SwiftWorker(cancellations) { events.push(.located($0)) }
    fixWorker = FixWorker(options, cancellations) { events.push(.fixed($0)) }
    questionWorker = QuestionWorker(cancellations) { events.push(.answered($0)) }
  }

  /// Serves until the editor disconnects.
  ///
  /// - Returns: Whether the editor sent a shutdown request before.
  /// - Throws: ``Failure`` if the editor cannot be written to.
  mutating func run() throws -> Bool {
    let events = events
    let cancellations = cancellations
    Thread.detachNewThread {
      MessageStream.read { input in
        // A request may still wait when the editor cancels it.
        if case .message(let message) = input { cancellations.read(message) }
        events.push(.input(input))
      }
    }
    while true {
      switch events.pop() {
      case .input(.end(let reason)):
        guard let reason else { return isShutDown }
        try complain(reason)
        return false
      case .input(.garbage(let reason)): try complain(reason)
      case .input(.message(let message)):
        if message["method"]?.string == "exit" { return isShutDown }
        try receive(message)
      case .report(let report): try publish(report)
      case .fileReport(let report): try publish(report)
      case .checked(let check): try answerWaiting(after: check)
      case .fixed(let fixed): try answer(fixed)
      case .answered(let report): try answer(report)
      case .located(let places): try answer(places)
      case .message(let message): try MessageStream.write(message)
      }
    }
  }

  // MARK: Messages

  private mutating func receive(_ message: JSONValue) throws {
    guard let method = message["method"]?.string else {
      // A response of the editor has an id and no method; the server has sent no request.
      let isAnswer = message["result"] != nil || message["error"] != nil
      if !isAnswer { try reply(to: message["id"] ?? .null, error: .invalidRequest, "no method") }
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else {
      if method == "$/cancelRequest", let id = parameters["id"] {
        try cancelWaiting(id)
        try cancelApart(id)
      }
      return notified(method, parameters)
    }
    try respond(to: id) { server throws(RequestError) in
      try server.answer(method, parameters, id)
    }
  }

  /// Sends the answer to a request, or why there is none.
  mutating func respond(
    to id: JSONValue,
    _ answer: (inout LanguageServer) throws(RequestError) -> JSONValue?
  ) throws {
    let result: JSONValue?
    do throws(RequestError) {
      if cancellations.remove(id) {
        throw RequestError(code: .requestCancelled, message: "the request was cancelled")
      }
      result = try answer(&self)
    } catch {
      return try reply(to: id, error: error.code, error.message)
    }
    // A command, and what waits for a check, answers when it has ended.
    if let result { try MessageStream.write(Self.response(to: id, result)) }
  }

  static func response(to id: JSONValue, _ result: JSONValue) -> JSONValue {
    .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
  }

  /// Reports an invalid message to the editor, and to standard error.
  private func complain(_ reason: String) throws {
    StandardError.print("lsp: \(reason)")
    try reply(to: .null, error: .parseError, reason)
  }

  static func response(to id: JSONValue, error: RequestError) -> JSONValue {
    let content: JSONValue = .object([
      "code": .integer(error.code.rawValue), "message": .string(error.message),
    ])
    return .object(["jsonrpc": .string("2.0"), "id": id, "error": content])
  }

  func reply(to id: JSONValue, error: ErrorCode, _ message: String) throws {
    let error = RequestError(code: error, message: message)
    try MessageStream.write(Self.response(to: id, error: error))
  }

  mutating func answer(
    _ method: String, _ parameters: JSONValue, _ id: JSONValue
  ) throws(RequestError) -> JSONValue? {
    if method == "initialize" {
      if isInitialized {
        throw RequestError(code: .invalidRequest, message: "the server is initialized already")
      }
      isInitialized = true
      roots = Self.folders(parameters["workspaceFolders"])
      if roots.isEmpty, let root = parameters["rootUri"]?.string.flatMap(Self.path(ofURI:)) {
        roots = [root]
      }
      editor = parameters["capabilities"] ?? .null
      let encodings = editor["general"]?["positionEncodings"]?.elements
      // The editor names the one first that it likes best.
      encoding =
        encodings?.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
      return capabilities
    }
    guard isInitialized else {
      throw RequestError(code: .notInitialized, message: "the server is not initialized")
    }
    guard !isShutDown else {
      throw RequestError(code: .invalidRequest, message: "the server is shut down")
    }
    if method == "shutdown" {
      isShutDown = true
      endWaiting()
      return .null
    }
    let request = Request(id: id, method: method, parameters: parameters)
    if Self.asksToFixAll(request), waitsForFixes(request) { return nil }
    if method == "workspace/executeCommand" { return try execute(parameters, id) }
    guard let question = Self.questions[method] else {
      throw RequestError(code: .methodNotFound, message: "there is no method `\(method)`")
    }
    // An editor may ask about texts that are no files, or are not open yet.
    if let uri = parameters["textDocument"]?["uri"]?.string,
      Self.path(ofURI: uri).flatMap({ texts[$0] }) == nil
    {
      return .null
    }
    if Self.questionsOfChecks.contains(method), try waitsForCheck(request) { return nil }
    if Self.questionsOfSwift.contains(method), try waitsForSwift(request) { return nil }
    if try isAskedApart(request) { return nil }
    return try question(&self, parameters)
  }

  // MARK: Notifications

  private mutating func notified(_ method: String, _ parameters: JSONValue) {
    guard isInitialized, !isShutDown else { return }
    if method == "initialized" { watchFiles() }
    documentNotified(method, parameters)
  }
}
