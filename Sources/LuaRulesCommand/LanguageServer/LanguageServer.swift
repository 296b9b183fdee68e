import Foundation
import LuaRules
import LuaRulesTools

/// A language server, which answers an editor's requests and sends it the
/// findings of checks.
///
/// All state belongs to the thread that runs the server; checks run on another
/// thread.
struct LanguageServer {
  /// An event that the server waits for.
  enum Event: Sendable {
    case input(MessageStream.Input)
    case report(CheckWorker.Report)
  }

  private let options: RuleArguments
  private let events = EventQueue<Event>()
  private let worker: CheckWorker
  private var isInitialized = false
  private var isShutDown = false
  /// The requests that the editor has cancelled.
  private var cancelled: Set<JSONValue> = []
  /// The open texts, by path.
  private(set) var texts: [String: String] = [:]
  /// The addresses of opened files, as the editor wrote them.
  private var addresses: [String: String] = [:]
  /// For each project, the index of the last check that could read all rules.
  private(set) var indexes: [ServerProject: RuleIndex] = [:]
  /// For each project, the files that have findings in the editor.
  private var marked: [ServerProject: Set<String>] = [:]

  init(_ options: RuleArguments) {
    self.options = options
    let events = events
    worker = CheckWorker(options) { events.push(.report($0)) }
  }

  /// Serves until the editor disconnects.
  ///
  /// - Returns: Whether the editor sent a shutdown request before.
  /// - Throws: ``Failure`` if the editor cannot be written to.
  mutating func run() throws -> Bool {
    let events = events
    Thread.detachNewThread { MessageStream.read { events.push(.input($0)) } }
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
      }
    }
  }

  // MARK: Messages

  /// The codes of errors.
  ///
  /// SOURCE: the specifications of JSON-RPC 2.0 and of the Language Server Protocol.
  enum ErrorCode: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
  }

  /// The reason why a request has no answer.
  struct RequestError: Error {
    let code: ErrorCode
    let message: String
  }

  private mutating func receive(_ message: JSONValue) throws {
    guard let method = message["method"]?.string else {
      // A response of the editor has an id and no method; the server has sent no request.
      let isAnswer = message["result"] != nil || message["error"] != nil
      if !isAnswer { try reply(to: message["id"] ?? .null, error: .invalidRequest, "no method") }
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return notified(method, parameters) }
    do {
      if cancelled.remove(id) != nil {
        throw RequestError(code: .requestCancelled, message: "the request was cancelled")
      }
      let result = try answer(method, parameters)
      try MessageStream.write(
        .object(["jsonrpc": .string("2.0"), "id": id, "result": result]))
    } catch let error as RequestError {
      try reply(to: id, error: error.code, error.message)
    }
  }

  /// Reports an invalid message to the editor, and to standard error.
  private func complain(_ reason: String) throws {
    StandardError.print("lsp: \(reason)")
    try reply(to: .null, error: .parseError, reason)
  }

  private func reply(to id: JSONValue, error: ErrorCode, _ message: String) throws {
    let content: JSONValue = .object([
      "code": .integer(error.rawValue), "message": .string(message),
    ])
    try MessageStream.write(.object(["jsonrpc": .string("2.0"), "id": id, "error": content]))
  }

  private mutating func answer(
    _ method: String, _ parameters: JSONValue
  ) throws(RequestError) -> JSONValue {
    if method == "initialize" {
      if isInitialized {
        throw RequestError(code: .invalidRequest, message: "the server is initialized already")
      }
      isInitialized = true
      return Self.capabilities
    }
    guard isInitialized else {
      throw RequestError(code: .notInitialized, message: "the server is not initialized")
    }
    guard !isShutDown else {
      throw RequestError(code: .invalidRequest, message: "the server is shut down")
    }
    switch method {
    case "shutdown":
      isShutDown = true
      return .null
    case "textDocument/hover": return try hover(parameters)
    case "textDocument/definition": return try definition(parameters)
    case "textDocument/completion": return try completion(parameters)
    default:
      throw RequestError(code: .methodNotFound, message: "there is no method `\(method)`")
    }
  }

  private static let capabilities: JSONValue = .object([
    "capabilities": .object([
      "textDocumentSync": .object([
        "openClose": .boolean(true), "change": .integer(1), "save": .boolean(true),
      ]),
      "hoverProvider": .boolean(true),
      "definitionProvider": .boolean(true),
      "completionProvider": .object([
        "triggerCharacters": .array([".", "\"", "'"].map { .string($0) })
      ]),
    ]),
    "serverInfo": .object([
      "name": .string("luarules"), "version": .string(LuaRulesCommand.configuration.version),
    ]),
  ])

  // MARK: Documents

  private mutating func notified(_ method: String, _ parameters: JSONValue) {
    if method == "$/cancelRequest", let id = parameters["id"] {
      // Requests that were answered already are never removed, so the set is emptied when
      // it is large.
      if cancelled.count > 1000 { cancelled.removeAll() }
      cancelled.insert(id)
    }
    guard isInitialized, !isShutDown else { return }
    let document = parameters["textDocument"]
    guard let uri = document?["uri"]?.string, let path = Self.path(ofURI: uri) else {
      if method == "workspace/didChangeWatchedFiles" {
        for path in texts.keys.sorted() { check(path) }
      }
      return
    }
    switch method {
    case "textDocument/didOpen":
      guard let text = document?["text"]?.string else { return }
      addresses[path] = uri
      texts[path] = text
    case "textDocument/didChange":
      // The editor sends the whole text each time; the last one is used.
      guard texts[path] != nil, let text = parameters["contentChanges"]?.elements.last?["text"]
      else { return }
      texts[path] = text.string ?? texts[path]
    case "textDocument/didClose": texts[path] = nil
    case "textDocument/didSave": break
    default: return
    }
    check(path)
  }

  private func check(_ path: String) {
    worker.add(CheckWorker.Job(project: ServerProject(of: path, options), texts: texts))
  }

  /// Returns the index of the rules that a file belongs to.
  func index(for path: String) -> RuleIndex? { indexes[ServerProject(of: path, options)] }

  private mutating func publish(_ report: CheckWorker.Report) throws {
    guard !isShutDown else { return }
    var findings: [String: [JSONValue]] = [:]
    if let check = report.check {
      if check.isWhole || indexes[report.project] == nil {
        indexes[report.project] = check.index
      }
      for finding in check.findings {
        let path = Self.absolute(finding.location.file)
        findings[path, default: []].append(diagnostic(of: finding))
      }
    } else if let failure = report.failure {
      let path = Self.absolute(failure.location?.file ?? ".")
      findings[path] = [diagnostic(of: failure)]
    }
    let files = Set(findings.keys)
    // Open files are reported even without findings.
    let open = texts.keys.filter { ServerProject(of: $0, options) == report.project }
    for path in files.union(marked[report.project] ?? []).union(open).sorted() {
      let content: JSONValue = .object([
        "uri": .string(uri(of: path)), "diagnostics": .array(findings[path] ?? []),
      ])
      try MessageStream.write(
        .object([
          "jsonrpc": .string("2.0"), "method": .string("textDocument/publishDiagnostics"),
          "params": content,
        ]))
    }
    marked[report.project] = files
  }

  // MARK: Paths

  static func path(ofURI uri: String) -> String? {
    guard let url = URL(string: uri), url.isFileURL else { return nil }
    return url.standardizedFileURL.path(percentEncoded: false)
  }

  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// Returns the address of a file, as the editor wrote it if possible.
  func uri(of path: String) -> String {
    addresses[path] ?? URL(filePath: path).absoluteString
  }
}
