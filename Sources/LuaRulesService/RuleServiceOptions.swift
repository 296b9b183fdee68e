#if Service
  /// The limits of a service, and who may ask.
  public struct RuleServiceOptions: Sendable {
    /// The tokens that requests must have, or `nil` if everybody may ask.
    ///
    /// `/healthz` and `/readyz` are open to everybody.
    public var tokens: AccessTokens?
    /// The most bytes of a body; a larger one is answered with `INVALID_CONTEXT`.
    public var bodyLimit = 64 << 10
    /// The most requests at one time; a further one is answered with status 429.
    public var requestLimit = 512
    /// The most connections of ``RuleService/application(at:onStart:)``; others wait until one ends.
    public var connectionLimit = 4096
    /// The most clients that listen for changes at one time; a further one is answered with status 503.
    ///
    /// Each has a connection. With 0 there is no event stream, and answers do not name one.
    public var streamLimit = 1024
    /// The address of the event stream for clients, if it is not beside that of the flags.
    ///
    /// For a proxy that serves it on another host, or under another path.
    public var streamURL: String?
    /// The time within which a request must have arrived, and the time for all flags of one request.
    ///
    /// The time for one flag is limited by the budget of the rules.
    public var timeLimit: Duration = .seconds(10)
    /// Whether `/explain` answers.
    public var explains = true
    /// Whether answers and errors leave out the files and lines of rules.
    ///
    /// A rule without a name has the variant `rule` then, the failure of a rule has only its code, and
    /// `/explain` is switched off.
    public var hidesSources = false
    /// Whether the same question has the same answer until the rules change.
    ///
    /// Then a client that repeats a question is told so without an evaluation. Switch it off if host
    /// functions look at anything but their arguments.
    public var isRepeatable = true

    /// The time after which clients that listen are sent a comment.
    package var heartbeatInterval: Duration = .seconds(15)

    /// How long a connection without a request stays open.
    package var idleTimeout: Duration = .seconds(60)

    /// Tells of rules that are fetched from another server; `nil` if there are none.
    ///
    /// Each request for `/metrics` calls it, on any thread; it must not wait.
    package var fetchedStatus: (@Sendable () -> FetchedStatus)?

    /// Creates options: everybody may ask, within the limits above.
    public init() {}
  }
#endif
