#if HTTP
  internal import Dispatch
  import LuaRules
  import Logging
  import Synchronization

  /// What an ``HTTPRuleSource`` has fetched, and what fetches it.
  final class FetchLoop: Sendable {
    /// Makes the source of the bytes of a bundle and their name.
    typealias Sources = @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource

    private struct State {
      var schedule: FetchSchedule
      var bundle: Held?
      var confirmed: ContinuousClock.Instant?
      var failure: RuleError?
      /// How many questions have failed in a row, regular ones and others.
      var failures = 0
      /// The number of the last question, and of the last one whose bundle was taken.
      var asked = 0
      var taken = 0
    }

    /// A bundle whose digests, and signature, were checked.
    private struct Held {
      var tag: String?
      var source: RuleSource
      var revision: Int64?
      var digest: String
      var signature: String?

      /// Whether both are the same bytes: the digest covers the files, but not the signature.
      func hasContent(of other: Held) -> Bool {
        digest == other.digest && signature == other.signature
      }
    }

    private let fetcher: BundleFetcher
    private let store: BundleStore?
    private let makeSource: Sources
    let logger: Logger
    private let state: Mutex<State>
    /// Signaled when the first question has ended.
    private let firstEnd = DispatchSemaphore(value: 0)
    /// Told of everything that happens.
    let events = EventHub<HTTPRuleEvent>(capacity: 100)
    /// Told whenever the source may have changed.
    let changes = EventHub<Void>(capacity: 1)

    init(_ fetcher: BundleFetcher, logger: Logger, _ makeSource: @escaping Sources) {
      let options = fetcher.options
      self.fetcher = fetcher
      self.logger = logger
      self.makeSource = makeSource
      store = options.cacheFile.map {
        BundleStore(BundleCache(file: $0, address: fetcher.address))
      }
      state = Mutex(
        State(
          schedule: FetchSchedule(
            interval: options.interval, jitter: options.jitter, longest: options.maximumDelay)))
    }

    /// The current source; `nil` before there is a good bundle.
    var source: RuleSource? { state.withLock { $0.bundle?.source } }

    /// The state for people; `nil` before there is a good bundle.
    var status: HTTPRuleStatus? {
      state.withLock { state in
        state.bundle.map { bundle in
          HTTPRuleStatus(
            revision: bundle.revision, digest: bundle.digest,
            age: state.confirmed.map { $0.duration(to: .now) },
            failures: state.failures, failure: state.failure,
            storeFailure: store?.failure)
        }
      }
    }

    /// How many questions have failed in a row.
    var failures: Int { state.withLock { $0.failures } }

    /// The failure of the last question; `nil` if it was answered.
    var failure: RuleError? { state.withLock { $0.failure } }

    /// Waits until the first question has ended, or the time is over.
    func waitForFirstEnd(atMost limit: DispatchTimeInterval) {
      if firstEnd.wait(timeout: .now() + limit) == .success { firstEnd.signal() }
    }

    /// Asks once.
    ///
    /// - Parameter isRegular: Whether the question is one of the schedule; a failure of any other one does
    ///   not delay the regular ones.
    /// - Returns: The time until the next question.
    @discardableResult
    func fetch(isRegular: Bool) async -> Duration {
      let start = ContinuousClock.now
      let (number, tag) = state.withLock { state in
        state.asked += 1
        return (state.asked, state.bundle?.tag)
      }
      var outcome: FetchSchedule.Outcome
      var event = HTTPRuleEvent.unchanged
      var failure: RuleError?
      var byteCount = 0
      do {
        switch try await fetcher.answer(unlessTagged: tag) {
        case .unchanged(let freshness):
          outcome = .answered(freshFor: freshness)
        case .bundle(let bytes, let tag, let freshness):
          outcome = .answered(freshFor: freshness)
          byteCount = bytes.count
          event = try take(bytes, tag: tag, asNumber: number)
        }
      } catch is CancellationError where Task.isCancelled {
        // Nobody wants to know.
        return .zero
      } catch {
        outcome = .failed(retryAfter: (error as? FetchFault)?.retryAfter)
        failure = RuleError(error, at: fetcher.address)
      }
      let delay = state.withLock { state in
        var random = SystemRandomNumberGenerator()
        state.failure = failure
        state.failures = failure == nil ? 0 : state.failures + 1
        if failure == nil { state.confirmed = .now }
        var delay = Duration.zero
        if isRegular {
          delay = state.schedule.delay(after: outcome, using: &random)
        } else if failure == nil {
          state.schedule.noteAnswer()
        }
        if let failure { event = .failed(failure, failures: state.failures) }
        return delay
      }
      firstEnd.signal()
      tell(event)
      #if Metrics
        fetcher.options.metrics?.record(
          event, byteCount: byteCount, time: start.duration(to: .now), status: status,
          now: fetcher.clock.now())
      #endif
      if failure == nil, let storeFailure = store?.writeIfMissing() {
        tell(.notStored(storeFailure))
      }
      return delay
    }

    /// Takes the bundle of the file, for a start without network.
    ///
    /// - Throws: `RuleError` if the bundle is not good.
    /// - Returns: Whether there was a file.
    func startFromDisk() throws(RuleError) -> Bool {
      guard let kept = store?.read(limit: fetcher.options.maximumSize) else { return false }
      do throws(RuleError) {
        let bundle = try checked(kept.bytes, tag: kept.tag)
        state.withLock { $0.bundle = bundle }
        return true
      } catch {
        var error = error
        error.location = fetcher.options.cacheFile.map { SourceLocation(file: $0.relativePath) }
        throw error
      }
    }

    /// Checks a bundle, and makes it the current one.
    private func take(
      _ bytes: [UInt8], tag: String?, asNumber number: Int
    ) throws(RuleError) -> HTTPRuleEvent {
      let new = try checked(bytes, tag: tag)
      let outcome = try state.withLock { state throws(RuleError) -> Outcome in
        // A later question may have been answered before this one.
        guard number > state.taken else { return .outdated }
        try refuseOlder(new, than: state.bundle)
        state.taken = number
        defer { state.bundle = new }
        guard let old = state.bundle, old.hasContent(of: new) else { return .other }
        return old.tag == tag ? .same : .retagged
      }
      if [.other, .retagged].contains(outcome) {
        store?.note(bytes, tag: tag, asNumber: number, isSame: outcome == .retagged)
      }
      guard outcome == .other else { return .unchanged }
      return .fetched(revision: new.revision, digest: new.digest)
    }

    /// What a bundle is to the one that is held.
    private enum Outcome {
      case other, same, retagged, outdated
    }

    /// Throws for a signed bundle that is older than the one that is held.
    ///
    /// The trust of a source does not know a revision before a model with it is active.
    private func refuseOlder(_ new: Held, than held: Held?) throws(RuleError) {
      guard let held, new.signature != nil, held.signature != nil, let old = held.revision,
        let revision = new.revision, revision < old
      else { return }
      throw RuleError(
        .untrusted, "revision \(revision) is older than revision \(old), which was fetched before",
        at: SourceLocation(file: fetcher.address.name))
    }

    private func checked(_ bytes: [UInt8], tag: String?) throws(RuleError) -> Held {
      let source = makeSource(bytes, fetcher.address.name)
      // Checks the signature before anything else, if the source has to be signed.
      let files = try source.bundleFiles(in: LocalFileSystem(), within: .loading)
      guard let bundle = files?.bundle else {
        throw RuleError(
          .badBundle, "the source is not one of the bundle",
          at: SourceLocation(file: fetcher.address.name))
      }
      return Held(
        tag: tag, source: source, revision: bundle.revision, digest: bundle.digest,
        signature: bundle.signature)
    }

    private func tell(_ event: HTTPRuleEvent) {
      switch event {
      case .failed, .notStored: logger.warning("\(event)")
      case .fetched: logger.info("\(event)")
      case .unchanged: logger.debug("\(event)")
      }
      events.send(event)
      if case .fetched = event { changes.send(()) }
    }

    /// Ends all streams.
    func stop() {
      events.finish()
      changes.finish()
    }
  }
#endif
