#if HTTP
  package import Dispatch
  public import Foundation
  import Logging
  public import LuaRules

  /// Rules that are fetched from a web server, as a bundle.
  ///
  /// ```swift
  /// var options = HTTPRuleOptions()
  /// options.cacheFile = folder.appending(path: "shop.rules")
  /// let source = try await HTTPRuleSource(url, options: options) { bytes, name in
  ///   RuleSource(bundle: bytes, name: name).signed(by: trust)
  /// }
  /// let rules = try LiveRuleModel(source, schema: .app)
  /// ```
  ///
  /// It asks again and again, by the tag of the last answer, until it is
  /// released or stopped. A bundle that is damaged, or not signed as it has to be, changes
  /// nothing. Neither does a server that cannot be reached.
  public final class HTTPRuleSource: LiveRuleSource {
    private let loop: FetchLoop
    private let task: Task<Void, Never>

    /// Fetches a bundle, and goes on asking for newer ones.
    ///
    /// Reads the bundle of ``HTTPRuleOptions/cacheFile``, then asks the server for a newer one. It
    /// waits for the answer even if there is a file, up to ``HTTPRuleOptions/timeLimit``; without
    /// a good answer the bundle of the file is used.
    ///
    /// - Parameters:
    ///   - url: The address of the bundle.
    ///   - options: How to ask.
    ///   - source: Makes the source of the content and the name of a bundle, with its grant and
    ///     its signature; by default it has none.
    /// - Throws: `RuleError` if there is neither a good answer nor a good bundle on the disk.
    public convenience init(
      _ url: URL, options: HTTPRuleOptions = HTTPRuleOptions(),
      source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource = {
        RuleSource(bundle: $0, name: $1)
      }
    ) async throws(RuleError) {
      try await self.init(url, options: options, transport: ClientTransport(), source: source)
    }

    /// Begins to ask for a bundle, and returns at once, even if there is none yet.
    ///
    /// The bundle of ``HTTPRuleOptions/cacheFile`` is there from the beginning. Without one,
    /// ``sources()`` throws until a bundle was fetched, so a live model of it needs an
    /// `initialModel:` or an archive. The server is asked again after a second, two seconds, and so on.
    ///
    /// - Parameters:
    ///   - url: The address of the bundle.
    ///   - options: How to ask.
    ///   - source: Makes the source of the content and the name of a bundle.
    /// - Throws: `RuleError` for an address or a token that cannot be used.
    public convenience init(
      asking url: URL, options: HTTPRuleOptions = HTTPRuleOptions(),
      source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource = {
        RuleSource(bundle: $0, name: $1)
      }
    ) throws(RuleError) {
      try self.init(asking: url, options: options, transport: ClientTransport(), source: source)
    }

    /// Fetches by another transport, and waits by another clock.
    @_spi(Simulation) public init(
      _ url: URL, options: HTTPRuleOptions, transport: any BundleTransport,
      clock: FetchClock = FetchClock(),
      source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource = {
        RuleSource(bundle: $0, name: $1)
      }
    ) async throws(RuleError) {
      loop = try Self.loop(url, options, transport, clock, source)
      let diskError = Self.startFromDisk(loop)
      let first = await loop.fetch(isRegular: true)
      guard loop.source != nil else {
        task = Task {}
        var error = loop.failure ?? Self.noBundle
        if let diskError { error.others.append(diskError) }
        throw error
      }
      task = Self.task(of: loop, after: first, clock)
    }

    /// Begins to ask by another transport, and waits by another clock.
    @_spi(Simulation) public init(
      asking url: URL, options: HTTPRuleOptions, transport: any BundleTransport,
      clock: FetchClock = FetchClock(),
      source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource = {
        RuleSource(bundle: $0, name: $1)
      }
    ) throws(RuleError) {
      loop = try Self.loop(url, options, transport, clock, source)
      if let error = Self.startFromDisk(loop) { loop.logger.warning("\(error)") }
      task = Self.task(of: loop, after: nil, clock)
    }

    private static func loop(
      _ url: URL, _ options: HTTPRuleOptions, _ transport: any BundleTransport,
      _ clock: FetchClock, _ source: @escaping FetchLoop.Sources
    ) throws(RuleError) -> FetchLoop {
      guard let address = FetchAddress(url) else {
        throw RuleError(.unreadable, "the address is not one of HTTP")
      }
      if let token = options.token { try check(token, for: address) }
      return FetchLoop(
        BundleFetcher(address: address, options: options, transport: transport, clock: clock),
        logger: Logger(label: "luarules.http"), source)
    }

    /// Asks again and again; at once, unless there is a first delay.
    private static func task(
      of loop: FetchLoop, after first: Duration?, _ clock: FetchClock
    ) -> Task<Void, Never> {
      Task {
        var delay: Duration
        if let first { delay = first } else { delay = await loop.fetch(isRegular: true) }
        while !Task.isCancelled, (try? await clock.wait(delay)) != nil {
          delay = await loop.fetch(isRegular: true)
        }
      }
    }

    private static var noBundle: RuleError {
      RuleError(.unreadable, "no bundle has been fetched yet")
    }

    /// Waits until the first question has ended, or the time is over; blocks the thread.
    package func waitForFirstAnswer(atMost limit: DispatchTimeInterval) {
      loop.waitForFirstEnd(atMost: limit)
    }

    /// Throws for a token that cannot be sent to an address.
    package static func check(_ token: String, for url: URL) throws(RuleError) {
      guard let address = FetchAddress(url) else {
        throw RuleError(.unreadable, "the address is not one of HTTP")
      }
      try check(token, for: address)
    }

    /// Throws for a token that no header can carry, or that everybody could read on its way.
    private static func check(
      _ token: String, for address: FetchAddress
    ) throws(RuleError) {
      let location = SourceLocation(file: address.name)
      guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw RuleError(
          .unreadable, "the token has characters that no header can have", at: location,
          hint: "a token from a file often ends with a line break")
      }
      guard address.isConfidential else {
        throw RuleError(
          .unreadable, "the token would be sent without encryption", at: location,
          hint: "use an address that begins with `https`")
      }
    }

    deinit { stop() }

    private static func startFromDisk(_ loop: FetchLoop) -> RuleError? {
      do {
        _ = try loop.startFromDisk()
        return nil
      } catch {
        return error
      }
    }

    /// What there is, and since when.
    public var status: HTTPRuleStatus? { loop.status }

    /// How many questions have failed in a row, also before there is a bundle.
    package var failures: Int { loop.failures }

    /// What happens from now on; each use is a subscription of its own.
    public var events: AsyncStream<HTTPRuleEvent> { loop.events.subscribe() }

    /// The bundle that was fetched last.
    ///
    /// - Throws: `RuleError` while there is none.
    public func sources() throws -> [RuleSource] {
      guard let source = loop.source else { throw loop.failure ?? Self.noBundle }
      return [source]
    }

    /// A stream that yields whenever another bundle was fetched.
    public func changes() -> AsyncStream<Void> { loop.changes.subscribe() }

    /// Asks the server now, besides the regular questions, which go on as they were planned.
    public func fetch() async { await loop.fetch(isRegular: false) }

    /// Stops asking; the bundle that was fetched last stays.
    public func stop() {
      task.cancel()
      loop.stop()
    }
  }
#endif
