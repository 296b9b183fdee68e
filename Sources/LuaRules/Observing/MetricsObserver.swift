#if Metrics
  public import Metrics
  import Synchronization

  /// Counts answers and events with swift-metrics; needs the package trait `Metrics`.
  ///
  /// | metric | kind | dimensions |
  /// |---|---|---|
  /// | `luarules_answers` | counter | `source`: set, rule, fallback, default; `key` |
  /// | `luarules_errors` | counter | `code`, such as wrong-value; `key` |
  /// | `luarules_budget_hits` | counter | `key` |
  /// | `luarules_answer_duration` | timer, of errors too | `key` |
  /// | `luarules_swaps`, `luarules_rollbacks`, `luarules_rejections`, `luarules_refusals`, `luarules_reports`, `luarules_warnings` | counter | |
  /// | `luarules_suspensions`, `luarules_resumptions`: rules suspended, and rules that work again | counter | |
  /// | `luarules_generation` | gauge | |
  ///
  /// All have the dimension `model` if the observer has a name. With
  /// sampling, counters are scaled, so that they also cover the answers that were not sampled.
  public final class MetricsObserver: RuleObserver {
    private let name: String?
    private let keys: Set<String>
    private let factory: any MetricsFactory
    private let counters = Mutex<[Label: Counter]>([:])
    private let timers = Mutex<[Label: CoreMetrics.Timer]>([:])
    private let generation: Gauge

    private struct Label: Hashable {
      var name: String
      /// The value of the dimension that only this metric has.
      var own: String?
      var key: String?
    }

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - name: A name for the model, to distinguish the models of a process. Each name makes its own
    ///     metrics, so a process with many tenants should use one observer for all.
    ///   - keys: The keys with their own value of the dimension `key`; all others have
    ///     `other`. Each key makes its own metrics, so the list must be fixed, and never
    ///     come from requests; if it is empty, there is no such dimension.
    ///   - factory: The factory of the metrics; by default the process's own.
    public init(
      name: String? = nil, keys: Set<String> = [],
      factory: any MetricsFactory = MetricsSystem.factory
    ) {
      self.name = name
      self.keys = keys
      self.factory = factory
      generation = Gauge(
        label: "luarules_generation", dimensions: Self.dimensions(of: name), factory: factory)
    }

    /// Counts an answer.
    public func observe(_ answer: ObservedAnswer) {
      let key = keys.isEmpty ? nil : keys.contains(answer.key) ? answer.key : "other"
      if let error = answer.error {
        count("luarules_errors", "code", error.code.rawValue, key: key, by: answer.weight)
        if error.code == .budget { count("luarules_budget_hits", key: key, by: answer.weight) }
      } else {
        count("luarules_answers", "source", answer.source?.rawValue, key: key, by: answer.weight)
      }
      timer(key: key).recordNanoseconds(Int64(answer.duration / .nanoseconds(1)))
    }

    /// Counts an event.
    public func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {
      switch event {
      case .active(let number, _): generation.record(number)
      case .swapped(let number):
        generation.record(number)
        count("luarules_swaps")
      case .rolledBack(_, let number):
        generation.record(number)
        count("luarules_rollbacks")
      case .rejected: count("luarules_rejections")
      case .refused: count("luarules_refusals")
      case .reported: count("luarules_reports")
      case .warned(_, let warnings): count("luarules_warnings", by: warnings.count)
      case .suspended: count("luarules_suspensions")
      case .resumed: count("luarules_resumptions")
      }
    }

    private func count(
      _ metric: String, _ dimension: String? = nil, _ own: String? = nil, key: String? = nil,
      by amount: Int = 1
    ) {
      let label = Label(name: metric, own: own, key: key)
      let counter = Self.known(label, in: counters) {
        var dimensions = Self.dimensions(of: name, key: key)
        if let dimension, let own { dimensions.append((dimension, own)) }
        return Counter(label: metric, dimensions: dimensions, factory: factory)
      }
      counter.increment(by: amount)
    }

    private func timer(key: String?) -> CoreMetrics.Timer {
      let label = Label(name: "luarules_answer_duration", key: key)
      return Self.known(label, in: timers) {
        CoreMetrics.Timer(
          label: label.name, dimensions: Self.dimensions(of: name, key: key), factory: factory)
      }
    }

    /// Returns the metric of a label; makes it at the first use.
    private static func known<Metric: Sendable>(
      _ label: Label, in metrics: borrowing Mutex<[Label: Metric]>, else make: () -> Metric
    ) -> Metric {
      if let known = metrics.withLock({ $0[label] }) { return known }
      // Made while the lock is not held, because the factory is host code.
      let made = make()
      return metrics.withLock { metrics in
        let first = metrics[label] ?? made
        metrics[label] = first
        return first
      }
    }

    private static func dimensions(of name: String?, key: String? = nil) -> [(String, String)] {
      [name.map { ("model", $0) }, key.map { ("key", $0) }].compactMap(\.self)
    }
  }
#endif
