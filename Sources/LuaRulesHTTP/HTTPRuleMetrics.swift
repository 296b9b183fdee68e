#if HTTP && Metrics
  public import Metrics

  /// Counts what an ``HTTPRuleSource`` does, with swift-metrics; needs the package trait `Metrics`.
  ///
  /// | metric | kind | is |
  /// |---|---|---|
  /// | `luarules_fetches` | counter | questions, by the dimension `outcome`: fetched, unchanged, failed |
  /// | `luarules_fetch_errors` | counter | questions that failed, by the dimension `code`, such as untrusted |
  /// | `luarules_fetch_failures` | gauge | questions that failed since the last good answer |
  /// | `luarules_fetch_duration` | timer | the time of a question, with redirects, body and check |
  /// | `luarules_fetched_bytes` | counter | bytes of bundles that arrived whole, good or not |
  /// | `luarules_bundle_revision` | gauge | the revision of the bundle, if it has one |
  /// | `luarules_bundle_age_seconds` | gauge | how long ago the server last said that this is its bundle |
  /// | `luarules_bundle_confirmed_timestamp_seconds` | gauge | when that was, in seconds since 1970 |
  ///
  /// All have the dimension `model` if the metrics have a name.
  ///
  /// Metrics are recorded at the end of each question, so the age stands still between two questions;
  /// after a good answer it is nearly 0. The age at any other time is the present time less
  /// `luarules_bundle_confirmed_timestamp_seconds`, as far as the clock of this host and of the one
  /// that reads agree. A bundle of the disk that no server has confirmed has neither.
  public final class HTTPRuleMetrics: Sendable {
    private let fetched: Counter
    private let unchanged: Counter
    private let failed: Counter
    private let bytes: Counter
    private let failures: Gauge
    private let revision: Gauge
    private let age: Gauge
    private let confirmed: Gauge
    private let duration: CoreMetrics.Timer
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory

    /// Creates metrics; they are for one source.
    ///
    /// - Parameters:
    ///   - name: A name for the model, to distinguish the models of a process.
    ///   - factory: The factory of the metrics; by default the process's own.
    public init(name: String? = nil, factory: any MetricsFactory = MetricsSystem.factory) {
      let dimensions = name.map { [("model", $0)] } ?? []
      func gauge(_ label: String) -> Gauge {
        Gauge(label: label, dimensions: dimensions, factory: factory)
      }
      func fetches(_ outcome: String) -> Counter {
        Counter(
          label: "luarules_fetches", dimensions: dimensions + [("outcome", outcome)],
          factory: factory)
      }
      fetched = fetches("fetched")
      unchanged = fetches("unchanged")
      failed = fetches("failed")
      bytes = Counter(label: "luarules_fetched_bytes", dimensions: dimensions, factory: factory)
      failures = gauge("luarules_fetch_failures")
      revision = gauge("luarules_bundle_revision")
      age = gauge("luarules_bundle_age_seconds")
      confirmed = gauge("luarules_bundle_confirmed_timestamp_seconds")
      duration = CoreMetrics.Timer(
        label: "luarules_fetch_duration", dimensions: dimensions, factory: factory)
      self.dimensions = dimensions
      self.factory = factory
    }

    /// Records a question that has ended.
    ///
    /// - Parameters:
    ///   - event: What became of it.
    ///   - byteCount: The bytes of the bundle that arrived.
    ///   - time: How long it took.
    ///   - status: What there is since then; `nil` without a bundle.
    ///   - now: The seconds since 1970.
    func record(
      _ event: HTTPRuleEvent, byteCount: Int, time: Duration, status: HTTPRuleStatus?, now: Int
    ) {
      switch event {
      case .fetched: fetched.increment()
      case .unchanged: unchanged.increment()
      case .failed(let error, _):
        failed.increment()
        // Made when it is needed: the codes are not a closed list.
        Counter(
          label: "luarules_fetch_errors", dimensions: dimensions + [("code", error.code.rawValue)],
          factory: factory
        ).increment()
      case .notStored: return
      }
      bytes.increment(by: byteCount)
      duration.recordNanoseconds(Int64(time / .nanoseconds(1)))
      if case .failed(_, let count) = event { failures.record(count) } else { failures.record(0) }
      if let number = status?.revision { revision.record(number) }
      if let seconds = status?.age.map({ $0 / .seconds(1) }) {
        age.record(seconds)
        confirmed.record(Double(now) - seconds)
      }
    }
  }
#endif
