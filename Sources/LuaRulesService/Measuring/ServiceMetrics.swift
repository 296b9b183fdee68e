#if Service
  import LuaRules
  import Synchronization

  /// What a service counts.
  final class ServiceMetrics: Sendable {
    /// The time of an evaluation.
    let duration = DurationHistogram()
    private let requests: [ServiceRoute: [ServiceStatus: Count]]
    private let reasons: [AnswerReason: Count]
    private let failures: [FailureCode: Count]
    private let reloads: [Reload: Count]

    /// What became of a change of the sources.
    enum Reload: String, CaseIterable {
      /// A new generation is active.
      case accepted
      /// The sources do not load.
      case rejected
      /// The gate refused them.
      case refused
      /// An earlier generation is active again.
      case rolledBack = "rolled-back"
    }

    init() {
      requests = Self.counts { Self.counts { Count() } }
      reasons = Self.counts { Count() }
      failures = Self.counts { Count() }
      reloads = Self.counts { Count() }
    }

    private static func counts<Label: CaseIterable & Hashable, Value>(
      _ make: () -> Value
    ) -> [Label: Value] {
      Dictionary(uniqueKeysWithValues: Label.allCases.map { ($0, make()) })
    }

    // MARK: Counting

    func count(_ route: ServiceRoute, _ status: ServiceStatus) {
      requests[route]?[status]?.add()
    }

    func count(_ reason: AnswerReason) {
      reasons[reason]?.add()
    }

    func count(_ code: FailureCode) {
      failures[code]?.add()
    }

    func count(_ event: LiveRuleEvent) {
      let reload: Reload? =
        switch event {
        case .swapped: .accepted
        case .rejected: .rejected
        case .refused: .refused
        case .rolledBack: .rolledBack
        case .active, .reported, .warned, .suspended, .resumed: nil
        }
      if let reload { reloads[reload]?.add() }
    }

    // MARK: Reading

    /// Writes everything in Prometheus's text format.
    func write(
      _ generation: ServedGeneration, requestCount: Int, streamCount: Int,
      to text: inout PrometheusText
    ) {
      text.begin("luarules_requests_total", .counter, "Requests, by route and status.")
      for route in ServiceRoute.allCases {
        for status in ServiceStatus.allCases {
          let count = requests[route]?[status]?.value ?? 0
          guard count > 0 else { continue }
          text.add(count, [("route", route.rawValue), ("status", "\(status.rawValue)")])
        }
      }
      text.begin("luarules_requests_in_flight", .gauge, "Requests that have not ended.")
      text.add(requestCount)
      text.begin("luarules_event_streams", .gauge, "Clients that listen for changes.")
      text.add(streamCount)
      text.begin("luarules_evaluations_total", .counter, "Evaluated flags, by reason.")
      for reason in AnswerReason.allCases {
        text.add(reasons[reason]?.value ?? 0, [("reason", reason.rawValue)])
      }
      text.begin("luarules_errors_total", .counter, "Errors of requests and flags, by code.")
      for code in FailureCode.allCases {
        text.add(failures[code]?.value ?? 0, [("code", code.rawValue)])
      }
      duration.write(
        "luarules_evaluation_duration_seconds", "The time for the answer of one flag.", to: &text)
      text.begin("luarules_reloads_total", .counter, "Changes of the rules, by result.")
      for reload in Reload.allCases {
        text.add(reloads[reload]?.value ?? 0, [("result", reload.rawValue)])
      }
      text.begin("luarules_generation", .gauge, "The generation that answers.")
      text.add(generation.number)
      text.begin("luarules_ready", .gauge, "Whether rules have been loaded.")
      text.add(generation.isReady ? 1 : 0)
    }
  }

  /// A number that many threads increase.
  final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ amount: Int = 1) {
      number.wrappingAdd(amount, ordering: .relaxed)
    }
  }
#endif
