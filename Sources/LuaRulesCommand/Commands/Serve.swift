#if Service
  import ArgumentParser
  import Dispatch
  import Foundation
  import Logging
  import LuaRules
  import LuaRulesService
  import LuaRulesTools
  import Synchronization

  struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Serve answers over HTTP, by OpenFeature's remote evaluation protocol.",
      discussion: """
        Every key that a rule assigns is a flag, and the context of a request sets values. Edits of the \
        rules become active at once. If an edit does not load, its error goes to standard error, and the \
        earlier rules stay active. If the rules do not load at the start, /readyz reports it until they do. \
        The schema and the grants are read once.

        RULES may be the address of a bundle. The server is asked for a newer one from time to time; if it \
        does not answer, the last good one stays active. Until there is one, /readyz reports it.

        Clients hear of changes at once by /ofrep/v1/events, which the answer for all flags names.

        Without tokens, everyone who can reach the address may ask. The command ends with status 0 on Ctrl-C \
        and on SIGTERM, after the requests that have begun.

        luarules serve rules/ --schema app.schema.json
        luarules serve rules/ --bind 0.0.0.0 --token-file tokens --gate checks
        luarules serve https://store.example/shop.rules --schema app.schema.json --cache last/
        """)

    @OptionGroup(title: "Rule options") var rules: RuleArguments

    #if HTTP
      @OptionGroup var fetching: FetchOptions
    #endif

    #if Signing
      @OptionGroup var trusting: TrustOptions
    #endif

    @Option(help: "The address to listen on.")
    var bind = "127.0.0.1"

    @Option(help: "The port to listen on, or 0 for any free one.")
    var port = 8080

    @Option(
      help: ArgumentHelp(
        "A file with a token on each line, one of which requests must have. Without it, the "
          + "environment variable LUARULES_TOKENS is read in the same way.",
        valueName: "file"))
    var tokenFile: String?

    @Option(
      help: ArgumentHelp(
        "A gate that edited rules must pass before they become active; may be repeated.",
        valueName: "gate"))
    var gate: [ProjectGate] = []

    @Option(
      help: ArgumentHelp(
        "The file to append a line of JSON to for each answer, or - for standard output.",
        valueName: "file"))
    var decisionLog: String?

    @Option(
      help: ArgumentHelp(
        "A name or path of the context to include in these lines; may be repeated.",
        valueName: "name"))
    var logContext: [String] = []

    @Flag(inversion: .prefixedNo, help: "Answer /explain.")
    var explain = true

    @Flag(
      help: "Leave the files and lines of rules out of answers and errors, and switch off /explain."
    )
    var hideSources = false

    @Option(help: "The most bytes of a request.")
    var maxBody = RuleServiceOptions().bodyLimit

    @Option(help: "The most requests at one time.")
    var maxRequests = RuleServiceOptions().requestLimit

    @Option(help: "The most open connections.")
    var maxConnections = RuleServiceOptions().connectionLimit

    @Option(
      help: ArgumentHelp(
        "The most clients that listen for changes, or 0 for no event stream. "
          + "By default 1024, and at most half of --max-connections.",
        valueName: "max-streams"))
    var maxStreams: Int?

    @Option(
      help: ArgumentHelp(
        "The address of the event stream for clients, if a proxy serves it elsewhere.",
        valueName: "url"))
    var streamURL: String?

    @Option(
      help: ArgumentHelp(
        "The seconds that a request may take to arrive, and to be answered.",
        valueName: "seconds"))
    var timeout = RuleServiceOptions().timeLimit / .seconds(1)

    func validate() throws {
      try checkAddresses()
      #if Signing
        try rules.checkSettings("--trust", trusting.trust)
      #endif
      guard (0...65_535).contains(port) else {
        throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
      }
      guard logContext.isEmpty || decisionLog != nil else {
        throw ValidationError("--log-context needs --decision-log")
      }
      guard timeout > 0, timeout <= 3600 else {
        throw ValidationError(
          "--timeout takes seconds, more than 0 and at most 3600, not \(timeout)")
      }
      let limits = [
        ("--max-body", maxBody), ("--max-requests", maxRequests),
        ("--max-connections", maxConnections),
      ]
      for (name, limit) in limits where limit < 1 {
        throw ValidationError("\(name) takes a number from 1 on, not \(limit)")
      }
      if let maxStreams, !(0..<maxConnections).contains(maxStreams) {
        throw ValidationError(
          "--max-streams takes a number from 0 to \(maxConnections - 1), because each stream has one of "
            + "the \(maxConnections) connections, not \(maxStreams)")
      }
      if let streamURL, !Self.isAddress(streamURL) {
        throw ValidationError("--stream-url takes an address of HTTP, not \(streamURL)")
      }
    }

    func run() throws {
      try withExitStatus {
        let gates = gate.isEmpty ? try rules.gatesOfProject() : gate
        let rules = try rules.withRulesOfProject()
        let tokens = try tokens()
        var options = RuleServiceOptions()
        options.tokens = tokens
        options.bodyLimit = maxBody
        options.requestLimit = maxRequests
        options.connectionLimit = maxConnections
        options.timeLimit = .seconds(timeout)
        options.explains = explain
        options.hidesSources = hideSources
        options.streamLimit = maxStreams ?? min(options.streamLimit, max(1, maxConnections / 2))
        options.streamURL = streamURL
        if tokens == nil, !["127.0.0.1", "::1", "localhost"].contains(bind) {
          StandardError.print(
            "warning: there are no tokens: everyone who can reach \(bind) may ask")
        }
        let log = try decisionLog.map { try DecisionLog(contextKeys: logContext, to: output($0)) }
        let (models, fetched) = try liveModels(of: rules, gates: gates, log: log)
        options.fetchedStatus = fetched
        let service = RuleService(
          models[0], fallback: Array(models.dropFirst()), options: options)
        try serve(service)
        log?.flush()
        return nil
      }
    }

    /// Serves until a signal asks to end.
    private func serve(_ service: RuleService) throws {
      // A client, or the reader of the log, may leave at any time.
      signal(SIGPIPE, SIG_IGN)
      let address = bind.contains(":") ? "[\(bind)]" : bind
      let application = service.application(at: .hostname(bind, port: port)) { port in
        StandardError.print("serving at http://\(address):\(port)")
      }
      let problem = Mutex<(any Error)?>(nil)
      let end = DispatchSemaphore(value: 0)
      Task.detached {
        do {
          try await application.runService()
        } catch {
          problem.withLock { $0 = error }
        }
        end.signal()
      }
      end.wait()
      if let problem = problem.withLock(\.self) {
        throw Failure(
          RuleError(.unwritable, "cannot serve at \(address):\(port): \(problem)"), .noOutput)
      }
    }

    private func tokens() throws -> AccessTokens? {
      do {
        if let tokenFile {
          let text = try SettingsFile(tokenFile).text(or: .unreadable)
          return try AccessTokens(lines: text, name: tokenFile)
        }
        let name = "LUARULES_TOKENS"
        return try ProcessInfo.processInfo.environment[name].map {
          try AccessTokens(lines: $0, name: name)
        }
      } catch let error as RuleError {
        throw Failure(error, .badData)
      }
    }

    /// Opens the file of the decision log at its end.
    private func output(_ path: String) throws -> FileHandle {
      if path == "-" { return .standardOutput }
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw Failure(
          RuleError(.unwritable, "the file cannot be written", at: SourceLocation(file: path)),
          .noOutput)
      }
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
  }
#endif
